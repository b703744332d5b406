"use client"

import { useEffect } from "react"

/** Tells the script of `ReplayEarlyClicks` that React handles clicks. */
export function HydrationMarker() {
  useEffect(() => {
    window.dispatchEvent(new Event("page-hydrated"))
  }, [])
  return null
}

"use client"

import { useEffect } from "react"

/** Tells the script of `ReplayEarlyClicks` that React handles clicks. */
export function HydrationMarker() {
  useEffect(() => {
    // After the effects of the router, which follow this one.
    queueMicrotask(() => window.dispatchEvent(new Event("page-hydrated")))
  }, [])
  return null
}

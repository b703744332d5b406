"use client"

import { useEffect } from "react"

/** Tells the script of `EarlyPress` that buttons work. */
export function PageListens() {
  useEffect(() => {
    window.dispatchEvent(new Event("page-listens"))
  }, [])
  return null
}

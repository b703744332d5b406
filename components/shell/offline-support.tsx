"use client"

import { useEffect } from "react"

/** Lets the browser open the dashboard without a network. Not for development: its files change under the same name. */
export function OfflineSupport() {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return
    // A browser that refuses, as private windows do, only loses what works offline.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined)
  }, [])
  return null
}

"use client"

import { useEffect } from "react"

/** Registers the service worker, so that the dashboard opens offline. */
export function OfflineSupport() {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return
    // A browser that refuses, such as a private window, only loses offline use.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined)
  }, [])
  return null
}

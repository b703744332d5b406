"use client"

import dynamic from "next/dynamic"
import { useEffect } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { loadRangeAlarm, rangeAlarm } from "@/lib/client/alerts/range-alarm-setting"
import { useStore } from "@/lib/client/browser/use-store"

const Watching = dynamic(() => import("./range-alarm").then((module) => module.RangeAlarm), { ssr: false })

/** Loads the alarm only where it is on, because its code reads bought answers. */
export function RangeAlarm() {
  useEffect(loadRangeAlarm, [])
  return useStore(rangeAlarm) ? (
    <ErrorBoundary fallback={null}>
      <Watching />
    </ErrorBoundary>
  ) : null
}

"use client"

import dynamic from "next/dynamic"
import { loadLate } from "@/components/app/load-late"
import { ErrorBoundary } from "@/components/ui/error-boundary"

const HealthText = dynamic(() => loadLate().then((module) => module.HealthText), {
  ssr: false,
  loading: () => "Checking status…",
})

/** Free service status: whether answers can be given now, and how old the data is. Its code loads after the first load. */
export function HealthLine() {
  return (
    <p className="health">
      <ErrorBoundary fallback={null}>
        <HealthText />
      </ErrorBoundary>
    </p>
  )
}

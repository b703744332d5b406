"use client"

import { PageErrorFallback } from "@/components/ui/error-fallback"

/** The last resort, where even the frame broke. */
export default function ErrorPage() {
  return (
    <main className="bare">
      <PageErrorFallback />
    </main>
  )
}

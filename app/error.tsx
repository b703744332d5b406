"use client"

import { PageErrorFallback } from "@/components/ui/error-fallback"

/** The fallback if the layout itself fails. */
export default function ErrorPage() {
  return (
    <main className="bare">
      <PageErrorFallback />
    </main>
  )
}

"use client"

import { PageErrorFallback } from "@/components/ui/error-fallback"

/** Shown inside the layout, so the wallet, the menu and the other screens keep working. */
export default function ScreenError() {
  return (
    <div className="bare">
      <PageErrorFallback />
    </div>
  )
}

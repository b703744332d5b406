"use client"

import { PageErrorFallback } from "@/components/ui/error-fallback"

/** Inside the frame: the wallet, the menu and every other screen work on. */
export default function ScreenError() {
  return (
    <div className="bare">
      <PageErrorFallback />
    </div>
  )
}

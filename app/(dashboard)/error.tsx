"use client"

import { BrokenPage } from "@/components/ui/broken-part"

/** Inside the frame: the wallet, the menu and every other screen work on. */
export default function ScreenError() {
  return (
    <div className="bare">
      <BrokenPage />
    </div>
  )
}

"use client"

import { BrokenPage } from "@/components/ui/broken-part"

/** The last resort, where even the frame broke. */
export default function ErrorPage() {
  return (
    <main className="bare">
      <BrokenPage />
    </main>
  )
}

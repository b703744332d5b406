"use client"

import { useOnline } from "@/lib/client/browser/use-online"

/** Explains why nothing updates, and why another page may be shown (`public/sw.js`). `WalletAnnouncer` announces it. */
export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <aside className="mode-banner" aria-label="Network">
      <strong>You are offline.</strong>{" "}
      <span>Your purchases stay readable. Pages that you have not opened before show your receipts.</span>
    </aside>
  )
}

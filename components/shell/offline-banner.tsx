"use client"

import { useOnline } from "@/lib/client/browser/use-online"

/** Why nothing is new, and why another page than the one asked for may be here: `public/sw.js`. Said aloud by `WalletAnnouncer`. */
export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <aside className="mode-banner" aria-label="Network">
      <strong>You are offline.</strong>{" "}
      <span>What you bought stays readable. A page that was never opened here shows your receipts instead.</span>
    </aside>
  )
}

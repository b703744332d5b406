"use client"

import { useState } from "react"
import { useOnline } from "@/lib/client/browser/use-online"
import { useStore } from "@/lib/client/browser/use-store"
import { shouldAnnounce, announcementText } from "@/lib/client/wallet/wallet-announcement"
import { walletStore } from "@/lib/client/wallet/wallet-store"

/** Announces wallet and network changes once for the page, instead of once per panel. */
export function WalletAnnouncer() {
  const now = { ...useStore(walletStore), online: useOnline() }
  const [announced, setAnnounced] = useState(now)
  if (shouldAnnounce(announced, now)) setAnnounced(now)
  return (
    <output className="visually-hidden" aria-label="Wallet">
      {announcementText(announced, now)}
    </output>
  )
}

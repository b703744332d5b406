"use client"

import { useOnline } from "@/lib/client/browser/use-online"
import { useStore } from "@/lib/client/browser/use-store"
import { balanceText } from "@/lib/client/format/money"
import { type WalletState, walletStore } from "@/lib/client/wallet/wallet-store"

/** Says once what concerns every panel at once, so that six panels need not say it six times. */
export function WalletAnnouncer() {
  const state = useStore(walletStore)
  const online = useOnline()
  return (
    <output className="visually-hidden" aria-label="Wallet">
      {online ? sentenceOf(state) : "You are offline."}
    </output>
  )
}

function sentenceOf({ wallet, funding }: WalletState): string {
  if (!wallet) return ""
  if (!wallet.chainOk) return `${wallet.name} is connected to another network.`
  if (funding || wallet.balance === null) return `${wallet.name} connected.`
  return `${wallet.name} connected, ${balanceText(wallet.balance)} USDC.`
}

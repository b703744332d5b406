"use client"

import { useStore } from "@/lib/client/browser/use-store"
import { shortHex } from "@/lib/client/format/address"
import { balanceText } from "@/lib/client/format/money"
import { type ConnectedWallet, openWalletDialog, wakeWallet, walletStore } from "@/lib/client/wallet/wallet-store"

/** The header's wallet chip. Its room is the same in every state, so nothing moves when a wallet appears. */
export function WalletButton() {
  const { phase, wallet, funding } = useStore(walletStore)
  if (wallet) return <ConnectedButton wallet={wallet} funding={funding} />
  return (
    <button
      className="button wallet-button"
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={wakeWallet}
      onFocus={wakeWallet}
      onClick={openWalletDialog}
    >
      {phase === "connecting" ? "Connecting…" : "Connect wallet"}
    </button>
  )
}

function ConnectedButton({ wallet, funding }: { readonly wallet: ConnectedWallet; readonly funding: boolean }) {
  const balance = wallet.balance === null || funding ? "…" : balanceText(wallet.balance)
  return (
    <button
      className="button wallet-button"
      type="button"
      aria-haspopup="dialog"
      onClick={openWalletDialog}
      aria-label={`Wallet ${wallet.name} ${shortHex(wallet.address)}, ${balance} USDC${wallet.chainOk ? "" : ", wrong network"}`}
    >
      <span className="wallet-balance">
        {wallet.chainOk ? balance : "⚠ network"} <small>{wallet.chainOk ? "USDC" : ""}</small>
      </span>
      <span className={wallet.kind === "demo" ? "wallet-address" : "wallet-address mono"}>
        {wallet.kind === "demo" ? "Demo" : shortHex(wallet.address)}
      </span>
    </button>
  )
}

"use client"

import { useStore } from "@/lib/client/browser/use-store"
import { shortHex } from "@/lib/client/format/address"
import { balanceText } from "@/lib/client/format/money"
import {
  type ConnectedWallet,
  openWalletDialog,
  type WalletState,
  loadWallet,
  walletStore,
  wasConnected,
} from "@/lib/client/wallet/wallet-store"

/**
 * The wallet button in the header. One element in every state, wide enough for the longest text, so that focus stays
 * and nothing moves.
 */
export function WalletButton() {
  const { phase, wallet, funding } = useStore(walletStore)
  return (
    <button
      className="button wallet-button"
      type="button"
      aria-haspopup="dialog"
      aria-label={wallet ? labelOf(wallet, funding) : undefined}
      onPointerEnter={loadWallet}
      onFocus={loadWallet}
      onClick={openWalletDialog}
    >
      {wallet ? <Chip wallet={wallet} funding={funding} /> : isConnecting(phase) ? "Connecting…" : "Connect wallet"}
    </button>
  )
}

/** A returning visitor's wallet reconnects once its code has loaded. */
function isConnecting(phase: WalletState["phase"]): boolean {
  return phase === "connecting" || (phase === "loading" && wasConnected())
}

type ChipProps = { readonly wallet: ConnectedWallet; readonly funding: boolean }

function Chip({ wallet, funding }: ChipProps) {
  return (
    <>
      {wallet.chainOk ? (
        <span className="wallet-balance">
          {balanceOf(wallet, funding)} <small>USDC</small>
        </span>
      ) : (
        <span className="wallet-balance">Wrong network</span>
      )}
      <span className={wallet.kind === "demo" ? "wallet-address" : "wallet-address mono"}>
        {wallet.kind === "demo" ? "Demo" : shortHex(wallet.address)}
      </span>
    </>
  )
}

function labelOf(wallet: ConnectedWallet, funding: boolean): string {
  const rest = wallet.chainOk ? `${balanceOf(wallet, funding)} USDC` : "wrong network"
  return `Wallet ${wallet.name} ${shortHex(wallet.address)}, ${rest}`
}

function balanceOf(wallet: ConnectedWallet, funding: boolean): string {
  return wallet.balance === null || funding ? "…" : balanceText(wallet.balance)
}

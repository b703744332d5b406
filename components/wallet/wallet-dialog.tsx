"use client"

import dynamic from "next/dynamic"
import { Dialog } from "@/components/ui/dialog"
import { ErrorFallback } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { WalletSaid } from "@/components/ui/wallet-said"
import { useStore } from "@/lib/client/browser/use-store"
import { walletDialog, walletStore } from "@/lib/client/wallet/wallet-store"

const loading = () => <p className="hint wallet-loading">Looking for wallets…</p>
const WalletChoice = dynamic(() => import("./wallet-choice").then((module) => module.WalletChoice), { loading })
const WalletDetails = dynamic(() => import("./wallet-details").then((module) => module.WalletDetails), { loading })

/** The frame is part of the page, so that it opens at once and takes the focus; its content loads on demand. */
export function WalletDialog() {
  const open = useStore(walletDialog)
  const { phase, wallet, problem, problemDetails, funding } = useStore(walletStore)
  return (
    <Dialog open={open} title={wallet ? "Wallet" : "Connect a wallet"} onClose={() => walletDialog.set(false)}>
      {phase === "load-failed" ? (
        <ErrorFallback />
      ) : (
        <ErrorBoundary>{wallet ? <WalletDetails wallet={wallet} funding={funding} /> : <WalletChoice />}</ErrorBoundary>
      )}
      <p className="dialog-problem" role="alert">
        {problem}
      </p>
      {problem !== null && problemDetails ? <WalletSaid text={problemDetails} /> : null}
    </Dialog>
  )
}

import { useEffect, useRef } from "react"
import { type WalletActions, walletActions } from "@/lib/client/wallet/wallet-store"

/**
 * Lends abilities to the rest of the page for as long as the lender stands. What is lent is made once: every panel reads
 * it, and would be rendered again after each render of the lender.
 */
export function useProvideWalletActions(actions: WalletActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    walletActions.set(delegateToLatest(latest))
    return () => walletActions.set(null)
  }, [])
}

/** Does what the lender does now, though it was lent before. */
export function delegateToLatest(latest: { readonly current: WalletActions }): WalletActions {
  return {
    connect: (optionId) => latest.current.connect(optionId),
    stopConnecting: () => latest.current.stopConnecting(),
    disconnect: () => latest.current.disconnect(),
    switchNetwork: () => latest.current.switchNetwork(),
    refreshBalance: () => latest.current.refreshBalance(),
    fund: () => latest.current.fund(),
    sign: (data) => latest.current.sign(data),
    signText: (text) => latest.current.signText(text),
  }
}

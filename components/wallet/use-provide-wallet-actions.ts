import { useEffect, useRef } from "react"
import { type WalletActions, walletActions } from "@/lib/client/wallet/wallet-store"

/**
 * Provides wallet actions to the page while mounted. The provided object never changes, so that panels do not render
 * again when the provider does.
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

/** Delegates each call to the latest actions. */
export function delegateToLatest(latest: { readonly current: WalletActions }): WalletActions {
  return {
    connect: (optionId) => latest.current.connect(optionId),
    stopConnecting: () => latest.current.stopConnecting(),
    disconnect: () => latest.current.disconnect(),
    switchNetwork: () => latest.current.switchNetwork(),
    refreshBalance: () => latest.current.refreshBalance(),
    fund: () => latest.current.fund(),
    sign: (data) => latest.current.sign(data),
    sendTransaction: (call) => latest.current.sendTransaction(call),
    signText: (text) => latest.current.signText(text),
  }
}

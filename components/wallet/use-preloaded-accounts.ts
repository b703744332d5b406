import { useEffect } from "react"
import type { Connector } from "wagmi"
import { useStore } from "@/lib/client/browser/use-store"
import { kindOf } from "@/lib/client/wallet/connectors"
import { walletDialog } from "@/lib/client/wallet/wallet-store"

/** Browsers open a window only during a click, so Base Account's package is loaded when the dialog opens. */
export function usePreloadedAccounts(connectors: readonly Connector[]): void {
  const open = useStore(walletDialog)
  useEffect(() => {
    if (!open) return
    for (const connector of connectors) {
      // A failed load is reported when its wallet is chosen.
      if (kindOf(connector) === "account") connector.getProvider().catch(() => undefined)
    }
  }, [open, connectors])
}

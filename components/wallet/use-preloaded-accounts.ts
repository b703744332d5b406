import { useEffect } from "react"
import type { Connector } from "wagmi"
import { useStore } from "@/lib/client/browser/use-store"
import { kindOf } from "@/lib/client/wallet/connectors"
import { walletDialog } from "@/lib/client/wallet/wallet-store"

/**
 * A click opens a window only while it is a click: what Base Account needs for it is loaded as soon as the dialog shows it.
 */
export function usePreloadedAccounts(connectors: readonly Connector[]): void {
  const open = useStore(walletDialog)
  useEffect(() => {
    if (!open) return
    for (const connector of connectors) {
      // A package that does not load is told of when its wallet is chosen.
      if (kindOf(connector) === "account") connector.getProvider().catch(() => undefined)
    }
  }, [open, connectors])
}

import { useEffect, useRef } from "react"
import { type Connector, useConfig } from "wagmi"
import { reconnect } from "wagmi/actions"
import { wasConnected } from "@/lib/client/wallet/wallet-store"

/**
 * Reconnects a wallet that announces itself after the page tried: wagmi asks once, and extensions load when they like. Only
 * the wallet of the last visit is asked, and only if the reader did not disconnect it.
 */
export function useLateReconnect(connectors: readonly Connector[]): void {
  const wagmi = useConfig()
  const known = useRef<ReadonlySet<string>>(null)
  useEffect(() => {
    const before = known.current
    known.current = new Set(connectors.map(({ uid }) => uid))
    const late = before === null ? [] : connectors.filter(({ uid }) => !before.has(uid))
    const ask = async () => {
      const last = await wagmi.storage?.getItem("recentConnectorId")
      const connector = late.find(({ id }) => id === last)
      if (connector && wagmi.state.status === "disconnected" && wasConnected()) {
        await reconnect(wagmi, { connectors: [connector] })
      }
    }
    if (late.length > 0) ask().catch(() => undefined)
  }, [connectors, wagmi])
}

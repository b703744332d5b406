import { useEffect, useState } from "react"
import type { Connector } from "wagmi"
import { kindOf } from "@/lib/client/wallet/connectors"

/** The WalletConnect pairing URI while a remote wallet is being connected, and a function that clears it. */
export function usePairing(connectors: readonly Connector[]): readonly [string | null, () => void] {
  const [uri, setUri] = useState<string | null>(null)
  useEffect(() => {
    const onMessage = ({ type, data }: { readonly type: string; readonly data?: unknown }) => {
      if (type === "display_uri" && typeof data === "string") setUri(data)
    }
    const remote = connectors.filter((connector) => kindOf(connector) === "remote")
    for (const { emitter } of remote) emitter.on("message", onMessage)
    return () => {
      for (const { emitter } of remote) emitter.off("message", onMessage)
    }
  }, [connectors])
  return [uri, () => setUri(null)]
}

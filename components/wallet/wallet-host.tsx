"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useState } from "react"
import { WagmiProvider } from "wagmi"
import type { PublicConfig } from "@/lib/api/public-config"
import { pageWagmi } from "@/lib/client/wallet/wagmi-config"
import { wasConnected } from "@/lib/client/wallet/wallet-store"
import { LimitAnnouncer } from "./limit-announcer"
import { WalletBridge } from "./wallet-bridge"

/**
 * Everything that needs wagmi, loaded when a wallet is needed. Renders nothing. A visitor who was not connected stays
 * disconnected, even if a wallet has authorized this site. wagmi reads `reconnectOnMount` on every render, and drops
 * connections when it is false.
 */
export function WalletHost({ config }: { readonly config: PublicConfig }) {
  const [queries] = useState(() => new QueryClient())
  const wagmi = pageWagmi(config, window.location.origin)
  return (
    <WagmiProvider config={wagmi} reconnectOnMount={wasConnected() || wagmi.state.status === "connected"}>
      <QueryClientProvider client={queries}>
        <WalletBridge />
        <LimitAnnouncer />
      </QueryClientProvider>
    </WagmiProvider>
  )
}

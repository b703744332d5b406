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
 * Everything that needs wagmi, in one piece that loads when somebody wants a wallet. Shows nothing itself. Whoever was
 * not connected is not connected unasked, though a wallet may trust this site. wagmi looks at this in every render, and
 * where it is false it drops what is connected.
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

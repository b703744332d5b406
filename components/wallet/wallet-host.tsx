"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useState } from "react"
import { WagmiProvider } from "wagmi"
import type { PublicConfig } from "@/lib/api/public-config"
import { pageWagmi } from "@/lib/client/wallet/wagmi-config"
import { WalletBridge } from "./wallet-bridge"

/** Everything that needs wagmi, in one piece that loads when somebody wants a wallet. Renders nothing itself. */
export function WalletHost({ config }: { readonly config: PublicConfig }) {
  const [queries] = useState(() => new QueryClient())
  return (
    <WagmiProvider config={pageWagmi(config, window.location.origin)}>
      <QueryClientProvider client={queries}>
        <WalletBridge />
      </QueryClientProvider>
    </WagmiProvider>
  )
}

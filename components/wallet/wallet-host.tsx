"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useState } from "react"
import { WagmiProvider } from "wagmi"
import type { PublicConfig } from "@/lib/api/public-config"
import { createWagmiConfig } from "@/lib/client/wallet/wagmi-config"
import { WalletBridge } from "./wallet-bridge"

/** Everything that needs wagmi, in one piece that loads when somebody wants a wallet. Renders nothing itself. */
export function WalletHost({ config }: { readonly config: PublicConfig }) {
  const [wagmi] = useState(() => createWagmiConfig(config, window.location.origin))
  const [queries] = useState(() => new QueryClient())
  return (
    <WagmiProvider config={wagmi}>
      <QueryClientProvider client={queries}>
        <WalletBridge />
      </QueryClientProvider>
    </WagmiProvider>
  )
}

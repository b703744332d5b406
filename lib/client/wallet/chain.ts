import { type Chain, defineChain } from "viem"
import { base, baseSepolia } from "viem/chains"
import type { PublicConfig } from "@/lib/api/public-config"

/** The payment chain of this deployment, as described to wallets. */
export function paymentChain(config: PublicConfig, origin: string): Chain {
  const known = config.chainId === baseSepolia.id ? baseSepolia : base
  const rpcUrl = new URL(config.rpcUrl, origin).href
  const { blockExplorers, ...rest } = known
  return defineChain({
    ...rest,
    name: config.networkName,
    rpcUrls: { default: { http: [rpcUrl] } },
    ...(config.explorerUrl === null ? {} : { blockExplorers }),
  })
}

import { cookieStorage, createConfig, createStorage, http } from "wagmi"
import type { PublicConfig } from "@/lib/api/public-config"
import { paymentChain } from "./chain"
import { demoWallet } from "./demo-connector"

/** Wallets of the browser announce themselves (EIP-6963); the demo wallet joins them in the sandbox. */
export function createWagmiConfig(config: PublicConfig, origin: string) {
  const chain = paymentChain(config, origin)
  return createConfig({
    chains: [chain],
    connectors: config.faucet ? [demoWallet(config.chainId)] : [],
    transports: { [chain.id]: http(undefined, { batch: true }) },
    storage: createStorage({ storage: cookieStorage, key: "signal402.wagmi" }),
    ssr: true,
    pollingInterval: 4_000,
  })
}

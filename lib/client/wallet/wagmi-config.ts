import { cookieStorage, createConfig, createStorage, http } from "wagmi"
import type { PublicConfig } from "@/lib/api/public-config"
import { paymentChain } from "./chain"
import { connectorsFor } from "./connectors"

/** Wallets of the browser announce themselves (EIP-6963) where they are wanted; `connectorsFor` has the others. */
export function createWagmiConfig(config: PublicConfig, origin: string) {
  const chain = paymentChain(config, origin)
  return createConfig({
    chains: [chain],
    connectors: [...connectorsFor(config)],
    multiInjectedProviderDiscovery: config.browserWallets,
    transports: { [chain.id]: http(undefined, { batch: true }) },
    storage: createStorage({ storage: cookieStorage, key: "signal402.wagmi" }),
    ssr: true,
    pollingInterval: 4_000,
  })
}

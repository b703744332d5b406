import { type Config, createConfig, createStorage, http } from "wagmi"
import type { PublicConfig } from "@/lib/api/public-config"
import { browserStorage } from "@/lib/client/browser/browser-storage"
import { paymentChain } from "./chain"
import { connectorsFor } from "./connectors"
import { WAGMI_KEY } from "./clear-connector-data"

let known: Config | null = null

/**
 * One configuration per page. wagmi reconnects while React renders; a second configuration, created when React discards
 * the first render, would stay without the wallet.
 */
export function pageWagmi(config: PublicConfig, origin: string): Config {
  return (known ??= createWagmiConfig(config, origin))
}

/** Browser wallets announce themselves (EIP-6963) where enabled; `connectorsFor` has the others. */
function createWagmiConfig(config: PublicConfig, origin: string) {
  const chain = paymentChain(config, origin)
  return createConfig({
    chains: [chain],
    connectors: [...connectorsFor(config)],
    multiInjectedProviderDiscovery: config.browserWallets,
    transports: { [chain.id]: http(undefined, { batch: true }) },
    storage: createStorage({ storage: quietStorage(), key: WAGMI_KEY }),
    pollingInterval: 4_000,
  })
}

/** wagmi's storage is optional: without it the next visit connects again. */
function quietStorage() {
  const storage = browserStorage()
  return {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem(key: string, value: string) {
      try {
        storage.setItem(key, value)
      } catch {
        // Storage is full or switched off.
      }
    },
  }
}

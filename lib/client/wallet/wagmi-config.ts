import { type Config, createConfig, createStorage, http } from "wagmi"
import type { PublicConfig } from "@/lib/api/public-config"
import { browserStorage } from "@/lib/client/browser/browser-storage"
import { paymentChain } from "./chain"
import { connectorsFor } from "./connectors"
import { WAGMI_KEY } from "./clear-connector-data"

let known: Config | null = null

/**
 * The one configuration of a page's life. wagmi connects a wallet again while React renders, and one configuration at a
 * time: a second one, made when React throws the first render away, would stay without the wallet.
 */
export function pageWagmi(config: PublicConfig, origin: string): Config {
  return (known ??= createWagmiConfig(config, origin))
}

/** Wallets of the browser announce themselves (EIP-6963) where they are wanted; `connectorsFor` has the others. */
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

/** What wagmi writes down is a convenience: where the browser keeps nothing, the next visit connects again. */
function quietStorage() {
  const storage = browserStorage()
  return {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem(key: string, value: string) {
      try {
        storage.setItem(key, value)
      } catch {
        // Full, or storage switched off.
      }
    },
  }
}

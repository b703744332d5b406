import type { PublicConfig } from "@/lib/api/public-config"

/** Cannot be dismissed, because a sandbox looks like a real market. */
export function ModeBanner({ config }: { readonly config: PublicConfig }) {
  if (config.mode === "sandbox" && !config.browserWallets) {
    return (
      <aside className="mode-banner danger" aria-label="Mode">
        <strong>Sandbox with the address of real USDC: use keys that never hold money.</strong>{" "}
        <span>What is signed here is valid on Base, too. Only the demo wallet is offered.</span>
      </aside>
    )
  }
  if (config.mode === "sandbox" && config.market === "live") {
    return (
      <aside className="mode-banner" aria-label="Mode">
        <strong>Sandbox: real market data, play money.</strong> <span>Payments are made on a local chain.</span>
      </aside>
    )
  }
  if (config.mode === "sandbox") {
    return (
      <aside className="mode-banner" aria-label="Mode">
        <strong>Sandbox: simulated market, play money.</strong> <span>Nothing here is worth trading on.</span>
      </aside>
    )
  }
  if (config.chainId === BASE) return null
  return (
    <aside className="mode-banner" aria-label="Mode">
      <strong>Test network: no real money.</strong> <span>Payments are made on {config.networkName}.</span>
    </aside>
  )
}

const BASE = 8453

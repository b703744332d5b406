import type { PublicConfig } from "@/lib/api/public-config"

/** Never dismissible: what looks like a market and like money must not be taken for it. */
export function ModeBanner({ config }: { readonly config: PublicConfig }) {
  if (config.mode === "sandbox") {
    return (
      <p className="mode-banner" role="note">
        <strong>Sandbox: simulated market, play money.</strong> <span>Nothing here is worth trading on.</span>
      </p>
    )
  }
  if (config.chainId === BASE) return null
  return (
    <p className="mode-banner" role="note">
      <strong>Test network: no real money.</strong> <span>Payments are made on {config.networkName}.</span>
    </p>
  )
}

const BASE = 8453

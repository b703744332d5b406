import type { Config } from "@/lib/server/config/env"
import type { Clock } from "@/lib/domain/clock"
import { createProxiedFetch } from "@/lib/outbound/proxied-fetch"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { type Faults, parseFaults } from "@/lib/sandbox/market/faults"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { config } from "./config"
import { singleton } from "@/lib/server/nextjs/singleton"

/** The `fetch` of all sources: the simulated market, the real providers, or stand-ins at SOURCES_PROXY. */
export function marketFetch(settings: Config, clock: Clock): typeof fetch {
  const { proxyUrl } = settings.sources
  if (settings.market === "live")
    return proxyUrl === null ? globalThis.fetch : createProxiedFetch(proxyUrl, globalThis.fetch)
  const market = createSimulatedMarket({ seed: settings.sandbox.seed })
  return createSandboxFetch({ market, clock, faults: sandboxFaults() })
}

/** The current faults of the simulated providers: SANDBOX_FAULTS, then changes by `POST /api/sandbox/faults`. */
export function sandboxFaults(): Faults {
  return singleton("sandbox-faults", () => parseFaults(config().sandbox.faults))
}

import type { Config } from "@/lib/config/env"
import type { Clock } from "@/lib/domain/clock"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { createWorld } from "@/lib/sandbox/market/world"

/** The network that sources see: the real one in live mode, the simulated market in the sandbox. Never both. */
export function marketFetch(config: Config, clock: Clock): typeof fetch {
  if (config.mode === "live") return globalThis.fetch
  const world = createWorld({ seed: config.sandbox.seed })
  return createSandboxFetch({ world, clock, faults: parseFaults(config.sandbox.faults) })
}

import type { FeedPorts } from "@/lib/market/feeds/feed-ports"
import { createSourceClient } from "@/lib/outbound/source-client"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { providerOf } from "@/lib/sandbox/market/providers"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { createFakeTime } from "./fake-time"
import { testMarket } from "./test-market"

/**
 * Ports of a feed group whose internet is the simulated market, with an empty store, unless one is given, and a clock that
 * the test moves.
 * `faults` may be changed while the test runs; `watch` sees every request, with a body of its own.
 */
export async function createSandboxFeedPorts(options: {
  readonly nowMs: number
  readonly faults?: string
  readonly watch?: (request: Request) => void
  readonly store?: Store
}) {
  const time = createFakeTime(options.nowMs)
  const faults = parseFaults(options.faults ?? "")
  const marketFetch = createSandboxFetch({ market: testMarket, clock: time.clock, faults })
  const http = createSourceClient({
    fetch: (input, init) => {
      const request = new Request(input, init)
      options.watch?.(request.clone())
      return marketFetch(request)
    },
    clock: time.clock,
    // A pause between two tries passes at once without moving the clock; a deadline never comes.
    sleep: (ms) => (ms < 8000 ? Promise.resolve() : new Promise(() => undefined)),
    random: () => 0,
    userAgent: "signal402-test/1.0",
    // With a clock that stands still, a request that waits for its turn would never run.
    limits: Object.fromEntries(Object.keys(providerOf).map((host) => [host, { burst: 1e6, perSecond: 1e6 }])),
  })
  const ports: FeedPorts = {
    http,
    clock: time.clock,
    store: options.store ?? (await openEmbeddedStore(":memory:")),
    profile: "open",
    keys: { sosovalue: null, fred: null, coingecko: null },
  }
  return { ports, time, faults, market: testMarket }
}

import { expect, test } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import type { FeedPorts } from "@/lib/market/feeds/feed-ports"
import { buildFeeds, managedFeeds } from "@/lib/market/feeds/all-feeds"
import { PROVIDERS } from "@/lib/sandbox/market/providers"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { runProbes } from "./run-probes"
import { probes } from "./probe-list"

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const NO_KEYS = { sosovalue: null, fred: null, coingecko: null }
const ALL_KEYS = { sosovalue: "a-key", fred: "a-key", coingecko: "a-key" }

/** Fallback providers are asked only when others fail, so both sets are run. */
const FAULT_SETS = ["", PROVIDERS.map((name) => `${name}=down`).join(",")]

/** Two rounds of every feed in two sandboxes take long on a busy machine. */
const SLOW_MS = 90_000

test.each([
  { what: "without keys", keys: NO_KEYS },
  { what: "with all keys", keys: ALL_KEYS },
])(
  "every kind of request that a feed makes $what is also made by a probe",
  async ({ keys }) => {
    const byFeeds = await questions(keys, runFeeds)
    const byProbes = await questions(keys, runEveryProbe)
    expect(byFeeds.size).toBeGreaterThan(50)
    expect([...byFeeds].filter((kind) => !byProbes.has(kind))).toEqual([])
  },
  SLOW_MS,
)

/** The kinds of requests in both sandboxes. */
async function questions(keys: FeedPorts["keys"], run: (open: Open) => Promise<void>): Promise<ReadonlySet<string>> {
  const asked: Promise<string>[] = []
  const watch = (request: Request) => void asked.push(kindOf(request))
  for (const faults of FAULT_SETS) {
    await run(async (store) => {
      const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults, watch, ...(store && { store }) })
      return { ports: { ...ports, keys }, time }
    })
  }
  return new Set(await Promise.all(asked))
}

type Sandbox = Pick<Awaited<ReturnType<typeof createSandboxFeedPorts>>, "ports" | "time">
type Open = (store?: Store) => Promise<Sandbox>

/** Two rounds, because a feed with data makes other requests. */
async function runFeeds(open: Open): Promise<void> {
  const { ports, time } = await open()
  const candles = createCandleFeed({ sources: candleProviders(ports), clock: ports.clock })
  const feeds = managedFeeds(buildFeeds(ports))
  for (const waitMs of [0, 8 * HOUR_MS]) {
    time.advance(waitMs)
    await Promise.all([candles.refreshDue(), ...feeds.map(([, feed]) => feed.refreshIfDue())])
  }
}

/** Runs each probe in its own sandbox, because a host that failed before is not asked again. */
async function runEveryProbe(open: Open): Promise<void> {
  const store = await openEmbeddedStore(":memory:")
  const { length } = probes((await open(store)).ports)
  for (let index = 0; index < length; index++) {
    const { ports } = await open(store)
    const [asked] = runProbes(probes(ports).slice(index, index + 1), {
      clock: ports.clock,
      rights: { profile: "open" },
    })
    await asked?.outcome
  }
}

/** A request without times, tokens and companies, which differ from one request to the next. */
async function kindOf(request: Request): Promise<string> {
  const { host, pathname, search } = new URL(request.url)
  const question = `${request.method} ${host}${decodeURIComponent(pathname + search)} ${await request.text()}`
  return question
    .replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, "TIME")
    .replace(/\b(20\d{12}|1\d{9}(\d{3})?)\b/g, "TIME")
    .replace(/(?<=tokens\/v1\/)\S+/, "TOKENS")
    .replace(/(?<=contract_addresses=)\S+/, "TOKENS")
    .replace(/(?<=token_security\/)\d+/, "CHAIN")
    .replace(/(?<=IsHoneypot)\S+/, "TOKEN")
    .replace(/(?<=v1\/tokens\/)\w+(?=\/report)/, "TOKEN")
    .replace(/(?<=\/(public_treasury|btc-treasuries)\/)[^/?]+(?=\/)/, "COMPANY")
    .trim()
}

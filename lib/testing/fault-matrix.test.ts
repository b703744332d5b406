import { beforeAll, expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createCandleFeed } from "@/lib/feeds/candle-feed"
import type { ManagedFeed } from "@/lib/feeds/feed-ports"
import { buildFeeds } from "@/lib/runtime/feeds"
import { type Fault, PROVIDERS } from "@/lib/sandbox/market/faults"
import { createBinanceSource } from "@/lib/sources/binance/client"
import { createCoinbaseSource } from "@/lib/sources/coinbase/client"
import { createKrakenSource } from "@/lib/sources/kraken/client"
import { createSandboxFeedPorts } from "./feed-sandbox"

/*
 * Every provider fails in every way, one after the other, while time goes on. Whatever a feed then holds of a provider
 * is what that provider said at some time when it was well; nothing throws, and nothing is made up.
 */

/** A Friday morning in New York; the steps stay within the day. */
const START_MS = Date.UTC(2026, 10, 20, 9, 7)
const STEP_MS = 2 * HOUR_MS

const FAULTS: readonly Fault[] = [
  { kind: "status", status: 429 },
  { kind: "html" },
  { kind: "truncated" },
  { kind: "drift" },
  { kind: "stale", atMs: START_MS },
]

/** What each feed may hold of its preferred provider: its answers at every step so far, by feed and provider. */
const known = new Map<string, Set<string>>()

/** The list of pools has eleven megabytes at every step, so it is tried once. */
async function openShop({ withPools }: { readonly withPools: boolean }) {
  const { ports, time, faults } = await createSandboxFeedPorts({ nowMs: START_MS })
  const { pools, ...others } = buildFeeds(ports)
  const feeds = withPools ? { pools, ...others } : others
  const sources = [createBinanceSource(ports), createCoinbaseSource(ports), createKrakenSource(ports)]
  const candles = createCandleFeed({ sources, clock: ports.clock })
  const refresh = () =>
    Promise.all([candles.refreshDue(), ...Object.values<ManagedFeed>(feeds).map((feed) => feed.refreshIfDue())])
  return { time, faults, feeds, candles, refresh }
}

type Shop = Awaited<ReturnType<typeof openShop>>
type Held = { readonly key: string; readonly parts: readonly string[] }

/** Everything that is held, by feed and provider; a series is told point by point, because its window moves. */
async function holdings({ feeds, candles }: Pick<Shop, "feeds" | "candles">): Promise<readonly Held[]> {
  const read = Object.keys(feeds).flatMap((name) => readsOf(feeds, name))
  const prices = COINS.flatMap((coin) => [
    { name: `price.${coin}`, held: candles.price(coin).then((price) => price && { ...price, degraded: false }) },
    { name: `1h.${coin}`, held: candles.candles(coin, "1h") },
    { name: `1d.${coin}`, held: candles.candles(coin, "1d") },
  ])
  const all = await Promise.all([...read, ...prices].map(async ({ name, held }) => ({ name, held: await held })))
  return all.flatMap(({ name, held }): Held[] => {
    // What is put together from several has no word of its own.
    if (held === null || held.source.includes("+")) return []
    const parts = Array.isArray(held.value) ? held.value : [held.value]
    return [{ key: `${name} ${held.source}`, parts: parts.map((part) => JSON.stringify(part)) }]
  })
}

type Reading = Promise<{ readonly value: unknown; readonly source: string } | null>

/** Feeds by coin have one value for each. */
function readsOf(feeds: object, name: string): readonly { readonly name: string; readonly held: Reading }[] {
  const feed: { read(coin: string): Reading } = Object.entries(feeds).find(([key]) => key === name)?.[1] as never
  const coins = /^(?:funding|openInterest|longShort|takerFlow|coinbasePremium|etfFlows)$/.test(name) ? COINS : [""]
  return coins.map((coin) => ({ name: `${name}.${coin}`, held: feed.read(coin) }))
}

beforeAll(async () => {
  const shop = await openShop({ withPools: true })
  await shop.refresh()
  // One step more than there are faults: the last may be followed by a recovery.
  for (let step = 0; step <= FAULTS.length + 1; step++) {
    for (const { key, parts } of await holdings(shop)) {
      const said = known.get(key) ?? new Set()
      known.set(key, said)
      for (const part of parts) said.add(part)
    }
    shop.time.advance(STEP_MS)
    await shop.refresh()
  }
}, 60_000)

test.each([
  ["all providers", PROVIDERS],
  ["every other provider", PROVIDERS.filter((_, index) => index % 2 === 0)],
  ["the others", PROVIDERS.filter((_, index) => index % 2 === 1)],
] as const)(
  "%s failing in every way leave what they said when they were well, or another's word, or nothing",
  async (_, providers) => {
    const shop = await openShop({ withPools: providers === PROVIDERS })
    await shop.refresh()
    for (const fault of FAULTS) {
      for (const provider of providers) shop.faults.set(provider, fault)
      shop.time.advance(STEP_MS)
      await shop.refresh()
      for (const { key, parts } of await holdings(shop)) {
        const said = known.get(key)
        // Another provider took over: what it says is not on this list.
        if (said === undefined) continue
        const invented = parts.filter((part) => !said.has(part))
        expect(invented, `${key} after ${JSON.stringify(fault)}`).toEqual([])
      }
    }
    shop.faults.clear()
    shop.time.advance(STEP_MS)
    await shop.refresh()
    const well = Object.entries<ManagedFeed>(shop.feeds).filter(([, feed]) => feed.status().isFresh)
    expect(well.map(([name]) => name)).toEqual(Object.keys(shop.feeds))
  },
  120_000,
)

import type { z } from "zod"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { inputLimits } from "@/lib/domain/freshness"
import type { TreasuryFeed } from "@/lib/domain/treasuries/treasury"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import { createSecEdgarSource } from "@/lib/market/sources/sec-edgar/client"
import { createSosoValueSource } from "@/lib/market/sources/sosovalue/client"
import { createCachedFeed, type CachedFeed } from "./cached-feed"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { type FeedPorts, type ManagedFeed, permitted } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"
import { readFilings } from "./treasury-filings"
import { readHoldings, readSosoHoldings } from "./treasury-holdings"
import { type CachedHoldings, StoredFilings, StoredHoldings, StoredTrades } from "./treasury-stored"
import { hasDueCompanies, readTrades, recentTrades } from "./treasury-trades"

type Held = Sourced<CachedHoldings>

export type TreasuryFeeds = ReturnType<typeof createTreasuryFeeds>

const { everyMs: HOLDINGS_MIN_INTERVAL_MS, maxAgeMs: HOLDINGS_MAX_AGE_MS } = inputLimits.treasuries
/** CoinGecko's terms allow a paid service to keep data for one day. */
const MAX_AGE_MS = { strict: DAY_MS, open: HOLDINGS_MAX_AGE_MS } as const
const KEPT_MS = { strict: DAY_MS, open: Number.POSITIVE_INFINITY } as const

/**
 * Bitcoin of public companies: holdings, trades, and filings.
 *
 * Trades are read company by company within the provider's rate limit. Holdings are served without them.
 */
export function createTreasuryFeeds({ http, clock, store, profile, licensed = [], keys }: FeedPorts) {
  const retentionMs = KEPT_MS[profile]
  const coinGecko = createCoinGeckoSource({ http, ...(keys.coingecko !== null && { apiKey: keys.coingecko }) })
  const edgar = createSecEdgarSource({ http })
  const rights = { profile, licensed }
  const lists = permitted(rights, [{ ...coinGecko, license: licenseOf("coingecko treasuries") }])
  const key = keys.sosovalue
  const soso = permitted(rights, key === null ? [] : [createSosoValueSource({ http, apiKey: key })])
  const holdings = createCachedFeed<CachedHoldings>({
    readers: [
      ...lists.map(({ name }) => ({
        name,
        read: (previous: Held | null) => readHoldings({ coinGecko, previous, clock, retentionMs }),
      })),
      ...soso.map((source) => ({ name: source.name, read: () => readSosoHoldings(source, clock) })),
    ],
    clock,
    maxAgeMs: MAX_AGE_MS[profile],
    minIntervalMs: HOLDINGS_MIN_INTERVAL_MS,
    // The fallback knows only twelve companies.
    graceMs: DAY_MS,
    isDue: (held, nowMs) => nowMs - held.fetchedAtMs >= HOLDINGS_MIN_INTERVAL_MS,
    store: createSqlValueStore(store, "treasuryHoldings", (json) => StoredHoldings.parse(json)),
  })
  const treasuryTrades = createCachedFeed<z.output<typeof StoredTrades>>({
    readers: lists.map(({ name }) => ({
      name,
      async read(previous) {
        const listed = await holdings.read()
        return readTrades({ coinGecko, holdings: listed?.value.holdings ?? [], previous, clock, retentionMs })
      },
    })),
    clock,
    maxAgeMs: MAX_AGE_MS[profile],
    minIntervalMs: 35_000,
    isDue: ({ value }, nowMs) => hasDueCompanies(value, nowMs, retentionMs),
    store: createSqlValueStore(store, "treasuryTrades", (json) => StoredTrades.parse(json)),
  })
  const treasuryFilings = createCachedFeed({
    readers: [{ name: edgar.name, read: () => readFilings(edgar, clock) }],
    clock,
    maxAgeMs: 7 * DAY_MS,
    minIntervalMs: 12 * HOUR_MS,
    isDue: (held, nowMs) => nowMs - held.fetchedAtMs >= 12 * HOUR_MS,
    store: createSqlValueStore(store, "treasuryFilings", (json) => StoredFilings.parse(json)),
  })
  const treasuries: TreasuryFeed & ManagedFeed = {
    async read() {
      const held = await holdings.read()
      if (held === null) return null
      const [trades, filings] = await Promise.all([readHeld(treasuryTrades), readHeld(treasuryFilings)])
      const companies = trades?.value.companies ?? []
      const reported = companies.flatMap((company) => recentTrades(company, clock(), retentionMs))
      const value = {
        holdings: held.value.holdings,
        transactions: [...reported, ...held.value.observed],
        filings: filings?.value ?? [],
      }
      return { ...held, value }
    },
    refreshIfDue: () => holdings.refreshIfDue(),
    reload: () => holdings.reload(),
    // Trades and filings are feeds of their own.
    revision: () => holdings.revision(),
    status: () => holdings.status(),
  }
  return { treasuries, treasuryTrades, treasuryFilings }
}

/** Reads an optional part without waiting for a refresh. */
async function readHeld<T>(feed: CachedFeed<T>): ReturnType<CachedFeed<T>["read"]> {
  if (feed.status().isFresh) return feed.read()
  void feed.refreshIfDue()
  return null
}

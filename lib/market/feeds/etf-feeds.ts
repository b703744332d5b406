import { z } from "zod"
import type { EtfFlowDay } from "@/lib/domain/flows/etf-flow"
import { inputLimits } from "@/lib/domain/freshness"
import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import { nullOnSourceError } from "@/lib/outbound/errors"
import { createFarsideSource } from "@/lib/market/sources/farside/client"
import { createSosoValueSource } from "@/lib/market/sources/sosovalue/client"
import { type CachedFeed, createCachedFeed, type Reader } from "./cached-feed"
import { createCoinFeed } from "./coin-feed"
import { mergeNewestDay, isContiguous } from "./etf-days"
import { type FeedPorts, permitted } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type EtfFeeds = ReturnType<typeof createEtfFeeds>

type Days = readonly EtfFlowDay[]

const StoredDays = z.array(
  z.object({
    atMs: z.number(),
    totalUsdM: z.number(),
    usdMByFund: z.record(z.string(), z.number().nullable()),
    isFinal: z.boolean(),
  }),
)

/** One and a half years of trading days: ranks use one year. */
const KEPT_DAYS = 380

/** With fewer days the history request failed before and is repeated. */
export const MIN_DAYS = 60

/** Providers differ in depth and split by fund, so a short failure does not switch providers. */
const GRACE_MS = 2 * DAY_MS

/** Flows of US spot funds, a table for each coin: SoSoValue where the operator has a key, else Farside. */
export function createEtfFeeds(ports: FeedPorts) {
  return { etfFlows: createCoinFeed((coin) => createFeed(coin, ports)) }
}

function createFeed(coin: Coin, ports: FeedPorts): CachedFeed<Days> {
  const { clock, store } = ports
  return createCachedFeed({
    readers: readersOf(coin, ports),
    clock,
    maxAgeMs: inputLimits.etfFlows.maxAgeMs,
    minIntervalMs: inputLimits.etfFlows.everyMs,
    graceMs: GRACE_MS,
    store: createSqlValueStore(store, `etfFlows.${coin}`, (json) => StoredDays.parse(json)),
  })
}

function readersOf(coin: Coin, { http, clock, keys, ...rights }: FeedPorts): readonly Reader<Days>[] {
  const key = keys.sosovalue
  const soso = permitted(rights, key === null ? [] : [createSosoValueSource({ http, apiKey: key })])
  const farside = permitted(rights, [createFarsideSource({ http, clock })])
  return [...soso.map((source) => sosoReader(source, coin)), ...farside.map((source) => farsideReader(source, coin))]
}

/** The last days, or the whole history if the last days would leave a gap. */
function farsideReader(source: ReturnType<typeof createFarsideSource>, coin: Coin): Reader<Days> {
  return {
    name: source.name,
    async read(previous) {
      if (previous === null) {
        const history = await source.etfHistory(coin).catch(nullOnSourceError)
        const { points, asOfMs } = history ?? (await source.etfFlows(coin))
        return { value: points.slice(-KEPT_DAYS), asOfMs }
      }
      const { points, asOfMs } = await source.etfFlows(coin, previous.asOfMs)
      const isEnough = previous.value.length >= MIN_DAYS && isContiguous(previous.value, points)
      const history = isEnough ? null : await source.etfHistory(coin).catch(nullOnSourceError)
      return { value: joined(history?.points ?? previous.value, points), asOfMs }
    },
  }
}

/** Keeps held days before the new ones, unless there is a gap. */
function joined(held: Days, read: Days): Days {
  const firstMs = read[0]?.atMs ?? 0
  const before = isContiguous(held, read) ? held.filter(({ atMs }) => atMs < firstMs) : []
  return [...before, ...read].slice(-KEPT_DAYS)
}

/** A month of totals, and the newest day by fund. A short history is filled once with about 300 days of totals. */
function sosoReader(source: ReturnType<typeof createSosoValueSource>, coin: Coin): Reader<Days> {
  return {
    name: source.name,
    async read(previous) {
      const held = previous?.value ?? []
      const [{ points }, latest] = await Promise.all([source.etfTotals(coin), source.latestEtfFlows(coin)])
      const isShort = held.length < MIN_DAYS || !isContiguous(held, points)
      const history = isShort ? await source.etfHistory(coin).catch(nullOnSourceError) : null
      const totals = history === null ? points : mergeTotals(history.points, points)
      return { value: mergeNewestDay(held, totals, latest).slice(-KEPT_DAYS), asOfMs: latest.atMs }
    },
  }
}

type Total = Pick<EtfFlowDay, "atMs" | "totalUsdM">

/** Two lists of totals as one, oldest first. The second list wins. */
function mergeTotals(first: readonly Total[], second: readonly Total[]): readonly Total[] {
  const byDay = new Map([...first, ...second].map((day) => [day.atMs, day]))
  return [...byDay.values()].toSorted((a, b) => a.atMs - b.atMs)
}

import { INTERVALS } from "@/lib/domain/market/candle"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import type { FeedsHarness } from "./feeds-harness"

/** What a feed holds, in parts: a series by its points, because its window moves. */
export type Holding = { readonly key: string; readonly parts: readonly string[] }

type Held = { readonly value: unknown; readonly source: string } | null
type Readable = { read(coin: Coin): Promise<Held> }

/** Ends the key of what several providers tell together. */
export const TOGETHER = " all"

/** Facts about the reading itself, which differ as often as somebody is silent. */
const ABOUT_THE_READING: ReadonlySet<string> = new Set(["publishers", "providers", "missing", "watches", "attention"])

/** What we conclude from two readings is nobody's word. */
const CONCLUDED = '"basis":"observed"'

/**
 * Everything that answers rest on, by feed and provider, but pools (they have one provider, and are many), trades of
 * treasuries (they are among the treasuries) and prices, which are compared with the market itself.
 */
export async function holdingsOf({ feeds, candles }: FeedsHarness): Promise<readonly Holding[]> {
  const { pools: _pools, treasuryTrades: _trades, ...others } = feeds
  const readables: Readonly<Record<string, Readable>> = others
  const read = Object.entries(readables).flatMap(([name, feed]) =>
    coinsOf(feed).map((coin) => ({ name: `${name}.${coin}`, held: feed.read(coin) })),
  )
  const series = COINS.flatMap((coin) =>
    INTERVALS.map((interval) => ({ name: `${interval}.${coin}`, held: candles.candles(coin, interval) })),
  )
  const all = await Promise.all([...read, ...series].map(async ({ name, held }) => ({ name, held: await held })))
  return all.flatMap(({ name, held }): Holding[] => {
    if (held === null) return []
    // What several tell together differs by who is silent; each fact in it still comes from one of them.
    const by = held.source.includes("+") || isTold(held.value) ? TOGETHER : ` ${held.source}`
    return [{ key: name + by, parts: partsOf(held.value) }]
  })
}

/** A feed with one value for each coin takes a coin. */
function coinsOf(feed: Readable): readonly Coin[] {
  return feed.read.length === 0 ? COINS.slice(0, 1) : COINS
}

/** Lists by name, as those that are put together from several providers. */
function isTold(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.values(value).some((each) => Array.isArray(each))
}

function partsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((part) => JSON.stringify(part))
  if (!isTold(value)) return [JSON.stringify(value)]
  const lists = Object.entries(value).filter(([name]) => !ABOUT_THE_READING.has(name))
  const parts = lists.flatMap(([name, list]) =>
    Array.isArray(list) ? list.map((part) => name + JSON.stringify(part)) : [],
  )
  return parts.filter((part) => !part.includes(CONCLUDED))
}

import { type Candle, type Interval, intervalMs } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { type CandlesName, intervalOf } from "@/lib/domain/signals/market-inputs"
import { isoTime } from "@/lib/domain/utc-day"

/** The candles that one call was made from. */
export type CandlesOfCall = {
  readonly id: string
  readonly coin: Coin
  /** The provider of each list. */
  readonly sources: Readonly<Partial<Record<CandlesName, string>>>
  readonly candles: Readonly<Record<CandlesName, readonly Candle[] | null>>
}

/** `isDisputed`: sealed inputs state different closes of one provider at this time. */
export type KnownClose = { readonly usd: number; readonly isDisputed: boolean }

export type SealedCandles = {
  /** Adds the candles of one call. The calls of a coin must come in the order of their closes. */
  readonly add: (call: CandlesOfCall) => void
  /** What every provider's candles say about the price at a time. */
  readonly closesAt: (coin: string, timeMs: number) => ReadonlyMap<string, KnownClose>
  readonly disputes: () => CandleDisputes
}

export type CandleDisputes = {
  /** Different candles that were read. */
  readonly candles: number
  /** Candles of which sealed inputs state different prices, and candles that do not agree with the shorter ones inside them. */
  readonly prices: readonly string[]
  /** Candles of which only the volume differs. */
  readonly volumes: readonly string[]
  /** Calls that were made from a candle which as many or more other calls contradict. */
  readonly contradictedIds: ReadonlySet<string>
}

/** Calls that hold the same candle, as ranges of their places among the calls of the coin. */
type Version = { readonly candle: Candle; readonly runs: { first: number; last: number }[] }
type Series = {
  readonly coin: Coin
  readonly source: string
  readonly interval: Interval
  readonly versionsOf: Map<number, Version[]>
}

const NAMES = ["days", "fourHours", "hours"] as const satisfies readonly CandlesName[]
const NO_CLOSES: ReadonlyMap<string, KnownClose> = new Map()

/** Collects the candles of all sealed inputs, because the inputs of one call alone can be made to fit it. */
export function createSealedCandles(): SealedCandles {
  const all = new Map<string, Series>()
  const idsOf = new Map<Coin, string[]>()
  const closes = new Map<string, Map<string, KnownClose>>()

  const seriesOf = (coin: Coin, source: string, interval: Interval) => {
    const key = keyOf(coin, source, interval)
    const known = all.get(key) ?? { coin, source, interval, versionsOf: new Map() }
    all.set(key, known)
    return known
  }
  const addClose = (coin: Coin, source: string, timeMs: number, usd: number) => {
    const key = `${coin} ${timeMs}`
    const bySource = closes.get(key) ?? new Map<string, KnownClose>()
    const known = bySource.get(source)
    if (known === undefined) bySource.set(source, { usd, isDisputed: false })
    else if (known.usd !== usd) bySource.set(source, { ...known, isDisputed: true })
    closes.set(key, bySource)
  }

  return {
    add({ id, coin, sources, candles }) {
      const ids = idsOf.get(coin) ?? []
      const place = ids.push(id) - 1
      idsOf.set(coin, ids)
      for (const name of NAMES) {
        const series = seriesOf(coin, sources[name] ?? "", intervalOf[name])
        for (const candle of candles[name] ?? []) {
          addVersion(series.versionsOf, candle, place)
          addClose(coin, series.source, candle.openTimeMs + intervalMs[series.interval], candle.closeUsd)
        }
      }
    },
    closesAt: (coin, timeMs) => closes.get(`${coin} ${timeMs}`) ?? NO_CLOSES,
    disputes: () => findDisputes(all, idsOf),
  }
}

function keyOf(coin: Coin, source: string, interval: Interval): string {
  return `${coin} ${source} ${interval}`
}

function addVersion(versionsOf: Series["versionsOf"], candle: Candle, place: number): void {
  const versions = versionsOf.get(candle.openTimeMs)
  const same = versions?.find(
    (version) => arePricesEqual(version.candle, candle) && isVolumeEqual(version.candle, candle),
  )
  if (same === undefined) {
    const added: Version = { candle, runs: [{ first: place, last: place }] }
    if (versions === undefined) versionsOf.set(candle.openTimeMs, [added])
    else versions.push(added)
    return
  }
  const run = same.runs.at(-1)
  if (run !== undefined && run.last >= place - 1) run.last = place
  else same.runs.push({ first: place, last: place })
}

function findDisputes(all: ReadonlyMap<string, Series>, idsOf: ReadonlyMap<Coin, readonly string[]>): CandleDisputes {
  const prices: string[] = []
  const volumes: string[] = []
  const contradictedIds = new Set<string>()
  let candles = 0
  for (const series of all.values()) {
    const ids = idsOf.get(series.coin) ?? []
    candles += series.versionsOf.size
    for (const [openTimeMs, versions] of series.versionsOf) {
      const name = `the ${series.interval} candle of ${series.coin} at ${isoTime(openTimeMs)} by ${series.source}`
      const [first, ...others] = versions
      if (first === undefined) continue
      const other = others.find(({ candle }) => !arePricesEqual(candle, first.candle)) ?? others[0]
      if (other !== undefined) {
        const isPrice = !arePricesEqual(first.candle, other.candle)
        const ends = [first, other].map(({ candle, runs }) => {
          const value = isPrice ? `closes at ${candle.closeUsd}` : `has a volume of ${candle.volumeBase}`
          return `${value} in the inputs of ${ids[runs[0]?.first ?? 0]}`
        })
        ;(isPrice ? prices : volumes).push(`${name} ${ends.join(" and ")}`)
        for (const id of idsOfMinority(versions, ids)) contradictedIds.add(id)
      }
      if (!agreesWithParts(all, series, first.candle))
        prices.push(`${name} does not agree with the shorter ones inside it`)
    }
  }
  return { candles, prices, volumes, contradictedIds }
}

/** The calls of every version but the one that more calls hold than any other. */
function idsOfMinority(versions: readonly Version[], ids: readonly string[]): readonly string[] {
  const counts = versions.map(({ runs }) => runs.reduce((sum, { first, last }) => sum + last - first + 1, 0))
  const most = Math.max(...counts)
  const isAlone = counts.filter((count) => count === most).length === 1
  return versions.flatMap(({ runs }, index) =>
    isAlone && counts[index] === most ? [] : runs.flatMap(({ first, last }) => ids.slice(first, last + 1)),
  )
}

const PARTS = { "1d": ["1h", "4h"], "4h": ["1h"], "1h": [] } as const satisfies Record<Interval, readonly Interval[]>

/** Compares with each set of shorter candles that is whole. A provider lists no candle of an hour without a trade. */
function agreesWithParts(all: ReadonlyMap<string, Series>, { coin, source, interval }: Series, whole: Candle): boolean {
  return PARTS[interval].every((part) => {
    const versionsOf = all.get(keyOf(coin, source, part))?.versionsOf
    const count = intervalMs[interval] / intervalMs[part]
    const parts = Array.from({ length: count }, (_, index) => {
      return versionsOf?.get(whole.openTimeMs + index * intervalMs[part])?.[0]?.candle
    }).filter((candle) => candle !== undefined)
    if (parts.length < count) return true
    return arePricesEqual(whole, {
      openUsd: parts[0]?.openUsd ?? Number.NaN,
      highUsd: Math.max(...parts.map(({ highUsd }) => highUsd)),
      lowUsd: Math.min(...parts.map(({ lowUsd }) => lowUsd)),
      closeUsd: parts.at(-1)?.closeUsd ?? Number.NaN,
    })
  })
}

function arePricesEqual(a: Prices, b: Prices): boolean {
  return a.closeUsd === b.closeUsd && a.highUsd === b.highUsd && a.lowUsd === b.lowUsd && a.openUsd === b.openUsd
}

type Prices = Pick<Candle, "openUsd" | "highUsd" | "lowUsd" | "closeUsd">

function isVolumeEqual(a: Candle, b: Candle): boolean {
  return a.volumeBase === b.volumeBase && a.takerBuyVolumeBase === b.takerBuyVolumeBase
}

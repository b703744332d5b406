import type { z } from "zod"
import type { CallMeta, Source } from "@/lib/api/fields"
import { DataUnavailableError } from "@/lib/domain/errors"
import { type Candle, INTERVALS, intervalMs, isClosed, openTimeOf } from "@/lib/domain/market/candle"
import { type CandleFeed, type Provenance, DISPUTED, type Price, splitSources } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { round } from "@/lib/domain/round"
import { computeSignal, type Signal } from "@/lib/domain/signals/compute-signal"
import type { Direction } from "@/lib/domain/signals/direction"
import type { MarketInputs, SeriesFeed } from "@/lib/domain/signals/market-inputs"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { idOf } from "@/lib/domain/signals/registry"
import { isoTime } from "@/lib/domain/utc-day"
import { sourceAt } from "./answer-meta"
import { roundPrice } from "./rounding"

export type MarketDeps = {
  readonly candles: CandleFeed
  readonly series: SeriesFeed
  readonly mode: "sandbox" | "live"
  readonly nowMs: number
  /** The call on record of the last decision; `null`: none yet. Absent: no record is kept. */
  readonly sealed?: (coin: Coin) => Promise<SealedBasis | null>
  /** How the record compares with its anchors on the chain. Only a record that agrees is named. Absent: it agrees. */
  readonly recordState?: "unchecked" | "agrees" | "contradicted"
  /** The class of the previous decision, for the dead band. Absent: no dead band. */
  readonly previousDirection?: (coin: Coin) => Promise<Direction | null>
}

/** A recorded call and its inputs. */
export type SealedBasis = {
  readonly id: string
  readonly commitment: string
  readonly previousDirection: Direction | null
  readonly inputs: MarketInputs
}

export type MarketReading = {
  /** The price of the moment. */
  readonly price: Price
  /** The price of the call's 4h close: levels and ranges are relative to it, and the record seals it. */
  readonly recordPriceUsd: number
  /** The closed hours since that close, oldest first. The call does not know them. */
  readonly hoursSinceClose: readonly Candle[]
  readonly signal: Signal
  /** The call on record that this is. */
  readonly sealed: Pick<SealedBasis, "id" | "commitment"> | null
}

const CONTRADICTED = "the sealed record is not the one that was anchored on the chain: this call is on no record"
const DISCLAIMER = "Research, not advice. Direction is close to unpredictable; ranges are not."

/** Prices and candles of a coin, and the vote on them. @throws {DataUnavailableError} any of them is too old to sell */
export async function readMarket(coin: Coin, deps: MarketDeps): Promise<MarketReading> {
  const { candles, nowMs } = deps
  const [price, hours, known, sealed] = await Promise.all([
    candles.price(coin),
    candles.candles(coin, "1h"),
    deps.previousDirection?.(coin) ?? null,
    deps.recordState === "contradicted" ? null : (deps.sealed?.(coin) ?? null),
  ])
  const inputs = sealed?.inputs ?? (await readInputs(coin, deps))
  // The answer is the sealed call, so it uses the previous class that the record used.
  const previousDirection = sealed === null ? known : sealed.previousDirection
  if (!price) throw new DataUnavailableError(`No price of ${coin} within its maximum age. Nothing was charged.`)
  if (!inputs.hours || !inputs.fourHours || !inputs.days) {
    throw new DataUnavailableError(`The candles of ${coin} are past their maximum age. Nothing was charged.`)
  }
  const newest = inputs.fourHours.value.findLast((candle) => isClosed(candle, "4h", openTimeOf(nowMs, "4h")))
  if (newest === undefined) throw new DataUnavailableError(`No 4h close of ${coin} is known. Nothing was charged.`)
  const recordPriceUsd = newest.closeUsd
  // When the newest candle is late, the call is that of the close whose price it has.
  const closeMs = newest.openTimeMs + intervalMs["4h"]
  const signal = computeSignal(inputs, { nowMs: closeMs, priceUsd: recordPriceUsd, previousDirection })
  const hoursSinceClose = (hours?.value ?? []).filter(
    (hour) => hour.openTimeMs >= signal.decisionTimeMs && isClosed(hour, "1h", nowMs),
  )
  return {
    price,
    recordPriceUsd,
    hoursSinceClose,
    signal,
    sealed:
      sealed === null || deps.recordState === "unchecked" ? null : { id: sealed.id, commitment: sealed.commitment },
  }
}

/** Price of the moment, price of record and the move between them. */
export function priceFields({
  price,
  recordPriceUsd,
  signal,
}: Pick<MarketReading, "price" | "recordPriceUsd" | "signal">) {
  return {
    price: roundPrice(price.value),
    price_of_record: roundPrice(recordPriceUsd),
    decided_at: isoTime(signal.decisionTimeMs),
    price_moved_pct: round(100 * (price.value / recordPriceUsd - 1), 2),
  }
}

/** Every input of the engine for a coin, at its newest. */
export async function readInputs(
  coin: Coin,
  { candles, series }: Pick<MarketDeps, "candles" | "series">,
): Promise<MarketInputs> {
  const [known, hours, fourHours, days] = await Promise.all([
    series.read(coin),
    ...INTERVALS.map((interval) => candles.candles(coin, interval)),
  ])
  return { ...known, hours: hours ?? null, fourHours: fourHours ?? null, days: days ?? null }
}

/** Metadata of an answer: oldest input, sources, abstaining indicators. `more`: inputs beside those of the call. */
export function metaOf(
  { price, signal, sealed }: MarketReading,
  { mode, nowMs, recordState }: MarketDeps,
  more: readonly Provenance[] = [],
): z.output<typeof CallMeta> {
  const known = Object.values(signal.view.known).filter((input) => input !== null)
  const inputs = [price, ...known.flatMap(splitSources), ...more]
  return {
    as_of: isoTime(Math.min(...inputs.map(({ asOfMs }) => asOfMs))),
    mode,
    method_version: METHOD_VERSION,
    sources: sourcesOf(inputs, nowMs),
    abstaining: signal.readings
      .filter(({ vote }) => vote === null)
      .map(({ indicator, reason }) => ({ indicator: idOf(indicator), reason: reason ?? "" })),
    degraded: [
      ...signal.weaknesses,
      ...(price.isDisputed ? [DISPUTED] : []),
      ...(recordState === "contradicted" ? [CONTRADICTED] : []),
    ],
    disclaimer: DISCLAIMER,
    sealed,
  }
}

function sourcesOf(inputs: readonly Provenance[], nowMs: number): z.output<typeof Source>[] {
  const names = [...new Set(inputs.map(({ source }) => source))].sort()
  return names.map((source) => {
    const times = inputs.filter((input) => input.source === source).map(({ asOfMs }) => asOfMs)
    return sourceAt({ source, asOfMs: Math.max(...times) }, nowMs)
  })
}

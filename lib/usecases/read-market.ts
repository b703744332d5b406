import type { z } from "zod"
import type { Meta, Source } from "@/lib/api/fields"
import { DataUnavailableError } from "@/lib/domain/errors"
import { type Interval, intervalMs, INTERVALS } from "@/lib/domain/market/candle"
import type { CandleFeed, Candles, Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { computeSignal, type Signal } from "@/lib/domain/signals/compute-signal"
import { METHOD_VERSION } from "@/lib/domain/signals/parameters"
import { idOf } from "@/lib/domain/signals/registry"

export type MarketDeps = {
  readonly candles: CandleFeed
  readonly mode: "sandbox" | "live"
  readonly nowMs: number
}

export type MarketReading = {
  readonly price: Sourced<number> & { readonly degraded: boolean }
  readonly signal: Signal
  readonly series: Readonly<Record<Interval, Candles>>
}

const DISCLAIMER = "Research, not advice. Direction is close to unpredictable; ranges are not."

/** Prices and candles of a coin, and the vote on them. @throws {DataUnavailableError} any of them is too old to sell */
export async function readMarket(coin: Coin, { candles, nowMs }: MarketDeps): Promise<MarketReading> {
  const [price, hours, fourHours, days] = await Promise.all([
    candles.price(coin),
    ...INTERVALS.map((interval) => candles.candles(coin, interval)),
  ])
  if (!price) throw new DataUnavailableError(`No price of ${coin} within its maximum age. Nothing was charged.`)
  if (!hours || !fourHours || !days) {
    throw new DataUnavailableError(`The candles of ${coin} are past their maximum age. Nothing was charged.`)
  }
  const inputs = { nowMs, days: days.value, fourHours: fourHours.value, hours: hours.value }
  const signal = computeSignal(inputs, price.value)
  return { price, signal, series: { "1h": hours, "4h": fourHours, "1d": days } }
}

/** What the answer says about itself: its oldest input, its sources, who abstained and why. */
export function metaOf(reading: MarketReading, { mode, nowMs }: MarketDeps): z.output<typeof Meta> {
  const { price, signal, series } = reading
  const inputs = [price, ...Object.values(series)]
  return {
    as_of: iso(Math.min(...inputs.map(({ asOfMs }) => asOfMs))),
    mode,
    method_version: METHOD_VERSION,
    sources: sourcesOf(inputs, nowMs),
    abstaining: signal.readings
      .filter(({ vote }) => vote === null)
      .map(({ indicator, reason }) => ({ indicator: idOf(indicator), reason: reason ?? "" })),
    degraded: [...signal.degraded, ...(price.degraded ? ["two price sources differ by more than 1 %"] : [])],
    disclaimer: DISCLAIMER,
  }
}

function sourcesOf(inputs: readonly Sourced<unknown>[], nowMs: number): z.output<typeof Source>[] {
  const names = [...new Set(inputs.map(({ source }) => source))].sort()
  return names.map((name) => {
    const newest = Math.max(...inputs.filter(({ source }) => source === name).map(({ asOfMs }) => asOfMs))
    return { name, as_of: iso(newest), age_s: Math.max(0, Math.round((nowMs - newest) / 1000)) }
  })
}

/** When a value that rests on this series was last known: its last close. */
export function closeTime(series: Candles, interval: Interval): number {
  const last = series.value.at(-1)
  return last === undefined ? series.asOfMs : last.openTimeMs + intervalMs[interval]
}

export function iso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

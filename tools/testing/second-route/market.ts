import type { MarketInputs } from "@/lib/domain/signals/market-inputs"
import type { Candle } from "@/lib/domain/market/candle"
import type { Bar } from "./arithmetic"
import { totalsOf } from "./venues"

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What was recorded before an answer, as of its 4h close. Series are oldest first. */
export type Recorded = {
  readonly nowMs: number
  readonly closeMs: number
  readonly price: number
  readonly days: readonly Bar[]
  readonly fours: readonly Bar[]
  readonly hours: readonly Bar[]
  readonly series: {
    readonly [Name in Exclude<keyof MarketInputs, "days" | "fourHours" | "hours">]: NonNullable<
      MarketInputs[Name]
    >["value"]
  }
}

/** The candles and points that were known at the close: a day's value a day later, a yield two, a fund's flow 36 hours. */
export function recordedOf(inputs: MarketInputs, at: { readonly nowMs: number; readonly price: number }): Recorded {
  const closeMs = Math.floor(at.nowMs / (4 * HOUR)) * 4 * HOUR
  const bars = (candles: readonly Candle[], spanMs: number): readonly Bar[] =>
    candles
      .filter(({ openTimeMs }) => openTimeMs + spanMs <= closeMs)
      .map((one) => ({
        t: one.openTimeMs,
        h: one.highUsd,
        l: one.lowUsd,
        c: one.closeUsd,
        v: one.volumeBase,
        b: one.takerBuyVolumeBase,
      }))
  const known = <P extends { readonly atMs: number }>(input: { readonly value: readonly P[] } | null, afterMs = 0) =>
    (input?.value ?? []).filter(({ atMs }) => atMs + afterMs <= closeMs)
  return {
    ...at,
    closeMs,
    days: bars(inputs.days?.value ?? [], DAY),
    fours: bars(inputs.fourHours?.value ?? [], 4 * HOUR),
    hours: bars(inputs.hours?.value ?? [], HOUR),
    series: {
      fearGreed: known(inputs.fearGreed),
      ...totalsOf({
        funding: known(inputs.funding),
        openInterest: known(inputs.openInterest),
        longShort: known(inputs.longShort),
      }),
      takerFlow: known(inputs.takerFlow, HOUR),
      coinbasePremium: known(inputs.coinbasePremium),
      etfFlows: known(inputs.etfFlows, 36 * HOUR).filter(({ isFinal }) => isFinal),
      vix: known(inputs.vix, DAY),
      dxy: known(inputs.dxy, DAY),
      us10y: known(inputs.us10y, 2 * DAY),
      spx: known(inputs.spx, DAY),
      stablecoins: known(inputs.stablecoins, DAY),
    },
  }
}

import { type Candle, type Interval, intervalMs } from "@/lib/domain/market/candle"
import { type MarketInputs, NO_INPUTS, type SeriesFeed } from "@/lib/domain/signals/market-inputs"

export const MARKET_NOW_MS = Date.UTC(2026, 10, 20, 12)

/**
 * Hourly candles that follow a wave and a drift, and their 4-hour and daily candles: enough history for every
 * indicator.
 */
export function waveMarket(options: {
  readonly driftPerDay: number
  readonly wave?: number
  readonly priceUsd?: number
  readonly scale?: number
  readonly nowMs?: number
}) {
  const { driftPerDay, wave = 0.01, priceUsd = 60_000, scale = 1, nowMs = MARKET_NOW_MS } = options
  const step = intervalMs["1h"]
  const count = 300 * 24
  const first = Math.floor(nowMs / step) * step - count * step
  const phase = first / step
  const priceAt = (i: number) => {
    const swing = Math.sin((phase + i) / 37) + 0.4 * Math.sin((phase + i) / 5.3)
    return scale * priceUsd * Math.exp((driftPerDay * i) / 24 + wave * swing)
  }
  const hours = Array.from({ length: count }, (_, i): Candle => {
    const [openUsd, closeUsd] = [priceAt(i), priceAt(i + 1)]
    const volumeBase = 1_000 + 300 * Math.sin(i / 11)
    return {
      openTimeMs: first + i * step,
      openUsd,
      closeUsd,
      highUsd: Math.max(openUsd, closeUsd) * (1 + wave / 20),
      lowUsd: Math.min(openUsd, closeUsd) * (1 - wave / 20),
      volumeBase,
      takerBuyVolumeBase: volumeBase * (0.5 + 2 * wave * Math.sin((phase + i) / 97)),
    }
  })
  return { nowMs, hours, fourHours: foldCandles(hours, "4h"), days: foldCandles(hours, "1d") }
}

/** The maximum from candles alone, where volume is not split: two of the three categories. */
export const CANDLES_ONLY = { indicators: 12, categories: 2 } as const

/** No series is known. */
export const failingSeries: SeriesFeed = { read: () => Promise.resolve(NO_INPUTS) }

/** Candles as the only inputs of the engine. */
export function inputsOf(
  candles: Readonly<Record<"hours" | "fourHours" | "days", readonly Candle[]>> & { readonly nowMs: number },
): MarketInputs {
  const sourced = (value: readonly Candle[]) => ({ value, asOfMs: candles.nowMs, source: "binance" })
  return {
    ...NO_INPUTS,
    hours: sourced(candles.hours),
    fourHours: sourced(candles.fourHours),
    days: sourced(candles.days),
  }
}

/** Joins hours to longer candles; the last candle may be open. */
export function foldCandles(hours: readonly Candle[], interval: Interval): Candle[] {
  const groups = new Map<number, Candle[]>()
  for (const hour of hours) {
    const open = Math.floor(hour.openTimeMs / intervalMs[interval]) * intervalMs[interval]
    const group = groups.get(open)
    if (group === undefined) groups.set(open, [hour])
    else group.push(hour)
  }
  return [...groups.entries()].map(([openTimeMs, group]) => ({
    openTimeMs,
    openUsd: group[0]?.openUsd ?? Number.NaN,
    closeUsd: group.at(-1)?.closeUsd ?? Number.NaN,
    highUsd: Math.max(...group.map(({ highUsd }) => highUsd)),
    lowUsd: Math.min(...group.map(({ lowUsd }) => lowUsd)),
    volumeBase: group.reduce((sum, { volumeBase }) => sum + volumeBase, 0),
    takerBuyVolumeBase: group.reduce((sum, { takerBuyVolumeBase }) => sum + (takerBuyVolumeBase ?? 0), 0),
  }))
}

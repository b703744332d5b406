import type { PlotCandle } from "@/components/charts/candle-plot"

type Range = { readonly low: number; readonly high: number }

/** Beyond this the distance says nothing to a reader. */
const FAR = 0.5

/** `inside, 1.8% to the edge`, `0.4% above`, `0.4% below`, `far below`. */
export function rangePlace({ low, high }: Range, price: number): string {
  if (price > high) return `${distance(price / high - 1)} above`
  if (price < low) return `${distance(1 - price / low)} below`
  return `inside, ${percent(Math.min(high / price - 1, 1 - low / price))} to the edge`
}

/** The first time within a range's span at which a candle reached beyond it, and the edge; `null`: never. */
export function exitOf(
  { low, high, fromMs, untilMs }: Range & { readonly fromMs: number; readonly untilMs: number },
  candles: readonly PlotCandle[],
  lengthMs: number,
): { readonly atMs: number; readonly price: number } | null {
  // A candle that began before the answer may have been outside before it.
  const first = candles.find(
    (candle) => candle.openMs >= fromMs && candle.openMs < untilMs && (candle.high > high || candle.low < low),
  )
  return first ? { atMs: first.openMs + lengthMs / 2, price: first.high > high ? high : low } : null
}

function distance(share: number): string {
  return share > FAR ? "far" : percent(share)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

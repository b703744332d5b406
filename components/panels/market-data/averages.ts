import type { PlotCandle, PlotLine } from "@/components/charts/candle-plot"

const LENGTHS = [20, 50] as const

/** Simple moving averages of the closes, from the first candle that has enough before it. */
export function movingAverages(candles: readonly PlotCandle[], lengthMs: number): readonly PlotLine[] {
  return LENGTHS.map((length) => ({
    name: `SMA ${length}`,
    points: candles.slice(length - 1).map(({ openMs }, index) => {
      const closes = candles.slice(index, index + length).map(({ close }) => close)
      return { atMs: openMs + lengthMs / 2, price: closes.reduce((sum, close) => sum + close, 0) / length }
    }),
  }))
}

import type { Candles } from "@/lib/domain/market/candle-feed"
import type { CandleStore } from "@/lib/market/feeds/candle-store"

/** A candle store in memory that shows its content. */
export function createMemoryCandleStore(): CandleStore & { readonly series: Map<string, Candles> } {
  const series = new Map<string, Candles>()
  return {
    series,
    load: async (coin, interval) => series.get(`${coin} ${interval}`) ?? null,
    save: async (coin, interval, held) => {
      series.set(`${coin} ${interval}`, held)
    },
  }
}

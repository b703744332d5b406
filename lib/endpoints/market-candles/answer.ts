import type { Params, ResponseOf } from "@/lib/api/contract"
import { intervalMs } from "@/lib/domain/market/candle"
import { round } from "@/lib/domain/round"
import { isoTime } from "@/lib/domain/utc-day"
import { ageSeconds, type MarketDataDeps, WITHHELD_REASON } from "@/lib/usecases/market-data"
import type { marketCandlesContract } from "./contract"

/** Closed candles of one coin, or none with the reason. */
export async function getMarketCandles(
  { coin, interval, limit }: Params<typeof marketCandlesContract>,
  { candles, mode, mayPublish, nowMs }: MarketDataDeps,
): Promise<ResponseOf<typeof marketCandlesContract>> {
  const series = mayPublish ? await candles.candles(coin, interval) : null
  const shown = series?.value.filter(({ openTimeMs }) => openTimeMs + intervalMs[interval] <= nowMs).slice(-limit)
  return {
    coin,
    interval,
    candles: (shown ?? []).map((candle) => ({
      t: isoTime(candle.openTimeMs),
      o: candle.openUsd,
      h: candle.highUsd,
      l: candle.lowUsd,
      c: candle.closeUsd,
      v: round(candle.volumeBase, 4),
    })),
    source: series?.source ?? null,
    as_of: series ? isoTime(series.asOfMs) : null,
    age_s: series ? ageSeconds(series.asOfMs, nowMs) : null,
    withheld: mayPublish ? null : WITHHELD_REASON,
    mode,
    timestamp: isoTime(nowMs),
  }
}

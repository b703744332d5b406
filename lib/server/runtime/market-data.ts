import type { Params, ResponseOf } from "@/lib/api/contract"
import type { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import type { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import { getMarketCandles } from "@/lib/endpoints/market-candles/answer"
import { getMarketPrices } from "@/lib/endpoints/market-prices/answer"
import type { MarketDataDeps } from "@/lib/usecases/market-data"
import { runtime } from "./runtime"

export async function marketPricesAnswer(): Promise<ResponseOf<typeof marketPricesContract>> {
  return getMarketPrices(await marketDataDeps())
}

export async function marketCandlesAnswer(
  params: Params<typeof marketCandlesContract>,
): Promise<ResponseOf<typeof marketCandlesContract>> {
  return getMarketCandles(params, await marketDataDeps())
}

async function marketDataDeps(): Promise<MarketDataDeps> {
  const { candles, config } = await runtime()
  const mayPublish = config.market === "simulated" || config.sources.profile === "open"
  return { candles, mode: config.mode, mayPublish, nowMs: Date.now() }
}

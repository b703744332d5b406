import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { getMarketCandles } from "./answer"
import type { marketCandlesContract } from "./contract"

export const marketCandles: FreeEndpoint<typeof marketCandlesContract> = {
  answer: getMarketCandles,
  provenance: { source: "candles", window: "the interval asked for" },
}

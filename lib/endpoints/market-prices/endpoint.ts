import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { getMarketPrices } from "./answer"
import type { marketPricesContract } from "./contract"

export const marketPrices: FreeEndpoint<typeof marketPricesContract> = {
  answer: (_, ports) => getMarketPrices(ports),
  provenance: {
    source: "price feed",
    window: "at the answer",
    parts: { "*sparkline_7d*": { source: "hourly candles" } },
  },
}

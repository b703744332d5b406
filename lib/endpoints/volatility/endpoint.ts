import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { getVolatility } from "./answer"
import type { volatilityContract } from "./contract"
import { volatilityVersion } from "./version"

const FORECAST = { source: "fitted model, candles", window: "from now on" } as const

export const volatility: PaidEndpoint<typeof volatilityContract> = {
  answer: getVolatility,
  version: async ({ coin }, ports) =>
    volatilityVersion(await ports.reading(coin), await ports.options.read(coin), ports.nowMs),
  provenance: {
    source: "options of Deribit",
    window: "at the time of the quotes",
    parts: {
      coin: { source: "the request" },
      timestamp: { source: "this service" },
      "terms[].hours": { source: "this service" },
      "terms[].forecast_*": FORECAST,
      "expiries[].forecast_*": FORECAST,
      "premium.realised_*": { source: "daily candles", window: "30 days" },
      "events[].name": { source: "economic calendar" },
      "events[].at": { source: "economic calendar" },
      price: { source: "price feed", window: "now" },
      price_moved_pct: { source: "price feed", window: "since `decided_at`" },
      price_of_record: { source: "engine, from closed candles", window: "at the 4h close" },
      decided_at: { source: "engine, from closed candles", window: "at the 4h close" },
      "quality.left_out[].r*": { source: "this service" },
      "meta.*": { source: "this service" },
    },
  },
}

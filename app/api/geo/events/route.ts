import { geoEventsContract } from "@/lib/api/geo-events"
import { assetPrices } from "@/lib/runtime/geo-prices"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getGeoEvents } from "@/lib/usecases/get-geo-events"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(geoEventsContract, async (params) => {
  const { candles, feeds, config } = await runtime()
  const asked = { mode: config.mode, nowMs: Date.now() }
  return getGeoEvents(params, { news: feeds.news, prices: assetPrices(candles, feeds), ...asked })
})

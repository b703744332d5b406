import { geoAlertContract } from "@/lib/api/geo-alert"
import { assetPrices } from "@/lib/runtime/geo-prices"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getGeoAlert } from "@/lib/usecases/get-geo-alert"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(geoAlertContract, async (params) => {
  const { candles, feeds, config } = await runtime()
  const asked = { mode: config.mode, nowMs: Date.now() }
  return getGeoAlert(params, { news: feeds.news, prices: assetPrices(candles, feeds), ...asked })
})

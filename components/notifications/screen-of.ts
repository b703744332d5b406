import { screens } from "@/lib/client/screens"
import { coinOf, endpointOf } from "@/components/panels/product/panel-product"

/** The screen that a notification opens: `/coins/BTC` for `risk:BTC`. */
export function screenOf(productId: string): string {
  const endpoint = endpointOf(productId)
  const selling = screens.filter(({ panels }) => panels.includes(endpoint)).map(({ href }) => href)
  const coin = coinOf(productId)
  return selling.find((href) => coin !== undefined && href.endsWith(`/${coin}`)) ?? selling[0] ?? "/receipts"
}

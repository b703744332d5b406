import { currentPerpetuals, currentPrices, type SearchParams } from "@/app/(dashboard)/_parts/first-screen"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { Watchlist } from "@/components/panels/market-data/late-watchlist"
import { orderInQuery } from "@/components/ui/order-in-query"
import { ORDERS, WATCHLIST } from "@/lib/client/watchlist/watch-rows"

export const metadata = screenMetadata("/watchlist")

export default async function WatchlistPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  requireScreen("/watchlist")
  const search = await searchParams
  const named = orderInQuery({ get: (name) => [search[name] ?? null].flat()[0] ?? null }, WATCHLIST)?.column
  const [perpetuals, prices] = await Promise.all([currentPerpetuals(), currentPrices()])
  const order = ORDERS.find((one) => one === named) ?? "My order"
  return (
    <>
      <ScreenHead href="/watchlist" />
      <Watchlist perpetuals={perpetuals} prices={prices} order={order} />
    </>
  )
}

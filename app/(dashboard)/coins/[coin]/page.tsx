import type { Metadata } from "next"
import { notFound, permanentRedirect } from "next/navigation"
import { CoinChart } from "@/components/panels/market-data/late-chart"
import { panelsOn } from "@/components/panels"
import { PurchaseHistory } from "@/components/panels/bought/purchase-history"
import { CoinCalls } from "@/components/panels/record/coin-calls"
import { HealthLine } from "@/components/shell/health-line"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { chartData, intervalIn, signalPrice } from "@/app/(dashboard)/_parts/first-screen"
import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenBundle } from "@/app/(dashboard)/_parts/screen-bundle"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

/** Panels with a place of their own; the odds are in the chart. Others follow in the order of their rows. */
const PLACED: ReadonlySet<string> = new Set(["signal", "risk", "context", "odds"])

export async function generateMetadata({ params }: PageProps<"/coins/[coin]">): Promise<Metadata> {
  return screenMetadata(`/coins/${await coinOf(params)}`)
}

export default async function CoinPage({ params, searchParams }: PageProps<"/coins/[coin]">) {
  const coin = await coinOf(params)
  const { candles, calls } = await chartData(coin, intervalIn(await searchParams))
  return (
    <>
      <ScreenHead href={`/coins/${coin}`} aside={<HealthLine />} />
      <ScreenBundle panels={["signal", "risk", "context"].map((id) => ({ id, params: { coin } }))} />
      <div className="coin-screen">
        <div className="coin-top">
          <CoinChart coin={coin} candles={candles} calls={calls} signalPrice={signalPrice()} hrefOfCoins="/coins/" />
          <Panel compact id="signal" params={{ coin }} />
          <Panel compact id="risk" params={{ coin }} />
        </div>
        <div className="coin-rest">
          <CoinCalls coin={coin} />
          <Panel compact id="context" params={{ coin }} />
        </div>
      </div>
      <div className="coin-more">
        {panelsOn(`/coins/${coin}`).map(({ id }) =>
          PLACED.has(id) ? null : <Panel id={id} params={{ coin }} key={id} />,
        )}
      </div>
      <PurchaseHistory coin={coin} />
    </>
  )
}

async function coinOf(params: Promise<{ readonly coin: string }>): Promise<Coin> {
  const { coin } = await params
  const known = COINS.find((one) => one === coin.toUpperCase())
  if (known === undefined) notFound()
  if (known !== coin) permanentRedirect(`/coins/${known}`)
  return known
}

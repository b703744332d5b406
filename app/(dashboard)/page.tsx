import Link from "next/link"
import { LockedChart } from "@/components/panels/market-data/locked-chart"
import { MarketStrip } from "@/components/panels/market-data/market-strip"
import { RecordStrip } from "@/components/panels/record/record-strip"
import { HealthLine } from "@/components/shell/health-line"
import { signalContract } from "@/lib/api/signal"
import { dollars } from "@/lib/client/format/money"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { firstScreenData } from "./_parts/first-screen"
import { Panel } from "./_parts/panel"
import { ScreenBundle } from "./_parts/screen-bundle"
import { screenMetadata } from "./_parts/screen-metadata"

export const metadata = { ...screenMetadata("/"), title: { absolute: "Signal402: crypto signals by the view" } }

type OverviewProps = { readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> }

export default async function OverviewPage({ searchParams }: OverviewProps) {
  const coin = chartCoin((await searchParams)["coin"])
  const { prices, candles, calls } = await firstScreenData(coin)
  return (
    <>
      <div className="page-head">
        <h1>BTC, ETH and SOL calls with odds. {dollars(signalContract.price)} each, no account</h1>
        <HealthLine />
      </div>
      <MarketStrip initial={prices} />
      <div className="first-screen">
        <section aria-labelledby="signals" className="first-signals">
          <h2 className="visually-hidden" id="signals">
            Signals
          </h2>
          <div className="panels thirds">
            {COINS.map((coin) => (
              <Panel compact id="signal" params={{ coin }} key={coin} />
            ))}
          </div>
          <ScreenBundle panels={COINS.map((coin) => ({ id: "signal", params: { coin } }))} />
        </section>
        <LockedChart coin={coin} candles={candles} calls={calls} />
        <RecordStrip />
      </div>
      <section aria-labelledby="state">
        <h2 className="section-head" id="state">
          State of the market
        </h2>
        <div className="panels state-panels">
          <Panel compact id="regime" />
          <Panel compact id="market_overview" />
          <div className="panel-stack">
            <Panel compact id="geo_alert" />
            <Panel compact id="events" />
          </div>
        </div>
      </section>
      <section aria-labelledby="risk">
        <h2 className="section-head" id="risk">
          Risk plans
        </h2>
        <div className="panels thirds">
          {COINS.map((coin) => (
            <Panel compact id="risk" params={{ coin }} key={coin} />
          ))}
        </div>
        <p className="section-foot">
          All 25 readings:{" "}
          {COINS.map((coin) => (
            <Link prefetch={false} href={`/coins/${coin}`} key={coin}>
              {coin}
            </Link>
          ))}
        </p>
      </section>
    </>
  )
}

/** The coin of the chart; BTC for anything else. */
function chartCoin(wanted: string | string[] | undefined): Coin {
  return COINS.find((coin) => coin === wanted) ?? "BTC"
}

import Link from "next/link"
import { CoinChart } from "@/components/panels/market-data/late-chart"
import { RecordStrip } from "@/components/panels/record/record-strip"
import { HealthLine } from "@/components/shell/health-line"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { dollars } from "@/lib/client/format/money"
import { COINS } from "@/lib/domain/market/coin"
import { CompactPanels } from "./_parts/compact-panels"
import { chartData, intervalIn, signalPrice, type SearchParams } from "./_parts/first-screen"
import { pinnedKeys, storedPreferences, unpinnedKeys } from "./_parts/panel-offers"
import { PinnedPanels } from "./_parts/pinned-panels"
import { ScreenBundle } from "./_parts/screen-bundle"
import { screenMetadata } from "./_parts/screen-metadata"

export const metadata = { ...screenMetadata("/"), title: { absolute: "Signal402: crypto signals by the view" } }

type OverviewProps = { readonly searchParams: Promise<SearchParams> }

export default async function OverviewPage({ searchParams }: OverviewProps) {
  const { coin: preferred, pinned } = await storedPreferences()
  const search = await searchParams
  const coin = COINS.find((one) => one === search["coin"]) ?? preferred
  const { candles, calls } = await chartData(coin, intervalIn(search))
  const signals = unpinnedKeys(forEachCoin("signal"), pinned)
  const states = unpinnedKeys(
    ["regime", "market_overview", "geo_alert", "events"].map((id) => ({ id })),
    pinned,
  )
  const risks = unpinnedKeys(forEachCoin("risk"), pinned)
  return (
    <>
      <div className="page-head">
        <h1>BTC, ETH and SOL calls with odds. {dollars(signalContract.price)} each, no account</h1>
        <HealthLine />
      </div>
      <div className="first-screen">
        <CoinChart coin={coin} candles={candles} calls={calls} signalPrice={signalPrice()} hrefOfCoins="/?coin=" />
        {signals.length === 0 ? null : (
          <section aria-labelledby="signals" className="first-signals">
            <h2 className="visually-hidden" id="signals">
              Signals
            </h2>
            <div className="panel-stack">
              <CompactPanels panels={signals} />
            </div>
            <ScreenBundle panels={signals} />
          </section>
        )}
        <RecordStrip />
        {risks.length === 0 ? null : (
          <section aria-labelledby="risk" className="first-risks">
            <h2 className="section-head" id="risk">
              Risk plans
            </h2>
            <div className="panels thirds">
              <CompactPanels panels={risks} />
            </div>
          </section>
        )}
      </div>
      <PinnedPanels panels={pinnedKeys(pinned)} />
      {states.length === 0 ? null : (
        <section aria-labelledby="state">
          <h2 className="section-head" id="state">
            State of the market
          </h2>
          <div className="panels quarters">
            <CompactPanels panels={states} />
          </div>
        </section>
      )}
      <p className="section-foot">
        All 25 readings:{" "}
        {COINS.map((coin) => (
          <Link prefetch={false} href={`/coins/${coin}`} key={coin}>
            {coin}
          </Link>
        ))}
      </p>
    </>
  )
}

function forEachCoin(id: string) {
  return COINS.map((coin) => ({ id, params: { coin } }))
}

import Link from "next/link"
import { RecordStrip } from "@/components/panels/record/record-strip"
import { HealthLine } from "@/components/shell/health-line"
import { signalContract } from "@/lib/api/signal"
import { dollars } from "@/lib/client/format/money"
import { COINS } from "@/lib/domain/market/coin"
import { Panel } from "./_parts/panel"
import { ScreenBundle } from "./_parts/screen-bundle"
import { screenMetadata } from "./_parts/screen-metadata"

export const metadata = { ...screenMetadata("/"), title: { absolute: "Signal402: crypto signals by the view" } }

export default function OverviewPage() {
  return (
    <>
      <div className="page-head">
        <h1>BTC, ETH and SOL calls with odds. {dollars(signalContract.price)} each, no account</h1>
        <HealthLine />
        <p>
          BTC, ETH and SOL: direction, odds and price ranges from 25 indicators. You pay per panel in USDC with one
          signature, and only if the answer arrives. No account, no subscription, no gas.
        </p>
      </div>
      <section aria-labelledby="signals">
        <h2 className="section-head" id="signals">
          Signals
        </h2>
        <ScreenBundle panels={COINS.map((coin) => ({ id: "signal", params: { coin } }))} />
        <div className="panels thirds">
          {COINS.map((coin) => (
            <Panel id="signal" params={{ coin }} key={coin} />
          ))}
        </div>
      </section>
      <RecordStrip />
      <section aria-labelledby="state">
        <h2 className="section-head" id="state">
          State of the market
        </h2>
        <div className="panels">
          <Panel id="regime" />
          <Panel id="market_overview" />
          <Panel id="geo_alert" />
          <Panel id="events" />
        </div>
      </section>
      <section aria-labelledby="risk">
        <h2 className="section-head" id="risk">
          Risk plans
        </h2>
        <div className="panels thirds">
          {COINS.map((coin) => (
            <Panel id="risk" params={{ coin }} key={coin} />
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

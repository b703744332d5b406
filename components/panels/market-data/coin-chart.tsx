"use client"

import dynamic from "next/dynamic"
import Link from "next/link"
import { useState } from "react"
import { SetAlertButton } from "@/components/alerts/set-alert-button"
import type { OddsLine } from "@/components/panels/odds/odds-section"
import { Chips } from "@/components/ui/chips"
import { useTimes } from "@/lib/client/browser/use-times"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { INTERVALS } from "@/lib/domain/market/candle"
import { useChartView } from "./chart-view"
import { type CallsAnswer, type CandlesAnswer, candlesOf, proofText } from "./market-chart-data"
import { CoinPlot } from "./coin-plot"
import { useCandles } from "./use-chart-data"

const OddsSection = dynamic(
  () => import("@/components/panels/odds/odds-section").then((module) => module.OddsSection),
  {
    ssr: false,
    loading: () => <p className="muted">Loading…</p>,
  },
)

type CoinChartProps = {
  readonly coin: Coin
  /** Candles of the interval in the address, rendered on the server. */
  readonly candles: CandlesAnswer | null
  readonly calls: CallsAnswer | null
  /** `$0.05`; `null`: this deployment does not sell the signal. */
  readonly signalPrice: string | null
  /** The address of the same chart of another coin ends with it: `/?coin=`. */
  readonly hrefOfCoins: "/?coin=" | "/coins/"
}

const intervals = INTERVALS.map((interval) => ({ name: interval, value: interval }))

/** Free candles of a coin, with the levels and ranges of an owned signal. Without one, the ranges are a blurred sketch. */
export function CoinChart({ coin, candles, calls, signalPrice, hrefOfCoins }: CoinChartProps) {
  const [view, setView] = useChartView()
  const [line, setLine] = useState<OddsLine | null>(null)
  const times = useTimes()
  const { answer, hasFailed, availableCount, loadMore } = useCandles(coin, view.interval, candles)
  const shown = answer ? candlesOf(answer) : []
  return (
    <section className="panel coin-chart" aria-labelledby="price-chart">
      <header className="panel-head">
        <h2 id="price-chart">{coin} price</h2>
        <nav className="coin-links" aria-label="Coin of the chart">
          {COINS.map((one) => (
            <Link
              prefetch={false}
              scroll={false}
              href={`${hrefOfCoins}${one}`}
              aria-current={one === coin ? "true" : undefined}
              key={one}
            >
              {one}
            </Link>
          ))}
        </nav>
        <SetAlertButton />
        <Chips
          label="Length of a candle"
          options={intervals}
          value={view.interval}
          onChoose={(interval) => setView({ ...view, interval })}
        />
      </header>
      <div className="panel-body">
        {shown.length > 1 ? (
          <CoinPlot
            coin={coin}
            chart={view}
            onChart={setView}
            candles={shown}
            availableCount={Math.max(availableCount, shown.length)}
            calls={calls?.calls ?? []}
            source={answer?.source ?? null}
            signalPrice={signalPrice}
            onWantMore={loadMore}
            line={line}
            setLine={setLine}
            key={`${coin} ${view.interval}`}
          />
        ) : (
          <p className="empty candles-box">
            {answer?.withheld ?? (hasFailed ? "Candles are unavailable right now." : "Loading…")}
          </p>
        )}
        {line === null ? null : (
          <OddsSection coin={coin} line={line} onHours={(hours) => setLine({ ...line, hours })} />
        )}
        {calls ? (
          <p className="proof-line">
            {proofText(calls, times.day)}{" "}
            <Link prefetch={false} href="/track-record">
              Full record, and how to verify it
            </Link>
          </p>
        ) : null}
      </div>
    </section>
  )
}

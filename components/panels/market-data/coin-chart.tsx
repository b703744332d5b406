"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { SetAlertButton } from "@/components/alerts/set-alert-button"
import type { OddsLine } from "@/components/panels/odds/odds-section"
import { Chips } from "@/components/ui/chips"
import type { Coin } from "@/lib/domain/market/coin"
import { type Interval, INTERVALS } from "@/lib/domain/market/candle"
import { type CallsAnswer, type CandlesAnswer, candlesOf } from "./market-chart-data"
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
  /** 4h candles, rendered on the server. */
  readonly candles: CandlesAnswer | null
  readonly calls: CallsAnswer | null
}

const intervals = INTERVALS.map((interval) => ({ name: interval, value: interval }))

/** Free candles of a coin, with the levels and ranges of an owned signal. Without one, the ranges are a blurred sketch. */
export function CoinChart({ coin, candles, calls }: CoinChartProps) {
  const [interval, setInterval] = useState<Interval>("4h")
  const [line, setLine] = useState<OddsLine | null>(null)
  const { answer, hasFailed, availableCount, loadMore } = useCandles(coin, interval, candles)
  const shown = answer ? candlesOf(answer) : []
  return (
    <section className="panel coin-chart" aria-labelledby="price-chart">
      <header className="panel-head">
        <h3 id="price-chart">{coin} price</h3>
        <SetAlertButton />
        <Chips label="Length of a candle" options={intervals} value={interval} onChoose={setInterval} />
      </header>
      <div className="panel-body">
        {shown.length > 1 ? (
          <CoinPlot
            coin={coin}
            interval={interval}
            candles={shown}
            availableCount={Math.max(availableCount, shown.length)}
            calls={calls?.calls ?? []}
            source={answer?.source ?? null}
            onWantMore={loadMore}
            line={line}
            setLine={setLine}
            key={interval}
          />
        ) : (
          <p className="empty">{answer?.withheld ?? (hasFailed ? "Candles are unavailable right now." : "Loading…")}</p>
        )}
        {line === null ? null : (
          <OddsSection coin={coin} line={line} onHours={(hours) => setLine({ ...line, hours })} />
        )}
      </div>
    </section>
  )
}

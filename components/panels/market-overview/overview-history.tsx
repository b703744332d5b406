"use client"

import { useState } from "react"
import { DayBars } from "@/components/charts/day-bars"
import { pct, signedUsd } from "@/components/ui/format"
import { Chips } from "@/components/ui/chips"
import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "@/lib/endpoints/market-overview/contract"
import { reading } from "@/lib/client/format/number"
import { type Coin, COINS } from "@/lib/domain/market/coin"

type History = NonNullable<ResponseOf<typeof marketOverviewContract>["history_30d"]>
type Series = History[Coin]["etf_flow_m"]

const coins = COINS.map((coin) => ({ name: coin, value: coin }))

/** Up to 30 days of funding, open interest and fund flows of one coin as bars, each with its venue. */
export function OverviewHistory({ history }: { readonly history: History }) {
  const [coin, setCoin] = useState<Coin>("BTC")
  const { funding_8h_pct, open_interest_base, etf_flow_m } = history[coin]
  return (
    <section aria-label="Up to 30 days">
      <h4>Up to 30 days</h4>
      <Chips label="Coin of the bars" options={coins} value={coin} onChoose={setCoin} />
      <div className="day-charts">
        <Bars name={`Funding of ${coin}, 8h`} series={funding_8h_pct} format={(value) => pct(value, 4)} from="zero" />
        <Bars
          name={`Open interest, ${coin}`}
          series={open_interest_base}
          format={(value) => `${reading(value)} ${coin}`}
          from="range"
        />
        <Bars name={`${coin} fund flows`} series={etf_flow_m} format={(value) => signedUsd(value * 1e6)} from="zero" />
      </div>
    </section>
  )
}

type BarsProps = {
  readonly name: string
  readonly series: Series
  readonly format: (value: number) => string
  readonly from: "zero" | "range"
}

function Bars({ name, series: { venue, days }, format, from }: BarsProps) {
  const newest = days.at(-1)
  if (newest === undefined) return <p className="muted">{name}: no values.</p>
  const axis = from === "range" ? " The bars do not begin at zero." : ""
  const summary = `${name}: ${format(newest.value)} on ${newest.date}. ${days.length} days. Source: ${venue ?? "unknown"}.${axis}`
  return <DayBars name={name} summary={summary} days={days} format={format} from={from} />
}

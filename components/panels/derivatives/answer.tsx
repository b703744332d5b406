"use client"

import { useState } from "react"
import { DayBars, type DayValue } from "@/components/charts/day-bars"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { Chips } from "@/components/ui/chips"
import { type Column, DataTable } from "@/components/ui/data-table"
import { pct, signedPct, UNKNOWN, usd } from "@/components/ui/format"
import { Signed } from "@/components/ui/signed"
import { StatList } from "@/components/ui/stat-list"
import type { ResponseOf } from "@/lib/api/contract"
import { percentOf, ratioText, reading } from "@/lib/client/format/number"
import { ageText } from "@/lib/client/format/time"
import { venuesOfTotal } from "@/lib/domain/market/venue-totals"
import { derivativesContract } from "@/lib/endpoints/derivatives/contract"

type Derivatives = ResponseOf<typeof derivativesContract>

/** Totals, each venue behind them, and 30 days. */
export const Answer = withAnswerFrame(derivativesContract, DerivativesView)

function DerivativesView({ answer }: { readonly answer: Derivatives }) {
  const rows = venueRows(answer)
  return (
    <>
      <StatList stats={statsOf(answer)} />
      <DataTable
        caption={`Venues of ${answer.coin}`}
        columns={venueColumns}
        rows={rows}
        keyOf={({ venue }) => venue}
        widthRem={44}
        csv={{ name: `derivatives-${answer.coin}`, meta: answer.meta, records: rows }}
      />
      <Liquidations answer={answer} />
      <Month answer={answer} />
      <p className="note">
        Paid and basis a year are what a long pays a short if nothing changes, before fees. The crowding percentile is
        the mean of the percentiles of funding, open interest, long/short ratio and basis in 30 days: it describes
        positions and forecasts nothing.
      </p>
    </>
  )
}

function statsOf({ coin, open_interest, funding, basis, long_short, taker, liquidations, crowding }: Derivatives) {
  return [
    {
      name: "Open interest",
      value: usd(open_interest.total_usd),
      note: `${reading(open_interest.total_base)} ${coin}, ${signedPct(open_interest.change_24h_pct)} in 24h`,
    },
    {
      name: "Funding, 8h",
      value: pct(funding.paid_8h_pct, 4),
      note: `${pct(funding.predicted_8h_pct, 4)} predicted; ${pct(funding.annual_pct, 1)} a year`,
    },
    {
      name: "Crowding",
      value: percentileText(crowding.percentile),
      note: `funding ${percentileText(crowding.funding_percentile)}, open interest ${percentileText(crowding.open_interest_percentile)}`,
    },
    {
      name: "Long / short",
      value: long_short.ratio === null ? UNKNOWN : ratioText(long_short.ratio),
      note: `basis ${pct(basis.mean_pct, 3)}`,
    },
    {
      name: "Taker buys, 24h",
      value: taker.buy_share_24h === null ? UNKNOWN : percentOf(taker.buy_share_24h),
      note: "of the volume of market orders",
    },
    {
      name: "Liquidated, 24h",
      value: usd(liquidations.total_usd_24h),
      note: `last hour ${percentileText(liquidations.last_hour_percentile)} of 30 days`,
    },
  ]
}

function percentileText(share: number | null): string {
  return share === null ? UNKNOWN : `${Math.round(100 * share)} / 100`
}

/** One row for each venue that any part names. */
function venueRows({ open_interest, funding, basis, long_short, carry }: Derivatives) {
  const names = [...new Set([...open_interest.venues, ...carry].map(({ venue }) => venue))]
  return names.map((venue) => {
    const of = <Row extends { readonly venue: string }>(rows: readonly Row[]) => rows.find((row) => row.venue === venue)
    const [open, rate, year] = [of(open_interest.venues), of(funding.venues), of(carry)]
    return {
      venue,
      share: open?.share ?? null,
      open_interest_base: open?.value ?? null,
      age_s: open?.age_s ?? null,
      paid_8h_pct: rate?.paid_8h_pct ?? null,
      predicted_8h_pct: rate?.predicted_8h_pct ?? null,
      funding_annual_30d_pct: year?.funding_annual_30d_pct ?? null,
      basis_pct: of(basis.venues)?.value ?? null,
      basis_annual_pct: year?.basis_annual_pct ?? null,
      long_short_ratio: of(long_short.venues)?.value ?? null,
    }
  })
}

type VenueRow = ReturnType<typeof venueRows>[number]

const venueColumns: readonly Column<VenueRow>[] = [
  { name: "Venue", cell: ({ venue }) => venue },
  { name: "Share", numeric: true, cell: ({ share }) => (share === null ? UNKNOWN : percentOf(share)) },
  {
    name: "Open interest",
    numeric: true,
    cell: ({ open_interest_base: coins }) => (coins === null ? UNKNOWN : reading(coins)),
  },
  { name: "Paid 8h", numeric: true, cell: ({ paid_8h_pct }) => pct(paid_8h_pct, 4) },
  { name: "Predicted", numeric: true, cell: ({ predicted_8h_pct }) => pct(predicted_8h_pct, 4) },
  {
    name: "Paid a year, 30d",
    numeric: true,
    cell: ({ funding_annual_30d_pct }) => <Signed value={funding_annual_30d_pct} format={signedPct} />,
  },
  {
    name: "Basis a year",
    numeric: true,
    cell: ({ basis_annual_pct }) => <Signed value={basis_annual_pct} format={signedPct} />,
  },
  {
    name: "Long / short",
    numeric: true,
    cell: ({ long_short_ratio }) => (long_short_ratio === null ? UNKNOWN : ratioText(long_short_ratio)),
  },
  {
    name: "Age",
    numeric: true,
    cell: ({ age_s }) => (age_s === null ? UNKNOWN : ageText(1000 * age_s)),
  },
]

function Liquidations({ answer: { coin, liquidations } }: { readonly answer: Derivatives }) {
  const { by_hour: hours, venues } = liquidations
  if (hours.length === 0) return null
  const bars = hours.map(({ hour, total_base }) => ({ date: `${hour.slice(11, 16)} UTC`, value: total_base }))
  const names = venues.map(({ venue }) => venue).join(", ")
  const format = (value: number) => `${reading(value)} ${coin}`
  const summary = `Liquidations of ${coin} by hour, both sides together: ${format(bars.at(-1)?.value ?? 0)} in the newest. Source: ${names}.`
  return <DayBars name={`Liquidations of ${coin} by hour`} summary={summary} days={bars} format={format} from="zero" />
}

const MEASURES = [
  { name: "Open interest", value: "open_interest_base" },
  { name: "Funding", value: "funding_8h_pct" },
  { name: "Basis", value: "basis_pct" },
  { name: "Long / short", value: "long_short_ratio" },
  { name: "Taker buys", value: "taker_buy_share" },
  { name: "Liquidations", value: "liquidations_base" },
] as const
type Measure = (typeof MEASURES)[number]["value"]

const levels: ReadonlySet<Measure> = new Set(["open_interest_base", "long_short_ratio", "taker_buy_share"])

function Month({ answer: { coin, history_30d } }: { readonly answer: Derivatives }) {
  const [measure, setMeasure] = useState<Measure>("open_interest_base")
  const { total, venues } = history_30d[measure]
  const label = MEASURES.find(({ value }) => value === measure)?.name ?? measure
  const format = (value: number) => formatOf(measure, coin, value)
  const counted = venuesOfTotal(venues).map(({ venue }) => venue)
  const others = venues.map(({ venue }) => venue).filter((venue) => !counted.includes(venue))
  const named = `${counted.join(", ")}${others.length === 0 ? "" : `; without ${others.join(", ")}, which has no month of days`}`
  return (
    <section aria-label="Up to 30 days">
      <h4>Up to 30 days</h4>
      <Chips label="Measure of the bars" options={MEASURES} value={measure} onChoose={setMeasure} />
      <Bars name={`${label} of ${coin}`} days={total} format={format} isLevel={levels.has(measure)} venues={named} />
    </section>
  )
}

type BarsProps = {
  readonly name: string
  readonly days: readonly DayValue[]
  readonly format: (value: number) => string
  readonly isLevel: boolean
  readonly venues: string
}

function Bars({ name, days, format, isLevel, venues }: BarsProps) {
  const newest = days.at(-1)
  if (newest === undefined) return <p className="muted">{name}: no day that every venue has.</p>
  const axis = isLevel ? " The bars do not begin at zero." : ""
  const summary = `${name}: ${format(newest.value)} on ${newest.date}. ${days.length} days. Venues: ${venues}.${axis}`
  return <DayBars name={name} summary={summary} days={days} format={format} from={isLevel ? "range" : "zero"} />
}

function formatOf(measure: Measure, coin: string, value: number): string {
  if (measure === "funding_8h_pct" || measure === "basis_pct") return pct(value, 4)
  if (measure === "long_short_ratio") return ratioText(value)
  if (measure === "taker_buy_share") return percentOf(value)
  return `${reading(value)} ${coin}`
}

"use client"

import { withAnswerFrame } from "@/components/panels/answer-frame"
import { PriceAtPurchase } from "@/components/panels/price-at-purchase"
import { type Column, DataTable } from "@/components/ui/data-table"
import { pct, share, UNKNOWN } from "@/components/ui/format"
import { useTimes } from "@/lib/client/browser/use-times"
import { ratioText } from "@/lib/client/format/number"
import { spanText } from "@/lib/client/format/time"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { volatilityContract } from "@/lib/endpoints/volatility/contract"
import { BothCones } from "./both-cones"
import { TermStructure } from "./term-structure"
import type { Volatility } from "./volatility"

type Term = Volatility["terms"][number]

export const Answer = withAnswerFrame(volatilityContract, VolatilityView)

const terms: readonly Column<Term>[] = [
  { name: "Horizon", cell: ({ hours }) => spanText(hours * HOUR_MS) },
  { name: "Options", numeric: true, cell: ({ implied_annual_pct }) => pct(implied_annual_pct) },
  {
    name: "Forecast",
    numeric: true,
    cell: ({ forecast_annual_pct, forecast_error_pct }) => `${pct(forecast_annual_pct)} ±${forecast_error_pct}%`,
  },
  { name: "Difference", numeric: true, cell: ({ premium_pp }) => points(premium_pp) },
  { name: "Move, options", numeric: true, cell: ({ implied_move_pct }) => pct(implied_move_pct, 2) },
  { name: "Move, forecast", numeric: true, cell: ({ forecast_move_pct }) => pct(forecast_move_pct, 2) },
]

function VolatilityView({ answer }: { readonly answer: Volatility }) {
  const { coin, index, premium, quality } = answer
  return (
    <>
      <p className="verdict-line">{verdictOf(answer)}</p>
      <PriceAtPurchase coin={coin} price={answer.price} />
      {index === null ? (
        <p className="note">Deribit has no index of implied volatility for {coin}.</p>
      ) : (
        <p>
          DVOL <span className="figure">{pct(index.value_annual_pct)}</span>, above {share(index.percentile_1y)} of the
          last {index.days} days ({pct(index.low_1y_annual_pct)} to {pct(index.high_1y_annual_pct)}).
        </p>
      )}
      <TermStructure answer={answer} />
      <BothCones answer={answer} />
      <DataTable
        caption={`Volatility of ${coin} by horizon`}
        columns={terms}
        rows={answer.terms}
        keyOf={({ hours }) => String(hours)}
        widthRem={34}
        csv={{ name: `volatility-${coin}`, meta: answer.meta, records: answer.terms }}
      />
      <p className="note">
        Percent a year. Move: standard deviation of the return. ±: in half of the cases what followed was farther from
        our forecast, percent of the forecast.
      </p>
      {premium === null ? null : <Premium premium={premium} />}
      <Expiries answer={answer} />
      <Events answer={answer} />
      <p className="note">
        {quality.quotes_used} of {quality.quotes_read} quotes are used
        {quality.left_out.map(({ quotes, rule }) => `; ${quotes}: ${rule}`).join("")}.
      </p>
    </>
  )
}

/** `Options expect 2.5% in 24h, our forecast is 2.2%: options are 5.2 points dearer.` */
function verdictOf({ terms: all }: Volatility): string {
  const day = all.find(({ hours, premium_pp }) => hours === 24 && premium_pp !== null) ?? all[0]
  if (day?.premium_pp == null) return "No expiry is near enough to compare options with our forecast."
  const side = day.premium_pp >= 0 ? "dearer" : "cheaper"
  return (
    `Options expect a move of ${pct(day.implied_move_pct, 2)} in ${spanText(day.hours * HOUR_MS)}, we expect ` +
    `${pct(day.forecast_move_pct, 2)}: options are ${Math.abs(day.premium_pp).toFixed(1)} points ${side}.`
  )
}

function Premium({ premium }: { readonly premium: NonNullable<Volatility["premium"]> }) {
  const { realised_30d_annual_pct, over_realised_pp, percentile_1y, since, above_realised } = premium
  return (
    <section aria-label="Index against realised">
      <h4>Index against realised</h4>
      <p>
        The last 30 days realised {pct(realised_30d_annual_pct)}: DVOL is {points(over_realised_pp)} from it
        {percentile_1y === null ? "" : `, more than on ${share(percentile_1y)} of the last ${premium.days} days`}.
        {since === null
          ? ""
          : ` 30 days ago options implied ${pct(since.implied_annual_pct)}, and ${pct(since.realised_annual_pct)} followed.`}
      </p>
      {above_realised.share === null ? null : (
        <p className="note">
          Options implied more than what followed on {share(above_realised.share)} of {above_realised.days} days. The
          30-day windows overlap, so about {Math.max(1, Math.round(above_realised.days / 30))} of them are independent.
        </p>
      )}
    </section>
  )
}

function Expiries({ answer: { coin, expiries, meta } }: { readonly answer: Volatility }) {
  const times = useTimes()
  const columns: readonly Column<Volatility["expiries"][number]>[] = [
    { name: "Expiry", cell: ({ expiry }) => times.day(Date.parse(expiry)) },
    { name: "At the money", numeric: true, cell: ({ at_the_money_annual_pct }) => pct(at_the_money_annual_pct) },
    { name: "Skew", numeric: true, cell: ({ skew25_pp }) => points(skew25_pp) },
    { name: "Expected move", numeric: true, cell: ({ expected_move_pct }) => pct(expected_move_pct) },
    { name: "Forecast", numeric: true, cell: ({ forecast_move_pct }) => pct(forecast_move_pct) },
  ]
  return (
    <section aria-label="Expiries">
      <h4>Expiries</h4>
      <DataTable
        caption={`Options on ${coin} by expiry`}
        columns={columns}
        rows={expiries}
        keyOf={({ expiry }) => expiry}
        widthRem={28}
        csv={{ name: `expiries-${coin}`, meta, records: expiries }}
      />
      <p className="note">Skew: put less call of 25% delta. Above 0, protection against a fall costs more.</p>
    </section>
  )
}

function Events({ answer: { coin, events } }: { readonly answer: Volatility }) {
  const times = useTimes()
  const columns: readonly Column<Volatility["events"][number]>[] = [
    { name: "Event", cell: ({ name }) => name },
    { name: "Time", cell: ({ at }) => times.text(Date.parse(at)) },
    { name: "Event's part", numeric: true, cell: ({ event_move_pct }) => pct(event_move_pct, 2) },
    { name: "Whole span", numeric: true, cell: ({ span_move_pct }) => pct(span_move_pct, 2) },
    {
      name: "Between expiries",
      cell: ({ from, until }) => `${times.day(Date.parse(from))} to ${times.day(Date.parse(until))}`,
    },
  ]
  if (events.length === 0) return <p className="note">No option straddles a CPI, FOMC or NFP date that is listed.</p>
  return (
    <section aria-label="Events">
      <h4>Moves around events</h4>
      <DataTable
        caption={`Moves of ${coin} around events that options imply`}
        columns={columns}
        rows={events}
        keyOf={({ name, at }) => `${name} ${at}`}
        widthRem={30}
      />
      {new Set(events.map(({ from }) => from)).size < events.length && (
        <p className="note">
          Events between the same expiries share the event's part, which is what options pay for all of them together.
        </p>
      )}
    </section>
  )
}

function points(value: number | null): string {
  return value === null ? UNKNOWN : `${value > 0 ? "+" : ""}${ratioText(value, 1)} points`
}

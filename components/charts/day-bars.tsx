import { type Column, DataTable } from "@/components/ui/data-table"
import { ChartFrame } from "./chart-frame"
import { shareOf } from "./scale"

export type DayValue = { readonly date: string; readonly value: number }

type DayBarsProps = {
  /** Accessible name: `Funding of BTC, 30 days`. */
  readonly name: string
  /** One sentence with the newest value and the venue. */
  readonly summary: string
  /** Oldest first. */
  readonly days: readonly DayValue[]
  /** Formats a value with its unit. */
  readonly format: (value: number) => string
  /** `zero`: bars from zero. `range`: a line on the range of the values, because bars that start elsewhere lie about sizes. */
  readonly from: "zero" | "range"
}

const columns = (format: DayBarsProps["format"]): readonly Column<DayValue>[] => [
  { name: "Day", cell: ({ date }) => date },
  { name: "Value", numeric: true, cell: ({ value }) => format(value) },
]

const DAY_SHARE = 0.75

/** One bar or one point of a line a day. The table has the same values. */
export function DayBars({ name, summary, days, format, from }: DayBarsProps) {
  const { low, high } = axisOf(days, from)
  const y = (value: number) => round(100 - shareOf(value, low, high))
  const width = 100 / Math.max(1, days.length)
  const base = from === "zero" ? y(0) : 100
  const line = days.map(({ value }, index) => `${round((index + DAY_SHARE / 2) * width)} ${y(value)}`).join("L")
  const pathOf = (isUp: boolean) =>
    days
      .map(({ value }, index) =>
        value >= 0 === isUp ? `M${round(index * width)} ${base}V${y(value)}h${round(width * DAY_SHARE)}V${base}Z` : "",
      )
      .join("")
  return (
    <ChartFrame
      name={name}
      summary={summary}
      table={
        <DataTable
          caption={name}
          columns={columns(format)}
          rows={days.toReversed()}
          keyOf={({ date }) => date}
          widthRem={14}
        />
      }
    >
      <div className="day-bars" data-from={from}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {from === "zero" ? (
            <>
              <path data-direction="up" d={pathOf(true)} />
              <path data-direction="down" d={pathOf(false)} />
            </>
          ) : (
            <path className="day-bars-line" d={`M${line}`} />
          )}
          <path className="day-bars-base" d={`M0 ${base}H100`} />
        </svg>
        {days.map(({ date, value }, index) => (
          <span
            data-point={`${date}: ${format(value)}`}
            key={date}
            style={{ insetInlineStart: `${round(index * width)}%`, inlineSize: `${round(width * DAY_SHARE)}%` }}
          />
        ))}
      </div>
    </ChartFrame>
  )
}

/** With `range` the lowest value keeps a tenth of the height, so that its line is above the base. */
function axisOf(days: readonly DayValue[], from: DayBarsProps["from"]) {
  const values = days.map(({ value }) => value)
  if (from === "zero") return { low: Math.min(0, ...values), high: Math.max(0, ...values, Number.MIN_VALUE) }
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return { low: low - Math.max((high - low) / 9, Math.abs(low) / 1_000), high }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

import { ChartFrame } from "@/components/charts/chart-frame"
import { Legend } from "@/components/charts/legend"
import { LinePlot, type PlotLine } from "@/components/charts/line-plot"
import { DataTable } from "@/components/ui/data-table"
import { pct } from "@/components/ui/format"
import { useTimes } from "@/lib/client/browser/use-times"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { Volatility } from "./volatility"

/** Later expiries would hide the days that the forecast covers. */
const MAX_SPAN_MS = 62 * DAY_MS

/** Volatility of a year by time of the end: of options at each expiry, and of our forecast at each horizon. */
export function TermStructure({ answer }: { readonly answer: Volatility }) {
  const times = useTimes()
  const nowMs = Date.parse(answer.timestamp)
  const options = answer.expiries
    .map(({ expiry, at_the_money_annual_pct: value }) => ({ atMs: Date.parse(expiry), value }))
    .filter(({ atMs }) => atMs <= nowMs + MAX_SPAN_MS)
  const forecast = answer.terms
    .filter(({ hours }) => hours >= 12)
    .map(({ hours, forecast_annual_pct: value }) => ({ atMs: nowMs + hours * HOUR_MS, value }))
  const lines: readonly PlotLine[] = [
    { name: "Options", points: options, tone: "accent" },
    { name: "Forecast", points: forecast, tone: "warn" },
  ]
  const rows = lines.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })))
  return (
    <ChartFrame
      name={`Term structure of ${answer.coin} volatility`}
      summary={summaryOf(options, forecast)}
      table={
        <DataTable
          caption="Volatility by end of the horizon"
          columns={[
            { name: "By", cell: (row) => row.name },
            { name: "Until", cell: (row) => times.text(row.atMs) },
            { name: "Percent a year", numeric: true, cell: (row) => pct(row.value) },
          ]}
          rows={rows}
          keyOf={(row) => `${row.name} ${row.atMs}`}
        />
      }
    >
      <LinePlot lines={lines} format={(value) => `${value.toFixed(0)}%`} />
      <Legend
        items={[
          { name: "Options at the money", tone: "accent", mark: "line" },
          { name: "Our forecast", tone: "warn", mark: "dashed" },
        ]}
      />
    </ChartFrame>
  )
}

type Points = PlotLine["points"]

function summaryOf(options: Points, forecast: Points): string {
  const ends = (points: Points) => `${pct(points[0]?.value)} to ${pct(points.at(-1)?.value)}`
  return `Volatility of a year by horizon: options ${ends(options)}, our forecast ${ends(forecast)}, from the nearest to the farthest.`
}

import { CandlePlot } from "@/components/charts/candle-plot"
import { ChartFrame } from "@/components/charts/chart-frame"
import { Legend } from "@/components/charts/legend"
import { midnights, shareOf } from "@/components/charts/scale"
import { candlesOf } from "@/components/panels/market-data/market-chart-data"
import { useCandles } from "@/components/panels/market-data/use-chart-data"
import { DataTable } from "@/components/ui/data-table"
import { UNKNOWN } from "@/components/ui/format"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import { spanText } from "@/lib/client/format/time"
import { intervalMs } from "@/lib/domain/market/candle"
import { HOUR_MS, WEEK_MS } from "@/lib/domain/utc-day"
import type { Volatility } from "./volatility"

const CANDLES = 60
const MARGIN = 0.04

type Range = { readonly low: number; readonly high: number }

/** The 80% ranges of options and of our forecast for the next 7 days, over the candles before the purchase. */
export function BothCones({ answer }: { readonly answer: Volatility }) {
  const times = useTimes()
  const { answer: read } = useCandles(answer.coin, "4h", null)
  const nowMs = Date.parse(answer.timestamp)
  const week = answer.terms.filter(({ hours }) => hours * HOUR_MS <= WEEK_MS)
  const candles = (read === null ? [] : candlesOf(read)).filter(({ openMs }) => openMs <= nowMs).slice(-CANDLES)
  const [first] = candles
  const day = week.find(({ hours }) => hours === 24)
  if (first === undefined || day === undefined) return null
  const cones = week.map(({ hours, forecast_range80 }) => ({ atMs: nowMs + hours * HOUR_MS, ...forecast_range80 }))
  const implied = week.flatMap(({ hours, implied_range80 }) =>
    implied_range80 === null ? [] : [{ atMs: nowMs + hours * HOUR_MS, ...implied_range80 }],
  )
  const axis = axisOf([...candles, ...cones, ...implied])
  const span = { fromMs: first.openMs, toMs: nowMs + WEEK_MS }
  const x = (atMs: number) => shareOf(atMs, span.fromMs, span.toMs)
  const y = (price: number) => 100 - shareOf(price, axis.low, axis.high)
  const line = (side: keyof Range) =>
    `M${x(nowMs)} ${y(answer.price)}${implied.map((range) => `L${x(range.atMs)} ${y(range[side])}`).join("")}`
  return (
    <ChartFrame
      name={`80% ranges of ${answer.coin} by options and by our forecast`}
      summary={`In 24h, with 80%: our forecast ${rangeText(day.forecast_range80)}, options ${rangeText(day.implied_range80)}.`}
      table={
        <DataTable
          caption="80% ranges"
          columns={[
            { name: "Horizon", cell: ({ hours }) => spanText(hours * HOUR_MS) },
            { name: "Options", numeric: true, cell: ({ implied_range80 }) => rangeText(implied_range80) },
            { name: "Forecast", numeric: true, cell: ({ forecast_range80 }) => rangeText(forecast_range80) },
          ]}
          rows={week}
          keyOf={({ hours }) => String(hours)}
          widthRem={26}
        />
      }
    >
      <div className="candles-box">
        <CandlePlot
          candles={candles}
          lengthMs={intervalMs["4h"]}
          axis={axis}
          {...span}
          cones={cones}
          coneStart={{ atMs: nowMs, price: answer.price }}
          dayText={times.day}
          days={midnights(span.fromMs, span.toMs, { most: 5, midnight: times.midnight })}
        >
          <svg className="implied-cone" viewBox="0 0 100 100" preserveAspectRatio="none">
            <path d={line("high")} />
            <path d={line("low")} />
          </svg>
        </CandlePlot>
      </div>
      <Legend
        items={[
          { name: "Our forecast, 80%", tone: "accent", mark: "square" },
          { name: "Options, 80%", tone: "warn", mark: "dashed" },
        ]}
      />
    </ChartFrame>
  )
}

function axisOf(ranges: readonly Range[]): Range {
  const [low, high] = [Math.min(...ranges.map((one) => one.low)), Math.max(...ranges.map((one) => one.high))]
  return { low: low - MARGIN * (high - low), high: high + MARGIN * (high - low) }
}

function rangeText(range: Range | null): string {
  return range === null ? UNKNOWN : `${marketPrice(range.low)} to ${marketPrice(range.high)}`
}

"use client"

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react"
import { CandlePlot, type PlotCandle, type PlotCone } from "@/components/charts/candle-plot"
import { nextPointIndex } from "@/components/charts/navigation-step"
import { axisOf } from "@/components/charts/range-bar"
import { midnights, shareOf } from "@/components/charts/scale"
import { type Column, DataTable } from "@/components/ui/data-table"
import { Instant } from "@/components/ui/instant"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import { reading } from "@/lib/client/format/number"
import type { Coin } from "@/lib/domain/market/coin"
import { type Interval, intervalMs } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type CallsAnswer, illustratedCones, plotCallsOf } from "./market-chart-data"
import { useOwnedOverlays } from "./use-chart-data"

const AHEAD_MS = { "1h": 1.1 * DAY_MS, "4h": 7.5 * DAY_MS, "1d": 7.5 * DAY_MS } as const
const MAX_DAY_LABELS = 7

type CoinPlotProps = {
  readonly coin: Coin
  readonly interval: Interval
  readonly shown: readonly PlotCandle[]
  readonly calls: CallsAnswer["calls"]
  readonly source: string | null
}

/** Candles with the levels and ranges of an owned signal, a crosshair, and the same as a table. */
export function CoinPlot({ coin, interval, shown, calls, source }: CoinPlotProps) {
  const times = useTimes()
  const { signal, barriers } = useOwnedOverlays(coin)
  const lengthMs = intervalMs[interval]
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return null
  const lastMs = last.openMs + lengthMs
  const isOwned = signal !== null
  const cones = (signal?.cones ?? illustratedCones(calls, { atMs: lastMs, price: last.close })).filter(
    ({ atMs }) => atMs > lastMs && atMs <= lastMs + AHEAD_MS[interval],
  )
  const levels = [...(signal?.levels ?? []), ...barriers]
  const [fromMs, toMs] = [first.openMs, lastMs + AHEAD_MS[interval]]
  const axis = axisOf([
    ...shown.flatMap(({ low, high }) => [low, high]),
    ...cones.flatMap(({ low, high }) => [low, high]),
    ...levels.filter(({ tone }) => tone === "stop" || tone === "entry").map(({ price }) => price),
  ])
  return (
    <figure className="chart">
      <figcaption className="note">
        {summaryOf({ coin, interval, shown, cones, isOwned })} {source === null ? "" : `Source: ${source}.`}
      </figcaption>
      <div className="candles-box coin-candles">
        <CandlePlot
          candles={shown}
          lengthMs={lengthMs}
          axis={axis}
          fromMs={fromMs}
          toMs={toMs}
          levels={levels.filter(({ price }) => price >= axis.low && price <= axis.high)}
          cones={cones}
          isBlurred={!isOwned}
          calls={plotCallsOf(calls, fromMs)}
          dayText={times.day}
          days={midnights(fromMs, toMs, { most: MAX_DAY_LABELS, midnight: times.midnight })}
        />
        <Crosshair
          label={`${coin} ${interval} candles`}
          points={shown.map((candle) => ({
            atMs: candle.openMs + lengthMs / 2,
            text: candleText(candle, times.text(candle.openMs)),
          }))}
          fromMs={fromMs}
          toMs={toMs}
        />
        {isOwned ? null : <p className="locked-note">Entry, stop, targets, 24h and 7d bands: in the {coin} signal</p>}
      </div>
      <LazyTable coin={coin} shown={shown} />
    </figure>
  )
}

type SummaryFacts = Pick<CoinPlotProps, "coin" | "interval" | "shown"> & {
  readonly cones: readonly PlotCone[]
  readonly isOwned: boolean
}

function summaryOf({ coin, interval, shown, cones, isOwned }: SummaryFacts): string {
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return ""
  const moved = `${coin}, ${shown.length} closed ${interval} candles: ${marketPrice(first.open)} to ${marketPrice(last.close)}.`
  const [day] = cones
  const band =
    isOwned && day
      ? `80% band in 24h: ${marketPrice(day.low)} to ${marketPrice(day.high)}.`
      : "The blurred band is an illustration."
  return `${moved} ${band} Dots: past calls, rings: leans, not scored.`
}

function candleText({ open, high, low, close, volume }: PlotCandle, time: string): string {
  const prices = `open ${marketPrice(open)}, high ${marketPrice(high)}, low ${marketPrice(low)}, close ${marketPrice(close)}`
  return `${time}: ${prices}, volume ${reading(volume)}`
}

type CrosshairProps = {
  readonly label: string
  readonly points: readonly { readonly atMs: number; readonly text: string }[]
  readonly fromMs: number
  readonly toMs: number
}

/**
 * One tab stop over the plot: pointer and arrow keys select a candle, whose figures are shown and announced. It needs one
 * element, not one per candle.
 */
function Crosshair({ label, points, fromMs, toMs }: CrosshairProps): ReactNode {
  const [index, setIndex] = useState<number | null>(null)
  const selected = index === null ? undefined : points[index]
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = nextPointIndex(event.key, index, points.length)
    if (next === undefined || (next === null && index === null)) return
    event.preventDefault()
    setIndex(next)
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const atMs = fromMs + ((event.clientX - left) / (width || 1)) * (toMs - fromMs)
    const nearest = points.findLastIndex((candidate) => candidate.atMs <= atMs)
    setIndex(Math.max(0, nearest))
  }
  const share = selected ? shareOf(selected.atMs, fromMs, toMs) : 0
  const area = {
    // Screen readers pass arrow keys through to an application; they announce it as "chart".
    role: "application",
    "aria-roledescription": "chart",
    tabIndex: 0,
    onKeyDown: move,
    onBlur: () => setIndex(null),
    onPointerMove: point,
    onPointerDown: point,
    onPointerLeave: ({ pointerType }: PointerEvent) => (pointerType === "touch" ? undefined : setIndex(null)),
  }
  return (
    <div className="crosshair-area" aria-label={label} {...area}>
      {selected ? <span className="candles-crosshair" style={{ insetInlineStart: `${share}%` }} /> : null}
      <p
        className="walk-note crosshair-note"
        aria-live="polite"
        style={{ left: `${share}%`, translate: `-${share}% 0` }}
      >
        {selected?.text}
      </p>
    </div>
  )
}

const columns: readonly Column<PlotCandle>[] = [
  { name: "Open time", cell: ({ openMs }) => <Instant at={openMs} /> },
  { name: "Open", numeric: true, cell: ({ open }) => marketPrice(open) },
  { name: "High", numeric: true, cell: ({ high }) => marketPrice(high) },
  { name: "Low", numeric: true, cell: ({ low }) => marketPrice(low) },
  { name: "Close", numeric: true, cell: ({ close }) => marketPrice(close) },
  { name: "Volume", numeric: true, cell: ({ volume }) => reading(volume) },
]

/** The candles as a table, rendered when it is opened. */
function LazyTable({ coin, shown }: Pick<CoinPlotProps, "coin" | "shown">) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="details slim" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Data table</summary>
      {isOpen ? (
        <DataTable
          caption={`${coin} candles`}
          columns={columns}
          rows={shown.toReversed()}
          keyOf={({ openMs }) => String(openMs)}
          widthRem={37}
        />
      ) : null}
    </details>
  )
}

"use client"

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react"
import { CandlePlot, PLOT_MARGIN, type PlotCandle, type PlotCone } from "@/components/charts/candle-plot"
import { nextPointIndex } from "@/components/charts/navigation-step"
import { panned, type PlotView, viewAfterKey, zoomed } from "@/components/charts/plot-view"
import { axisOf } from "@/components/charts/range-bar"
import { midnights, shareOf } from "@/components/charts/scale"
import { ShareCard } from "@/components/share/share-card"
import { type Column, DataTable } from "@/components/ui/data-table"
import { LazyDetails } from "@/components/ui/lazy-details"
import { Instant } from "@/components/ui/instant"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import { reading } from "@/lib/client/format/number"
import type { Coin } from "@/lib/domain/market/coin"
import { type Interval, intervalMs } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type CallsAnswer, sampleCones, plotCallsOf } from "./market-chart-data"
import { useOwnedOverlays } from "./use-chart-data"

const OUTLOOK_MS = { "1h": 1.1 * DAY_MS, "4h": 7.5 * DAY_MS, "1d": 7.5 * DAY_MS } as const
const MAX_DAY_LABELS = 7
const DEFAULT_CANDLES = 60

type CoinPlotProps = {
  readonly coin: Coin
  readonly interval: Interval
  /** All known candles, oldest first. */
  readonly candles: readonly PlotCandle[]
  /** Number of candles after older ones are loaded. */
  readonly availableCount: number
  readonly calls: CallsAnswer["calls"]
  readonly source: string | null
  /** The reader looks for older candles. */
  readonly onWantMore: () => void
}

/** Candles with the levels and ranges of an owned signal, a crosshair, and the same as a table. */
export function CoinPlot({ coin, interval, candles, availableCount, calls, source, onWantMore }: CoinPlotProps) {
  const times = useTimes()
  const { signal, barriers } = useOwnedOverlays(coin)
  const [chosen, setChosen] = useState({ count: DEFAULT_CANDLES, back: 0 })
  const lengthMs = intervalMs[interval]
  const total = candles.length
  // Older candles arrive in front, so a view is kept as its distance from the newest candle. It may reach candles that are
  // still loading.
  const count = Math.min(chosen.count, total)
  const view = { count, end: total - Math.min(chosen.back, total - count) }
  const requested = { count: chosen.count, end: availableCount - chosen.back }
  const show = (next: PlotView) => {
    setChosen({ count: next.count, back: availableCount - next.end })
    onWantMore()
  }
  const shown = candles.slice(view.end - view.count, view.end)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return null
  const lastMs = last.openMs + lengthMs
  const isOwned = signal !== null
  const isNewest = view.end === total
  // The ranges start at the newest candle.
  const outlookMs = isNewest ? OUTLOOK_MS[interval] : 0
  const cones = (signal?.cones ?? sampleCones(calls, { atMs: lastMs, price: last.close })).filter(
    ({ atMs }) => atMs > lastMs && atMs <= lastMs + outlookMs,
  )
  const levels = [...(signal?.levels ?? []), ...barriers]
  const [fromMs, toMs] = [first.openMs, lastMs + outlookMs]
  const axis = axisOf(
    [
      ...[...shown, ...cones].flatMap(({ low, high }) => [low, high]),
      ...levels.filter(({ tone }) => tone === "stop" || tone === "entry").map(({ price }) => price),
    ],
    PLOT_MARGIN,
  )
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
          calls={plotCallsOf(calls, fromMs).filter(({ atMs }) => atMs <= toMs)}
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
          onKey={(event) => {
            const next = viewAfterKey(event, requested, { total: availableCount, defaultCount: DEFAULT_CANDLES })
            if (next !== null) show(next)
            return next !== null
          }}
          onPan={(share) => show(panned(requested, (-share * (toMs - fromMs)) / lengthMs, availableCount))}
        />
        {isOwned ? null : <p className="locked-note">Entry, stop, targets, 24h and 7d bands: in the {coin} signal</p>}
      </div>
      <div className="chart-tools">
        <ViewButtons view={requested} total={availableCount} show={show} />
        <ShareCard
          coin={coin}
          call={signal === null ? null : { ...signal.call, madeAt: times.text(signal.madeAtMs) }}
        />
      </div>
      <CandleTable coin={coin} shown={shown} />
    </figure>
  )
}

type ViewButtonsProps = {
  readonly view: PlotView
  readonly total: number
  readonly show: (view: PlotView) => void
}

/** Pan and zoom for the pointer and for touch. */
function ViewButtons({ view, total, show }: ViewButtonsProps) {
  const quarter = Math.max(1, Math.round(view.count / 4))
  const buttons = [
    { name: "Older", glyph: "←", next: panned(view, -quarter, total) },
    { name: "Newer", glyph: "→", next: panned(view, quarter, total) },
    { name: "Zoom in", glyph: "+", next: zoomed(view, "in", total) },
    { name: "Zoom out", glyph: "−", next: zoomed(view, "out", total) },
  ]
  return (
    <p className="view-buttons">
      {buttons.map(({ name, glyph, next }) => (
        <button
          className="chip-button"
          type="button"
          aria-label={name}
          title={name}
          key={name}
          onClick={() => show(next)}
        >
          <span aria-hidden="true">{glyph}</span>
        </button>
      ))}
    </p>
  )
}

type SummaryFacts = Pick<CoinPlotProps, "coin" | "interval"> & {
  readonly shown: readonly PlotCandle[]
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
  /** Pans or zooms. True when the key had a function. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Dragged by this share of the width; to the right is positive. */
  readonly onPan: (share: number) => void
}

/** Less movement than this is a press, not a drag. */
const MIN_DRAG_PX = 12

/**
 * One tab stop over the plot: pointer and arrow keys select a candle, whose figures are shown and announced. It needs one
 * element, not one per candle. Dragging pans.
 */
function Crosshair({ label, points, fromMs, toMs, onKey, onPan }: CrosshairProps): ReactNode {
  const [index, setIndex] = useState<number | null>(null)
  const dragFrom = useRef<number | null>(null)
  const selected = index === null ? undefined : points[index]
  const move = (event: KeyboardEvent) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && onKey(event)) {
      event.preventDefault()
      setIndex(null)
      return
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = nextPointIndex(event.key, index, points.length)
    if (next === undefined || (next === null && index === null)) return
    event.preventDefault()
    setIndex(next)
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const from = dragFrom.current
    if (event.type === "pointerdown" && event.button === 0) {
      dragFrom.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    } else if (from !== null && Math.abs(event.clientX - from) >= MIN_DRAG_PX) {
      dragFrom.current = event.clientX
      setIndex(null)
      return onPan((event.clientX - from) / (width || 1))
    }
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
    onPointerUp: () => void (dragFrom.current = null),
    onPointerCancel: () => void (dragFrom.current = null),
    onPointerLeave: ({ pointerType }: PointerEvent) => (pointerType === "touch" ? undefined : setIndex(null)),
  }
  return (
    <div className="crosshair-area" aria-label={label} {...area}>
      {selected ? <span className="candles-crosshair" style={{ insetInlineStart: `${share}%` }} /> : null}
      <p
        className="point-note crosshair-note"
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
function CandleTable({ coin, shown }: Pick<SummaryFacts, "coin" | "shown">) {
  return (
    <LazyDetails className="details slim" summary="Data table">
      <DataTable
        caption={`${coin} candles`}
        columns={columns}
        rows={shown.toReversed()}
        keyOf={({ openMs }) => String(openMs)}
        widthRem={37}
      />
    </LazyDetails>
  )
}

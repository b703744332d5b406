"use client"

import { useState } from "react"
import { CandlePlot, PLOT_MARGIN, type PlotCandle } from "@/components/charts/candle-plot"
import type { PlotCone } from "@/components/charts/cone-shades"
import { panned, type PlotView, viewAfterKey, zoomed } from "@/components/charts/plot-view"
import { PriceLine } from "@/components/charts/price-line"
import { snapped, stepOf } from "@/components/charts/price-steps"
import { axisOf, type PriceAxis } from "@/components/charts/range-bar"
import { midnights } from "@/components/charts/scale"
import type { OddsLine } from "@/components/panels/odds/odds-section"
import { ShareCard } from "@/components/share/share-card"
import { type Column, DataTable } from "@/components/ui/data-table"
import { LazyDetails } from "@/components/ui/lazy-details"
import { Instant } from "@/components/ui/instant"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import { reading, signedPercentOf } from "@/lib/client/format/number"
import type { Coin } from "@/lib/domain/market/coin"
import { type Interval, intervalMs } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import { rangeText } from "./cone-ranges"
import { ConeTable } from "./cone-table"
import { type CallsAnswer, sampleCones, plotCallsOf } from "./market-chart-data"
import { Crosshair } from "./crosshair"
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
  /** The line whose odds are read; `null`: not shown. */
  readonly line: OddsLine | null
  readonly setLine: (line: OddsLine | null) => void
}

/** Candles with the levels and ranges of an owned signal, a crosshair, and the same as a table. */
export function CoinPlot(props: CoinPlotProps) {
  const { coin, interval, candles, availableCount, calls, source, onWantMore, line, setLine } = props
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
      ...[...shown, ...cones.map(({ range95, ...range80 }) => range95 ?? range80)].flatMap(({ low, high }) => [
        low,
        high,
      ]),
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
        {line === null ? null : (
          <PriceLine
            label={`Price of the ${coin} odds`}
            price={snapped(line.level, axis, stepOf(line.level))}
            text={signedPercentOf(line.level / last.close - 1)}
            axis={axis}
            onMove={(level) => setLine({ ...line, level })}
            onSettle={() => setLine({ ...line, settled: line.level })}
          />
        )}
        {isOwned ? null : <p className="locked-note">Entry, stop, targets, 24h and 7d bands: in the {coin} signal</p>}
      </div>
      <div className="chart-tools">
        <ViewButtons view={requested} total={availableCount} show={show} />
        <button
          className="chip-button"
          type="button"
          aria-pressed={line !== null}
          onClick={() => setLine(line === null ? firstLine(last.close, axis) : null)}
        >
          Odds of a price
        </button>
        <ShareCard coin={coin} call={signal === null ? null : signal.call} />
      </div>
      <ConeTable caption={`${coin} forecast bands`} cones={cones} />
      <CandleTable coin={coin} shown={shown} />
    </figure>
  )
}

/** A line a little above the last close, where it can be seen. */
function firstLine(close: number, axis: PriceAxis): OddsLine {
  const level = snapped(1.01 * close, axis, stepOf(close))
  return { level, settled: level, hours: 24 }
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
  const band = isOwned && day ? `80% band in 24h: ${rangeText(day)}.` : "The blurred band is an illustration."
  return `${moved} ${band} Dots: past calls, rings: leans, not scored.`
}

function candleText({ open, high, low, close, volume }: PlotCandle, time: string): string {
  const prices = `open ${marketPrice(open)}, high ${marketPrice(high)}, low ${marketPrice(low)}, close ${marketPrice(close)}`
  return `${time}: ${prices}, volume ${reading(volume)}`
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

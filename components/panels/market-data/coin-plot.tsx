"use client"

import { useState } from "react"
import { CandlePlot, PLOT_MARGIN, type PlotCandle, type PlotLevel } from "@/components/charts/candle-plot"
import type { PlotCone } from "@/components/charts/cone-shades"
import { panned, type PlotView, viewAfterKey, zoomed } from "@/components/charts/plot-view"
import { PriceLine } from "@/components/charts/price-line"
import { snapped, stepOf } from "@/components/charts/price-steps"
import { axisOf, type PriceAxis } from "@/components/charts/range-bar"
import { midnights } from "@/components/charts/scale"
import { anchorOf } from "@/components/panels/product/panel-product"
import type { OddsLine } from "@/components/panels/odds/odds-section"
import { ShareCard } from "@/components/share/share-card"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import { useLivePrice } from "@/lib/client/live-prices"
import { awayText, reading, signedPercentOf } from "@/lib/client/format/number"
import type { Coin } from "@/lib/domain/market/coin"
import { type Interval, intervalMs } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import { movingAverages } from "./averages"
import { CandleTable } from "./candle-table"
import { OverlayButtons, ViewButtons } from "./chart-tools"
import type { ChartView } from "./chart-view"
import { ConeTable } from "./cone-table"
import { Crosshair } from "./crosshair"
import { exitOf } from "@/components/panels/parts/range-place"
import { type CallsAnswer, sampleCones, plotCallsOf, settledRangesOf } from "./market-chart-data"
import { useOpenCandle } from "./open-candle"
import type { Overlays } from "./owned-overlays"
import { type LiveBand, RangeLine } from "./range-line"
import { useOwnedOverlays } from "./use-chart-data"

const OUTLOOK_MS = { "1h": 1.1 * DAY_MS, "4h": 7.5 * DAY_MS, "1d": 7.5 * DAY_MS } as const
const MAX_DAY_LABELS = 6
const DEFAULT_CANDLES = 60

type CoinPlotProps = {
  readonly coin: Coin
  readonly chart: ChartView
  readonly onChart: (next: ChartView) => void
  /** All known candles, oldest first. */
  readonly candles: readonly PlotCandle[]
  /** Number of candles after older ones are loaded. */
  readonly availableCount: number
  readonly calls: CallsAnswer["calls"]
  readonly source: string | null
  /** `$0.05`; `null`: this deployment does not sell the signal. */
  readonly signalPrice: string | null
  /** The reader looks for older candles. */
  readonly onWantMore: () => void
  /** The line whose odds are read; `null`: not shown. */
  readonly line: OddsLine | null
  readonly setLine: (line: OddsLine | null) => void
}

/** Candles up to the live price, with the levels and ranges of an owned signal, a crosshair, and the same as a table. */
export function CoinPlot(props: CoinPlotProps) {
  const { coin, chart, onChart, candles, availableCount, calls, source, signalPrice, onWantMore, line, setLine } = props
  const { interval, overlays } = chart
  const times = useTimes()
  const { signal, barriers } = useOwnedOverlays(coin)
  const price = useLivePrice(coin)
  const [chosen, setChosen] = useState({ count: DEFAULT_CANDLES, back: 0 })
  const lengthMs = intervalMs[interval]
  const total = candles.length
  // Older candles arrive in front, so a view is kept as its distance from the newest candle. It may reach candles that are
  // still loading.
  const count = Math.min(chosen.count, total)
  const view = { count, end: total - Math.min(chosen.back, total - count) }
  const requested = { count: chosen.count, end: availableCount - chosen.back }
  const show = (next: PlotView) => {
    const isSame = next.count === requested.count && next.end === requested.end
    if (isSame) return false
    setChosen({ count: next.count, back: availableCount - next.end })
    onWantMore()
    return true
  }
  const newest = candles.at(-1)
  const closed = newest && { endMs: newest.openMs + lengthMs, close: newest.close }
  const open = useOpenCandle(coin, interval, closed ?? { endMs: 0, close: 0 }, price)
  const [first, last] = [candles[view.end - view.count], candles[view.end - 1]]
  if (!first || !last || !closed) return null
  const isNewest = view.end === total
  const shown = [...candles.slice(view.end - view.count, view.end), ...(isNewest && open ? [open] : [])]
  const lastMs = last.openMs + lengthMs
  // The ranges start beside the open candle, whose place is kept before its price is here.
  const aheadFromMs = lastMs + (isNewest ? lengthMs : 0)
  const toMs = aheadFromMs + (isNewest ? OUTLOOK_MS[interval] : 0)
  const fromMs = first.openMs
  const isOwned = signal !== null
  const bands = bandsOf(signal, candles, lengthMs)
  const cones = overlays.has("bands") && isNewest ? conesOf(bands, calls, closed, toMs) : []
  const levels = overlays.has("levels") ? [...(signal?.levels ?? []), ...barriers] : []
  const ranges = overlays.has("calls") ? settledRangesOf(calls, fromMs).filter(({ atMs }) => atMs <= lastMs) : []
  const axis = axisOf(
    [
      ...[...shown, ...ranges, ...cones.map(({ range95, ...range80 }) => range95 ?? range80)].flatMap(boundsOf),
      ...levels.filter(({ tone }) => tone === "stop" || tone === "entry").map(({ price }) => price),
    ],
    PLOT_MARGIN,
  )
  const drawn: readonly PlotLevel[] = [
    ...levels.filter((level) => level.price >= axis.low && level.price <= axis.high),
    ...(isNewest ? [{ name: "Last", price: price ?? closed.close, tone: "last" } as const] : []),
  ]
  const time = { fromMs, nowMs: aheadFromMs, toMs }
  return (
    <figure className="chart">
      <RangeLine bands={bands} price={price}>
        <span className="muted">Bands (blurred: a sketch)</span>
        {signalPrice === null ? null : (
          <a className="button primary band-offer" href={`#${anchorOf(`signal:${coin}`)}`}>
            View for {signalPrice}
          </a>
        )}
      </RangeLine>
      <div className="candles-box coin-candles">
        <CandlePlot
          candles={shown}
          lengthMs={lengthMs}
          axis={axis}
          fromMs={fromMs}
          toMs={toMs}
          aheadFromMs={aheadFromMs}
          levels={drawn}
          cones={cones}
          coneStart={isOwned ? signal.start : { atMs: closed.endMs, price: closed.close }}
          isBlurred={!isOwned}
          calls={overlays.has("calls") ? plotCallsOf(calls, fromMs).filter(({ atMs }) => atMs <= lastMs) : []}
          ranges={ranges}
          lines={overlays.has("averages") ? movingAverages(candles.slice(0, view.end), lengthMs) : []}
          exits={overlays.has("bands") ? bands.flatMap(({ exit }) => exit ?? []) : []}
          dayText={times.day}
          days={midnights(fromMs, lastMs, { most: MAX_DAY_LABELS, midnight: times.midnight })}
          horizons={cones.map(({ atMs }, index) => ({ atMs, name: `+${HORIZONS[index]}` }))}
        />
        <Crosshair
          label={`${coin} ${interval} candles`}
          points={shown.map((candle) => ({
            atMs: candle.openMs + lengthMs / 2,
            text: candleText(candle, times.text(candle.openMs)),
          }))}
          idleText={idleText(shown, open)}
          time={time}
          axis={axis}
          onKey={(event) => {
            const next = viewAfterKey(event, requested, { total: availableCount, defaultCount: DEFAULT_CANDLES })
            if (next !== null) show(next)
            return next !== null
          }}
          onPan={(share) => show(panned(requested, (-share * (aheadFromMs - fromMs)) / lengthMs, availableCount))}
          onZoom={(way) => show(zoomed(requested, way, availableCount))}
        />
        {line === null ? null : (
          <PriceLine
            label={`Price of the ${coin} odds`}
            price={snapped(line.level, axis, stepOf(line.level))}
            text={awayText(line.level / last.close - 1)}
            axis={axis}
            onMove={(level) => setLine({ ...line, level })}
            onSettle={() => setLine({ ...line, settled: line.level })}
          />
        )}
      </div>
      <div className="chart-tools">
        <ViewButtons view={requested} total={availableCount} show={show} />
        <OverlayButtons shown={overlays} onChange={(next) => onChart({ ...chart, overlays: next })} />
        <button
          className="chip-button"
          type="button"
          aria-pressed={line !== null}
          onClick={() => setLine(line === null ? firstLine(last.close, axis) : null)}
        >
          Odds of a price
        </button>
      </div>
      <figcaption className="note">
        {summaryOf(coin, interval, shown)} {source === null ? "" : `Source: ${source}.`}
      </figcaption>
      <div className="chart-foot">
        <CandleTable coin={coin} shown={shown} />
        <ConeTable caption={`${coin} forecast bands`} cones={isOwned ? cones : []} />
        <ShareCard coin={coin} call={signal === null ? null : signal.call} />
      </div>
    </figure>
  )
}

const HORIZONS = ["24h", "7d"] as const

/** The ranges of an owned signal with the time at which the price left them. */
function bandsOf(signal: Overlays | null, candles: readonly PlotCandle[], lengthMs: number): readonly LiveBand[] {
  if (signal === null) return []
  return signal.cones.map((cone, index) => {
    const span = { ...cone, fromMs: signal.madeAtMs, untilMs: cone.atMs }
    return { ...cone, name: HORIZONS[index] ?? "", exit: exitOf(span, candles, lengthMs) }
  })
}

/** Owned bands that have not ended, or an illustration. */
function conesOf(
  bands: readonly LiveBand[],
  calls: CallsAnswer["calls"],
  closed: { readonly endMs: number; readonly close: number },
  toMs: number,
): readonly PlotCone[] {
  const all = bands.length > 0 ? bands : sampleCones(calls, { atMs: closed.endMs, price: closed.close })
  const isOver = all.every(({ atMs }) => atMs <= closed.endMs)
  return isOver ? [] : all.filter(({ atMs }) => atMs <= toMs)
}

function boundsOf({ low, high }: { readonly low: number; readonly high: number }): readonly number[] {
  return [low, high]
}

/** A line a little above the last close, where it can be seen. */
function firstLine(close: number, axis: PriceAxis): OddsLine {
  const level = snapped(1.01 * close, axis, stepOf(close))
  return { level, settled: level, hours: 24 }
}

function summaryOf(coin: Coin, interval: Interval, shown: readonly PlotCandle[]): string {
  const from = shown[0] ? ` from ${marketPrice(shown[0].open)}` : ""
  return `${coin}, ${shown.length} ${interval} candles${from}. Shaded: the 80% band stated 24h before each close. Dots: past calls, rings: leans, not scored.`
}

function idleText(shown: readonly PlotCandle[], open: PlotCandle | null): string {
  const candle = shown.at(-1)
  if (!candle) return ""
  const { high, low, close } = candle
  const move = signedPercentOf(close / candle.open - 1)
  return `${candle === open ? "Open candle" : "Last candle"}: ${marketPrice(close)}, ${move}, high ${marketPrice(high)}, low ${marketPrice(low)}`
}

function candleText({ open, high, low, close, volume }: PlotCandle, time: string): string {
  const prices = `open ${marketPrice(open)}, high ${marketPrice(high)}, low ${marketPrice(low)}, close ${marketPrice(close)}`
  return `${time}: ${prices}, volume ${reading(volume)}`
}

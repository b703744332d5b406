import Link from "next/link"
import { CandlePlot, PLOT_MARGIN } from "@/components/charts/candle-plot"
import { midnights } from "@/components/charts/scale"
import { axisOf } from "@/components/charts/range-bar"
import { timesIn } from "@/lib/client/format/time"
import { marketPrice } from "@/lib/client/format/money"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { intervalMs } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import {
  type CallsAnswer,
  type CandlesAnswer,
  candlesOf,
  sampleCones,
  plotCallsOf,
  proofText,
  settledRangesOf,
} from "./market-chart-data"

type LockedChartProps = {
  readonly coin: Coin
  readonly candles: CandlesAnswer | null
  readonly calls: CallsAnswer | null
}

const times = timesIn("UTC")
const LENGTH_MS = intervalMs["4h"]
/** Longer than the 7d band, so that its end is visible. */
const OUTLOOK_MS = 7.5 * DAY_MS
const MAX_DAY_LABELS = 6

/**
 * The last 4h candles with the ranges that were stated for them, and a blurred band ahead. Rendered on the server: it is
 * visible at first paint and without JavaScript.
 */
export function LockedChart({ coin, candles, calls }: LockedChartProps) {
  const shown = candles ? candlesOf(candles) : []
  const [first, last] = [shown[0], shown.at(-1)]
  return (
    <section className="panel locked-chart" aria-labelledby="chart">
      <header className="panel-head">
        <h2 id="chart">{coin}, 4h candles and 80% bands</h2>
        <nav className="coin-links" aria-label="Coin of the chart">
          {COINS.map((one) => (
            <Link
              prefetch={false}
              scroll={false}
              href={`/?coin=${one}`}
              aria-current={one === coin ? "true" : undefined}
              key={one}
            >
              {one}
            </Link>
          ))}
        </nav>
      </header>
      <div className="panel-body">
        {first && last ? (
          <LockedPlot coin={coin} shown={shown} calls={calls?.calls ?? []} first={first} last={last} />
        ) : (
          <p className="empty">{candles?.withheld ?? "Candles are not available right now."}</p>
        )}
        {calls ? <p className="proof-line">{proofText(calls, times.day)}</p> : null}
        <p className="note record-link">
          <Link prefetch={false} href="/track-record">
            Full record, and how to verify it
          </Link>
        </p>
      </div>
    </section>
  )
}

type LockedPlotProps = {
  readonly coin: Coin
  readonly shown: ReturnType<typeof candlesOf>
  readonly calls: CallsAnswer["calls"]
  readonly first: ReturnType<typeof candlesOf>[number]
  readonly last: ReturnType<typeof candlesOf>[number]
}

function LockedPlot({ coin, shown, calls, first, last }: LockedPlotProps) {
  const lastMs = last.openMs + LENGTH_MS
  const [fromMs, toMs] = [first.openMs, lastMs + OUTLOOK_MS]
  const ranges = settledRangesOf(calls, fromMs)
  const cones = sampleCones(calls, { atMs: lastMs, price: last.close })
  const axis = axisOf([...shown, ...ranges, ...cones].flatMap(bounds), PLOT_MARGIN)
  return (
    <figure>
      <div className="candles-box">
        <CandlePlot
          candles={shown}
          lengthMs={LENGTH_MS}
          axis={axis}
          fromMs={fromMs}
          toMs={toMs}
          ranges={ranges}
          cones={cones}
          isBlurred
          calls={plotCallsOf(calls, fromMs)}
          dayText={times.day}
          days={midnights(fromMs, toMs, { most: MAX_DAY_LABELS, midnight: times.midnight })}
        >
          {/* OwnedBands draws here and below once it has loaded, if this browser owns the signal. */}
          <div
            className="owned-bands"
            data-bands="plot"
            data-frame={JSON.stringify({ coin, fromMs, toMs, ...axis, lastMs, close: last.close })}
          />
        </CandlePlot>
        <p className="locked-note">24h and 7d bands: in the {coin} signal</p>
      </div>
      <figcaption className="note">
        {coin} closed at {marketPrice(last.close)}, {times.text(lastMs)}. Shaded: the 80% band stated 24h before each
        close. Dots: past calls, filled when tradable, rings when lean only. <span data-bands="caption" />
        <span className="illustration-note">The blurred band is an illustration, not the forecast.</span>
      </figcaption>
    </figure>
  )
}

function bounds({ low, high }: { readonly low: number; readonly high: number }): readonly number[] {
  return [low, high]
}

import type { ReactNode } from "react"
import { marketPrice } from "@/lib/client/format/money"
import { ConeShades, type PlotCone } from "./cone-shades"
import type { PriceAxis } from "./range-bar"
import { roundValues, shareOf } from "./scale"
import { separateLabels } from "./separate-labels"
import { shareOfTime } from "./time-axis"

export type PlotCandle = {
  readonly openMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export type PlotLevel = {
  readonly name: string
  readonly price: number
  readonly tone: "stop" | "entry" | "target" | "support" | "resistance" | "last"
  /** `44% within 7d` */
  readonly note?: string
}

/** A past call. A lean is hollow because it is not a trade. */
export type PlotCall = {
  readonly atMs: number
  readonly price: number
  readonly side: "up" | "down"
  readonly isLean: boolean
}

/** A moving average, or another line through prices. */
export type PlotLine = { readonly name: string; readonly points: readonly PlotPoint[] }

type PlotPoint = { readonly atMs: number; readonly price: number }

type CandlePlotProps = {
  readonly candles: readonly PlotCandle[]
  readonly lengthMs: number
  readonly axis: PriceAxis
  readonly fromMs: number
  readonly toMs: number
  /** What is later is compressed at the right. Absent: the whole width has one scale. */
  readonly aheadFromMs?: number
  readonly levels?: readonly PlotLevel[]
  readonly cones?: readonly PlotCone[]
  /** Where the cones begin. Absent: at the last close. */
  readonly coneStart?: PlotPoint
  readonly lines?: readonly PlotLine[]
  /** Where a price left a range. */
  readonly exits?: readonly PlotPoint[]
  /** The cone is an illustration and is blurred. */
  readonly isBlurred?: boolean
  readonly calls?: readonly PlotCall[]
  /** Ranges that were stated for past closes. */
  readonly ranges?: readonly { readonly atMs: number; readonly low: number; readonly high: number }[]
  /** `20 Nov` */
  readonly dayText: (atMs: number) => string
  readonly days: readonly number[]
  /** Named instants ahead: `24h`. */
  readonly horizons?: readonly { readonly atMs: number; readonly name: string }[]
  /** An overlay in the same coordinates. */
  readonly children?: ReactNode
}

/** Height of a label beside the plot in percent of a plot on a phone, which is the lowest. */
const LABEL_PCT = 5
/** Keeps labels and the dots of calls at the highest and lowest price inside the plot. */
export const PLOT_MARGIN = 0.08
/** Volume uses this share of the height. */
const VOLUME_PCT = 16
const BODY_SHARE = 0.7

/**
 * Candles with volume as SVG, one path per colour. It uses no hooks, so it is also rendered on the server. Decorative: its
 * frame has the text and the table.
 */
export function CandlePlot(props: CandlePlotProps) {
  const { candles, lengthMs, axis, fromMs, toMs, levels = [], cones = [], isBlurred = false } = props
  const { aheadFromMs = toMs, lines = [], exits = [], horizons = [], dayText, days, children } = props
  const last = candles.at(-1)
  const coneStart = props.coneStart ?? (last && { atMs: last.openMs + lengthMs, price: last.close })
  const x = (atMs: number) => round(shareOfTime({ fromMs, nowMs: aheadFromMs, toMs }, atMs))
  const y = (price: number) => round(100 - shareOf(price, axis.low, axis.high))
  const prices = roundValues(axis.low, axis.high, 6)
  const labels = separateLabels(
    levels.map(({ price }) => y(price)),
    { gap: LABEL_PCT, end: 100 },
  )
  return (
    <div className="candles" aria-hidden="true">
      <div className="candles-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="candles-grid" d={prices.map((price) => `M0 ${y(price)}H100`).join("")} />
          <Ranges {...props} x={x} y={y} />
          <Volume {...props} x={x} />
          <Bodies {...props} x={x} y={y} />
          {lines.map(({ name, points }) => (
            <path
              className="candles-line"
              key={name}
              d={points.map(({ atMs, price }, index) => `${index === 0 ? "M" : "L"}${x(atMs)} ${y(price)}`).join("")}
            />
          ))}
          {coneStart === undefined ? null : (
            <ConeShades start={coneStart} cones={cones} isBlurred={isBlurred} x={x} y={y} />
          )}
          {levels.map(({ name, price, tone }) => (
            <path className="candles-level" data-tone={tone} key={`${name} ${price}`} d={`M0 ${y(price)}H100`} />
          ))}
          <Calls {...props} x={x} y={y} />
          <path className="candles-exit" d={exits.map(({ atMs, price }) => `M${x(atMs)} ${y(price)}h0.001`).join("")} />
        </svg>
        {children}
      </div>
      <div className="candles-prices">
        {/* From the line of a level to its label, which is moved when another label is near. */}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {levels.map(({ name, price, tone }, index) => (
            <path
              className="candles-level"
              data-tone={tone}
              key={`${name} ${price}`}
              d={`M0 ${y(price)}L100 ${labels[index] ?? 0}`}
            />
          ))}
        </svg>
        <ul>
          {prices
            .filter((price) => labels.every((label) => Math.abs(label - y(price)) >= LABEL_PCT / 2))
            .map((price) => (
              <li key={price} style={{ insetBlockStart: `${y(price)}%` }}>
                {marketPrice(price)}
              </li>
            ))}
          {levels.map(({ name, price, tone, note }, index) => (
            <li
              className="candles-label"
              data-tone={tone}
              key={`${name} ${price}`}
              style={{ insetBlockStart: `${labels[index] ?? 0}%` }}
              title={note}
            >
              <b>{SHORT_NAMES[name] ?? name}</b> {marketPrice(price)}
            </li>
          ))}
        </ul>
      </div>
      <ul className="candles-days">
        {days.map((atMs) => (
          <li key={atMs} style={{ insetInlineStart: `${x(atMs)}%`, translate: `-${x(atMs)}% 0` }}>
            {dayText(atMs)}
          </li>
        ))}
        {horizons.map(({ atMs, name }) => (
          <li className="candles-horizon" key={name} style={{ insetInlineStart: `${x(atMs)}%` }}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Names that fit beside a price. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  "Target 1": "T1",
  "Target 2": "T2",
  "Target 3": "T3",
  Support: "Sup",
  Resistance: "Res",
}

type Scale = (value: number) => number

function Bodies({ candles, lengthMs, x, y }: CandlePlotProps & { readonly x: Scale; readonly y: Scale }) {
  return (["up", "down"] as const).map((side) => {
    const own = candles.filter(({ open, close }) => close >= open === (side === "up"))
    const wicks = own.map(({ openMs, high, low }) => `M${x(openMs + lengthMs / 2)} ${y(high)}V${y(low)}`)
    const bodies = own.map(({ openMs, open, close }) => {
      const [left, right] = bodyOf(openMs, lengthMs)
      // A body without height would be invisible.
      const [top, bottom] = [
        y(Math.max(open, close)),
        Math.max(y(Math.min(open, close)), y(Math.max(open, close)) + 0.3),
      ]
      return `M${x(left)} ${top}H${x(right)}V${bottom}H${x(left)}Z`
    })
    return (
      <g className="candles-side" data-direction={side} key={side}>
        <path className="candles-wick" d={wicks.join("")} />
        <path className="candles-body" d={bodies.join("")} />
      </g>
    )
  })
}

function Volume({ candles, lengthMs, x }: CandlePlotProps & { readonly x: Scale }) {
  const highest = Math.max(...candles.map(({ volume }) => volume), Number.MIN_VALUE)
  const bars = candles.map(({ openMs, volume }) => {
    const [left, right] = bodyOf(openMs, lengthMs)
    return `M${x(left)} 100V${round(100 - (VOLUME_PCT * volume) / highest)}H${x(right)}V100Z`
  })
  return <path className="candles-volume" d={bars.join("")} />
}

function Ranges({ ranges, x, y }: CandlePlotProps & { readonly x: Scale; readonly y: Scale }) {
  if (ranges === undefined) return null
  const halfMs = ranges.length > 1 ? ((ranges[1]?.atMs ?? 0) - (ranges[0]?.atMs ?? 0)) / 2 : 0
  const band = ranges.map(
    ({ atMs, low, high }) => `M${x(atMs - halfMs)} ${y(low)}H${x(atMs + halfMs)}V${y(high)}H${x(atMs - halfMs)}Z`,
  )
  return <path className="candles-range" d={band.join("")} />
}

/** One dot per call: a filled dot is a call, a ring is a lean. Longs lie below the price, shorts above it. */
function Calls({ calls, x, y }: CandlePlotProps & { readonly x: Scale; readonly y: Scale }) {
  if (calls === undefined) return null
  return (["up", "down"] as const).map((side) => {
    const dots = (isLean: boolean) =>
      calls
        .filter((call) => call.side === side && call.isLean === isLean)
        .map(({ atMs, price }) => `M${x(atMs)} ${round(y(price) + (side === "up" ? 6 : -6))}h0.001`)
        .join("")
    return (
      <g className="candles-calls" data-direction={side} key={side}>
        <path className="candles-dot" d={dots(false)} />
        <path className="candles-ring" d={dots(true)} />
        <path className="candles-hole" d={dots(true)} />
      </g>
    )
  })
}

function bodyOf(openMs: number, lengthMs: number): readonly [number, number] {
  const gap = (lengthMs * (1 - BODY_SHARE)) / 2
  return [openMs + gap, openMs + lengthMs - gap]
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

"use client"

import { type PointerEvent, useState } from "react"
import { useTimes } from "@/lib/client/browser/use-times"
import { glyphs, type BadgeDirection } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import type { PriceAxis } from "./range-bar"
import { DAY_MS } from "@/lib/domain/utc-day"
import { midnights, roundValues, shareOf } from "./scale"

type AtTime = { readonly atMs: number }

export type CallMark = AtTime & {
  readonly id: string
  readonly side: BadgeDirection
  /** `lean`: not tradable and not scored. `flat`: a neutral call. `unmeasured`: no outcome yet or no valid price. */
  readonly verdict: "won" | "lost" | "lean" | "flat" | "unmeasured"
}

export type CallsChartData = {
  readonly axis: PriceAxis
  readonly fromMs: number
  readonly toMs: number
  /** Price lines, split where a close is missing. */
  readonly runs: readonly (readonly (AtTime & { readonly price: number })[])[]
  /** The 80% range that was stated for each close. */
  readonly ranges: readonly (AtTime & PriceAxis)[]
  /** Closes outside the range that was stated for them. */
  readonly outsideRange: readonly (AtTime & { readonly price: number })[]
  readonly marks: readonly CallMark[]
  /** A description of every close. */
  readonly points: readonly (AtTime & { readonly id: string; readonly text: string })[]
  /** The end of the replayed calls and of the ranges from replayed calls. `null`: no replayed calls. */
  readonly replayed: { readonly callsUntilMs: number; readonly rangesUntilMs: number } | null
  readonly span: "week" | "longer"
}

const sides = [
  { side: "up", name: "Long" },
  { side: "flat", name: "Neutral" },
  { side: "down", name: "Short" },
] as const

/**
 * Calls over time: the price with its stated ranges, and below it one row per side. A mark above the row's line is a
 * win and a mark below it is a loss, so the outcome does not depend on colour.
 */
export function CallsChart({ picture }: { readonly picture: CallsChartData }) {
  const { fromMs, toMs, marks, span, replayed } = picture
  const slots = Math.max(1, (toMs - fromMs) / DECISION_SPACING_MS)
  const inlineSize = `clamp(2px, calc(${100 / slots}cqi - 1px), 10px)`
  const until = (atMs: number) => `${Math.min(100, shareOf(atMs, fromMs, toMs))}%`
  return (
    <div className="calls" data-span={span}>
      <Prices picture={picture} />
      {sides.map(({ side, name }) => (
        <div className="calls-side" data-direction={side} key={side}>
          <span className="calls-name direction" data-direction={side}>
            <span>
              <span className="direction-glyph">{glyphs[side]}</span> {name}
            </span>
            {side === "flat" ? null : (
              <small>
                <span>won</span>
                <span>lost</span>
              </small>
            )}
          </span>
          <div className="calls-track">
            {marks
              .filter((mark) => mark.side === side)
              .map(({ id, atMs, verdict }) => (
                <i
                  data-verdict={verdict}
                  key={id}
                  style={{ insetInlineStart: `${shareOf(atMs, fromMs, toMs)}%`, inlineSize }}
                />
              ))}
          </div>
        </div>
      ))}
      {replayed === null ? null : (
        <>
          <div className="calls-replayed" data-of="ranges" style={{ inlineSize: until(replayed.rangesUntilMs) }} />
          <div className="calls-replayed" data-of="calls" style={{ inlineSize: until(replayed.callsUntilMs) }} />
        </>
      )}
      <Days fromMs={fromMs} toMs={toMs} />
      <CallsOverlay picture={picture} />
    </div>
  )
}

function Prices({ picture }: { readonly picture: CallsChartData }) {
  const { axis, fromMs, toMs, runs, ranges, outsideRange } = picture
  const x = (atMs: number) => shareOf(atMs, fromMs, toMs)
  const y = (price: number) => 100 - shareOf(price, axis.low, axis.high)
  const half = DECISION_SPACING_MS / 2
  const band = ranges.map(
    ({ atMs, low, high }) => `M${x(atMs - half)} ${y(low)}H${x(atMs + half)}V${y(high)}H${x(atMs - half)}Z`,
  )
  const prices = roundValues(axis.low, axis.high, 4)
  return (
    <div className="calls-prices">
      <ul>
        {prices.map((price) => (
          <li key={price} style={{ insetBlockStart: `${y(price)}%` }}>
            {marketPrice(price)}
          </li>
        ))}
      </ul>
      <div className="calls-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="calls-band" d={band.join("")} />
          <path className="calls-grid" d={prices.map((price) => `M0 ${y(price)}H100`).join("")} />
          {runs.map((run) => (
            <path
              className="calls-line"
              key={run[0]?.atMs}
              d={lineOf(run.map(({ atMs, price }) => `${x(atMs)} ${y(price)}`))}
            />
          ))}
        </svg>
        {outsideRange.map(({ atMs, price }) => (
          <i key={atMs} style={{ insetInlineStart: `${x(atMs)}%`, insetBlockStart: `${y(price)}%` }} />
        ))}
      </div>
    </div>
  )
}

/** A single close is a line of length zero; its round caps draw a dot. */
function lineOf(points: readonly string[]): string {
  return `M${points.join("L")}L${points.at(-1) ?? ""}`
}

function Days({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
  const times = useTimes()
  return (
    <ul className="calls-days">
      {midnights(fromMs, toMs, { most: 6, midnight: times.midnight }).map((atMs) => {
        const share = shareOf(atMs, fromMs, toMs)
        // The shift by the same share of its own width keeps the label inside the chart.
        return (
          <li key={atMs} style={{ insetInlineStart: `${share}%`, translate: `-${share}% 0` }}>
            {times.day(atMs + DAY_MS / 2)}
          </li>
        )
      })}
    </ul>
  )
}

/** The overlay over prices and rows: one column per close with its description. */
function CallsOverlay({ picture }: { readonly picture: CallsChartData }) {
  const { fromMs, toMs, points } = picture
  const [pointed, setPointed] = useState<number | null>(null)
  const at = (atMs: number) => shareOf(atMs, fromMs, toMs)
  const shown = pointed === null ? undefined : points[pointed]
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed(nearestTo(fromMs + ((event.clientX - left) / (width || 1)) * (toMs - fromMs), points))
  }
  // On touch devices `pointerleave` follows every tap, so the note stays open.
  const leave = ({ pointerType }: PointerEvent<HTMLElement>) => (pointerType === "touch" ? undefined : setPointed(null))
  return (
    <div className="calls-over" onPointerMove={point} onPointerDown={point} onPointerLeave={leave}>
      {points.map(({ id, atMs, text }) => (
        <span className="calls-close" data-point={text} key={id} style={{ insetInlineStart: `${at(atMs)}%` }} />
      ))}
      {shown === undefined ? null : (
        <>
          <span className="calls-pointed" style={{ insetInlineStart: `${at(shown.atMs)}%` }} />
          <p
            className="point-note calls-note"
            style={{ left: `${at(shown.atMs)}%`, translate: `-${at(shown.atMs)}% 0` }}
          >
            {shown.text}
          </p>
        </>
      )}
    </div>
  )
}

function nearestTo(wantedMs: number, points: readonly AtTime[]): number | null {
  let nearest: number | null = null
  for (const [index, { atMs }] of points.entries()) {
    const best = nearest === null ? Infinity : Math.abs((points[nearest]?.atMs ?? 0) - wantedMs)
    if (Math.abs(atMs - wantedMs) < best) nearest = index
  }
  return nearest
}

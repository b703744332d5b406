"use client"

import { type PointerEvent, useState } from "react"
import { useTimes } from "@/lib/client/browser/use-times"
import { glyphs, type Lean } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import type { PriceAxis } from "./range-bar"
import { DAY_MS } from "@/lib/domain/utc-day"
import { midnights, roundValues, shareOf } from "./scale"

type At = { readonly atMs: number }

export type CallMark = At & {
  readonly id: string
  readonly lean: Lean
  /** `flat`: it took no side. `unmeasured`: what became of it is not known. */
  readonly verdict: "won" | "lost" | "flat" | "unmeasured"
}

export type CallsChartData = {
  readonly axis: PriceAxis
  readonly fromMs: number
  readonly toMs: number
  /** Prices without a missed close between them, run by run. */
  readonly runs: readonly (readonly (At & { readonly price: number })[])[]
  /** What had been stated for the price of each close. */
  readonly ranges: readonly (At & PriceAxis)[]
  /** Prices that left what was stated for them. */
  readonly outsideRange: readonly (At & { readonly price: number })[]
  readonly marks: readonly CallMark[]
  /** Every close in words. */
  readonly points: readonly (At & { readonly id: string; readonly text: string })[]
  /** Until when calls, and the ranges among which prices stand, were replayed; `null`: none were. */
  readonly replayed: { readonly callsUntilMs: number; readonly rangesUntilMs: number } | null
  readonly span: "week" | "longer"
}

const lanes = [
  { lean: "up", name: "Long" },
  { lean: "flat", name: "Neutral" },
  { lean: "down", name: "Short" },
] as const

/**
 * Calls over time: the price among the ranges that were stated for it, and below it each call in the lane of its side,
 * above the lane's line when it won and below it when it lost, so that neither needs a colour.
 */
export function CallsChart({ picture }: { readonly picture: CallsChartData }) {
  const { fromMs, toMs, marks, span, replayed } = picture
  const slots = Math.max(1, (toMs - fromMs) / DECISION_SPACING_MS)
  const inlineSize = `clamp(2px, calc(${100 / slots}cqi - 1px), 10px)`
  const until = (atMs: number) => `${Math.min(100, shareOf(atMs, fromMs, toMs))}%`
  return (
    <div className="calls" data-span={span}>
      <Prices picture={picture} />
      {lanes.map(({ lean, name }) => (
        <div className="calls-lane" data-lean={lean} key={lean}>
          <span className="calls-name lean" data-lean={lean}>
            <span>
              <span className="lean-glyph">{glyphs[lean]}</span> {name}
            </span>
            {lean === "flat" ? null : (
              <small>
                <span>won</span>
                <span>lost</span>
              </small>
            )}
          </span>
          <div className="calls-track">
            {marks
              .filter((mark) => mark.lean === lean)
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
      <Over picture={picture} />
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

/** A lone close is a line without length, which its round ends make a dot. */
function lineOf(points: readonly string[]): string {
  return `M${points.join("L")}L${points.at(-1) ?? ""}`
}

function Days({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
  const times = useTimes()
  return (
    <ul className="calls-days">
      {midnights(fromMs, toMs, { most: 6, midnight: times.midnight }).map((atMs) => {
        const share = shareOf(atMs, fromMs, toMs)
        // Shifted by as much of its own width as it stands across the chart, it never leaves it.
        return (
          <li key={atMs} style={{ insetInlineStart: `${share}%`, translate: `-${share}% 0` }}>
            {times.day(atMs + DAY_MS / 2)}
          </li>
        )
      })}
    </ul>
  )
}

/** What lies over prices and lanes: a column for each close that says it in words. */
function Over({ picture }: { readonly picture: CallsChartData }) {
  const { fromMs, toMs, points } = picture
  const [pointed, setPointed] = useState<number | null>(null)
  const at = (atMs: number) => shareOf(atMs, fromMs, toMs)
  const shown = pointed === null ? undefined : points[pointed]
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed(nearestTo(fromMs + ((event.clientX - left) / (width || 1)) * (toMs - fromMs), points))
  }
  // A finger leaves as soon as it is lifted: what it asked for stays to be read.
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
            className="walk-note calls-note"
            style={{ left: `${at(shown.atMs)}%`, translate: `-${at(shown.atMs)}% 0` }}
          >
            {shown.text}
          </p>
        </>
      )}
    </div>
  )
}

function nearestTo(wantedMs: number, points: readonly At[]): number | null {
  let nearest: number | null = null
  for (const [index, { atMs }] of points.entries()) {
    const best = nearest === null ? Infinity : Math.abs((points[nearest]?.atMs ?? 0) - wantedMs)
    if (Math.abs(atMs - wantedMs) < best) nearest = index
  }
  return nearest
}

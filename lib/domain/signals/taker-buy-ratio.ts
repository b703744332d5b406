import { HOUR_MS } from "@/lib/domain/utc-day"
import { deviationFromPast } from "./deviation"
import { above, abstains, type Reading, votes } from "./indicator"
import type { MarketView } from "./market-view"
import { parameters } from "./parameters"

const DAY_H = 24
const WINDOW_DAYS = 60

/** Both in coins, one entry per hour, oldest first. */
type Flow = {
  readonly bought: ArrayLike<number>
  readonly traded: ArrayLike<number>
  readonly basedOn: "hours" | "takerFlow"
}

/**
 * Share of market buys in the volume of 24 hours: of spot candles that split it, else of the taker-volume series.
 *
 * Its level is not centred on one half (0.486 for BTC), so the vote is on the distance from its own past.
 */
export function takerBuyRatio(view: MarketView): Reading {
  const flow = spotFlow(view) ?? contractFlow(view)
  if (flow === null) return abstains("no source here splits volume by aggressor")
  const [newest, ...past] = shares(flow)
  const { basedOn } = flow
  if (newest === undefined || past.length < WINDOW_DAYS - 1) {
    return { ...abstains("fewer than 60 days of hourly volume"), basedOn }
  }
  const z = deviationFromPast(newest, past) ?? 0
  return {
    ...votes(newest, above(z, parameters.takerZ), { name: "taker_buy_ratio_z", value: z, unit: "z-score" }),
    basedOn,
  }
}

/** `null` where any hour of the window is not split. */
function spotFlow({ hours }: MarketView): Flow | null {
  const window = WINDOW_DAYS * DAY_H
  const bought = hours.takerBuy.subarray(-window)
  return bought.some(Number.isNaN) ? null : { bought, traded: hours.volume.subarray(-window), basedOn: "hours" }
}

/** `null` without points, or when they end before the candles do. */
function contractFlow({ series, timeMs }: MarketView): Flow | null {
  const points = series.takerFlow.slice(-WINDOW_DAYS * DAY_H)
  const last = points.at(-1)
  if (last === undefined || timeMs - last.atMs > 3 * HOUR_MS) return null
  return {
    bought: points.map(({ takerBuyBase }) => takerBuyBase),
    traded: points.map(({ takerBuyBase, takerSellBase }) => takerBuyBase + takerSellBase),
    basedOn: "takerFlow",
  }
}

/** Shares of the last 60 spans of 24 hours, newest first. A span without trades counts as balanced. */
function shares({ bought, traded }: Flow): number[] {
  const spans = Math.min(WINDOW_DAYS, Math.floor(traded.length / DAY_H))
  return Array.from({ length: spans }, (_, span) => {
    const end = traded.length - span * DAY_H
    const total = sumOf(traded, end - DAY_H, end)
    return total === 0 ? 0.5 : sumOf(bought, end - DAY_H, end) / total
  })
}

function sumOf(values: ArrayLike<number>, from: number, to: number): number {
  let total = 0
  for (let i = from; i < to; i++) total += values[i] ?? 0
  return total
}

import { shareOf } from "./scale"

/** The time of a chart: the past up to `nowMs`, and a band ahead up to `toMs`. Without one, `nowMs` is `toMs`. */
export type TimeAxis = { readonly fromMs: number; readonly nowMs: number; readonly toMs: number }

/** What lies ahead is compressed into this share of the width, in percent, so that candles keep three quarters. */
const AHEAD_PCT = 25

/** The position of an instant, 0 to 100. */
export function shareOfTime({ fromMs, nowMs, toMs }: TimeAxis, atMs: number): number {
  if (toMs <= nowMs) return shareOf(atMs, fromMs, toMs)
  const pastPct = 100 - AHEAD_PCT
  if (atMs <= nowMs) return (pastPct * shareOf(atMs, fromMs, nowMs)) / 100
  return pastPct + (AHEAD_PCT * shareOf(atMs, nowMs, toMs)) / 100
}

/** The instant at a position, 0 to 100. */
export function timeAtShare({ fromMs, nowMs, toMs }: TimeAxis, share: number): number {
  const pastPct = toMs > nowMs ? 100 - AHEAD_PCT : 100
  if (share <= pastPct) return fromMs + (share / pastPct) * (nowMs - fromMs)
  return nowMs + ((share - pastPct) / AHEAD_PCT) * (toMs - nowMs)
}

import type { Sourced } from "@/lib/domain/market/candle-feed"
import { deviation } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { fitReturns, holmAdjusted, type ReturnModel, testReturns } from "./event-study"

export const GEO_ASSETS = ["BTC", "ETH", "GOLD", "OIL"] as const

export type GeoAsset = (typeof GEO_ASSETS)[number]

/** A price at the end of an hour, on the hour. Hours in which a market is closed are absent. */
export type HourlyClose = { readonly closeTimeMs: number; readonly closeUsd: number }

/** Hourly closes of the last months, 120 days if possible, ascending. `null`: none within the maximum age. */
export type AssetPriceFeed = { hourly(asset: GeoAsset): Promise<Sourced<readonly HourlyClose[]> | null> }

/** Move of an asset after an event, as log return beyond its usual drift, in percent. `null`: not measured (yet). */
export type Impact = {
  readonly direction: "UP" | "DOWN" | "UNCLEAR"
  readonly ar1hPct: number | null
  readonly ar4hPct: number | null
  readonly ar24hPct: number | null
  readonly t24h: number | null
  /** One standard deviation of the same 24 hours without an event. */
  readonly usual24hPct: number | null
  /** After correction for looking at four assets at once. */
  readonly isSignificant: boolean
  /** The newest price compared with the price before the event: a plain return, including drift. */
  readonly alreadyMovedPct: number | null
  readonly isMarketOpen: boolean | null
  readonly note: string
}

export type Impacts = Readonly<Record<GeoAsset, Impact>>

const MAX_STALE_MS = 2 * HOUR_MS
/** The daily pause is shorter. A longer pause means that the market was closed. */
const MAX_PAUSE_MS = 2 * HOUR_MS
const ESTIMATION_MS = 120 * DAY_MS
/** The estimation ends before the event, so that rumours do not count as usual. */
const ESTIMATION_GAP_MS = DAY_MS
const DISTURBED_MS = 5 * DAY_MS
const MIN_RETURNS = 240
const MIN_PER_SLOT = 8
const SIGNIFICANT_P = 0.05

type Question = {
  readonly eventMs: number
  readonly nowMs: number
  /** Times of other events of high severity: five days around them are not usual. */
  readonly disturbedMs: readonly number[]
}

/** From one close to the next: an hour, or two around the hour in which futures rest each evening. */
type HourReturn = { readonly startMs: number; readonly endMs: number; readonly value: number }

/**
 * Measures all four assets. Direction is never derived from the kind of event: without significance, corrected for as
 * many assets as were measured, it is `UNCLEAR`.
 */
export function measureImpacts(
  prices: Readonly<Record<GeoAsset, readonly HourlyClose[] | null>>,
  question: Question,
): Impacts {
  const single = GEO_ASSETS.map((asset) => measureOne(prices[asset], question))
  const adjusted = holmAdjusted(single.map(({ t24h }) => t24h))
  const [btc, eth, gold, oil] = single.map((impact, index): Impact => {
    const p = adjusted[index] ?? null
    if (p === null || p >= SIGNIFICANT_P) return impact
    const direction = (impact.t24h ?? 0) > 0 ? "UP" : "DOWN"
    return { ...impact, direction, isSignificant: true, note: "beyond the usual noise" }
  })
  const none = unmeasured(null, "no prices")
  return { BTC: btc ?? none, ETH: eth ?? none, GOLD: gold ?? none, OIL: oil ?? none }
}

/** The significance is set later, because it depends on all four assets. */
function measureOne(closes: readonly HourlyClose[] | null, question: Question): Impact {
  const { eventMs, nowMs } = question
  const known = (closes ?? []).filter(({ closeTimeMs }) => closeTimeMs <= nowMs)
  const last = known.at(-1)
  const base = known.findLast(({ closeTimeMs }) => closeTimeMs <= eventMs)
  if (base === undefined || last === undefined) return unmeasured(null, "no price at the time")
  if (eventMs - base.closeTimeMs > MAX_STALE_MS) return unmeasured(false, "market closed when first seen")
  const isMarketOpen = wasTrading(known, question)
  const moved = 100 * (last.closeUsd / base.closeUsd - 1)
  const returns = hourlyReturns(known)
  const usual = returns.filter(({ endMs }) => isUsual(endMs, question))
  const model = usual.length < MIN_RETURNS ? null : fitReturns(usual.map(({ value }) => value))
  if (model === null) return { ...unmeasured(isMarketOpen, "too little history to tell"), alreadyMovedPct: moved }
  const sigmaOf = slotSigmas(usual, model)
  const window = (hours: number) => testHours(returns, base.closeTimeMs, hours, model, sigmaOf)
  const day = window(24)
  return {
    direction: "UNCLEAR",
    ar1hPct: percent(window(1)?.car),
    ar4hPct: percent(window(4)?.car),
    ar24hPct: percent(day?.car),
    t24h: day?.t ?? null,
    usual24hPct: percent(day?.sigma),
    isSignificant: false,
    alreadyMovedPct: moved,
    isMarketOpen,
    note: noteOf(day?.t ?? null, base.closeTimeMs + DAY_MS > nowMs),
  }
}

/** Whether the market was open in the hour of the event, by the next close; `null` when that close is overdue. */
function wasTrading(closes: readonly HourlyClose[], { eventMs, nowMs }: Question): boolean | null {
  const next = closes.find(({ closeTimeMs }) => closeTimeMs > eventMs)
  if (next !== undefined) return next.closeTimeMs - eventMs <= HOUR_MS
  return nowMs - eventMs <= HOUR_MS ? true : null
}

function hourlyReturns(closes: readonly HourlyClose[]): readonly HourReturn[] {
  return closes.flatMap((close, index) => {
    const before = closes[index - 1]
    if (before === undefined || close.closeTimeMs - before.closeTimeMs > MAX_PAUSE_MS) return []
    const value = Math.log(close.closeUsd / before.closeUsd)
    return [{ startMs: before.closeTimeMs, endMs: close.closeTimeMs, value }]
  })
}

function isUsual(endMs: number, { eventMs, disturbedMs }: Question): boolean {
  const isInWindow = endMs <= eventMs - ESTIMATION_GAP_MS && endMs > eventMs - ESTIMATION_MS
  return isInWindow && disturbedMs.every((otherMs) => Math.abs(endMs - otherMs) > DISTURBED_MS)
}

/** Volatility differs by hour of the week; an hour with few observations takes that of all. */
function slotSigmas(usual: readonly HourReturn[], model: ReturnModel): (endMs: number) => number {
  const slots = new Map<number, number[]>()
  for (const { endMs, value } of usual) slots.set(slotOf(endMs), [...(slots.get(slotOf(endMs)) ?? []), value])
  return (endMs) => {
    const values = slots.get(slotOf(endMs)) ?? []
    return (values.length >= MIN_PER_SLOT ? deviation(values) : null) || model.sigma
  }
}

function slotOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS) % 168
}

/** `null` unless the market traded through the window and the window has ended. */
function testHours(
  returns: readonly HourReturn[],
  baseMs: number,
  hours: number,
  model: ReturnModel,
  sigmaOf: (endMs: number) => number,
) {
  const endMs = baseMs + hours * HOUR_MS
  const window = returns.filter((one) => one.startMs >= baseMs && one.endMs <= endMs)
  if (!isUnbroken(window, baseMs, endMs, returns)) return null
  return testReturns(
    model,
    window.map(({ value }) => value),
    window.map((one) => sigmaOf(one.endMs)),
  )
}

/**
 * Each return begins where the previous return ended; a pause across the end of the window belongs to the next window.
 */
function isUnbroken(window: readonly HourReturn[], baseMs: number, endMs: number, all: readonly HourReturn[]): boolean {
  const isJoined = window.every(({ startMs }, index) => startMs === (window[index - 1]?.endMs ?? baseMs))
  const lastMs = window.at(-1)?.endMs
  if (lastMs === undefined || !isJoined) return false
  return lastMs === endMs || all.some((one) => one.startMs === lastMs && one.endMs > endMs)
}

function noteOf(t: number | null, isOpen: boolean): string {
  if (t === null) return isOpen ? "settles within 24h" : "market closed within 24h"
  return "not distinguishable from noise"
}

function percent(logReturn: number | undefined): number | null {
  return logReturn === undefined ? null : 100 * logReturn
}

function unmeasured(isMarketOpen: boolean | null, note: string): Impact {
  return {
    direction: "UNCLEAR",
    ar1hPct: null,
    ar4hPct: null,
    ar24hPct: null,
    t24h: null,
    usual24hPct: null,
    isSignificant: false,
    alreadyMovedPct: null,
    isMarketOpen,
    note,
  }
}

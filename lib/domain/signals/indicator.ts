import { HOUR_MS } from "@/lib/domain/utc-day"
import { type InputName, inputLabels } from "./market-inputs"
import type { MarketView } from "./market-view"

export const CATEGORIES = ["sentiment", "technical", "trend", "macro"] as const

export type Category = (typeof CATEGORIES)[number]
export type Vote = "long" | "short" | "neutral"

/** The quantity that a rule compared with its bounds, with its own name in `indicators` of `/context`. */
export type Voted = { readonly name: string; readonly value: number | string; readonly unit: string }

/** `vote: null` abstains for `reason`. A value may be shown without a vote, and a vote cast without a value. */
type VoteResult =
  | { readonly value: number | string | null; readonly vote: Vote; readonly reason: null }
  | { readonly value: number | string | null; readonly vote: null; readonly reason: string }

/**
 * `basedOn`: the input of the value, where it differs from `inputs`. `voted`: the compared quantity, where it is not the
 * value itself.
 */
export type Reading = VoteResult & { readonly basedOn?: InputName; readonly voted?: Voted }

/** One reading with a vote. `read` is pure and sees only the data known at the time of the view. */
export type Indicator = {
  readonly category: Category
  readonly name: string
  readonly unit: string
  /** The period that the value covers. */
  readonly window: string
  /** The vote rule in words, as the methodology prints it. */
  readonly rule: string
  /** Where the formula is published. */
  readonly reference: string
  readonly horizon: "24h" | "7d" | "context"
  /** Without any of these, or with the first one older than `maxAgeMs`, it abstains. */
  readonly inputs: readonly [InputName, ...InputName[]]
  readonly maxAgeMs: number
  /** Thresholds of a rule that are not in `parameters.ts`; part of the method version. */
  readonly thresholds?: Readonly<Record<string, number>>
  read(view: MarketView): Reading
}

/** A reading with its indicator, the age of its inputs and their provider. */
export type IndicatorReading = VoteResult & {
  readonly voted?: Voted
  readonly indicator: Indicator
  /** Time of the oldest input's newest content. */
  readonly asOfMs: number | null
  readonly source: string | null
}

export const NOT_ENOUGH_HISTORY = "not enough closed candles"

/** The vote of an indicator. It abstains where an input is missing or too old. */
export function readIndicator(indicator: Indicator, view: MarketView): IndicatorReading {
  const { inputs, maxAgeMs } = indicator
  const missing = inputs.find((name) => view.known[name] === null)
  if (missing !== undefined) return unread(indicator, `no ${inputLabels[missing]}`)
  const newestMs = view.known[inputs[0]]?.asOfMs ?? view.timeMs
  if (view.timeMs - newestMs > maxAgeMs) {
    const tooOld = abstains(`${inputLabels[inputs[0]]} older than ${hours(maxAgeMs)}`)
    return { ...tooOld, indicator, ...provenanceOf(inputs, view) }
  }
  const { basedOn, ...verdict } = indicator.read(view)
  return { ...verdict, indicator, ...provenanceOf(basedOn === undefined ? inputs : [basedOn], view) }
}

function provenanceOf(inputs: readonly InputName[], { known }: MarketView) {
  const origins = inputs.map((name) => known[name]).filter((origin) => origin !== null)
  return {
    asOfMs: Math.min(...origins.map(({ asOfMs }) => asOfMs)),
    source: [...new Set(origins.map(({ source }) => source))].join(", "),
  }
}

export function votes(value: number | string | null, vote: Vote, voted?: Voted): Reading {
  return { value, vote, reason: null, ...(voted && { voted }) }
}

export function abstains(reason: string, value: number | string | null = null): VoteResult {
  return { value, vote: null, reason }
}

/** Bounds of a vote. Both included. */
type Bounds = { readonly long: number; readonly short: number }

/** Long from `long` upwards, short from `short` downwards. */
export function above(value: number, { long, short }: Bounds): Vote {
  return value >= long ? "long" : value <= short ? "short" : "neutral"
}

/** True above rounding noise: averages of a price that stands still differ from it in the last digits. */
export function exceeds(value: number, other: number): boolean {
  return value > other * (1 + 1e-9)
}

/** Long from `long` downwards, short from `short` upwards. */
export function below(value: number, { long, short }: Bounds): Vote {
  return value <= long ? "long" : value >= short ? "short" : "neutral"
}

function unread(indicator: Indicator, reason: string): IndicatorReading {
  return { ...abstains(reason), indicator, asOfMs: null, source: null }
}

function hours(durationMs: number): string {
  return `${durationMs / HOUR_MS} h`
}

import { type InputLimits, type InputName, inputLimits } from "@/lib/domain/freshness"
import { intervalMs } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** The inputs that decide how old an answer can be. */
export type Freshness = {
  /** The decision changes when this input is renewed. Parts of an answer, such as its price, may change sooner. */
  readonly changesWith: InputName
  /** The answer is not sold while one of these inputs is older than its limit. */
  readonly needs: readonly InputName[]
  /** Inputs that were read when the last 4-hour candle closed. They may be 4 hours older until the next close. */
  readonly atClose?: readonly InputName[]
  /** The coins whose inputs an answer without a coin in its path needs together. Absent: those of any coin. */
  readonly coins?: readonly Coin[]
}

/** Freshness of every answer about one coin's call, which is computed when a 4-hour candle closes. */
export const callFreshness: Freshness = { changesWith: "4h", needs: ["price"], atClose: ["1h", "4h", "1d"] }

/** The inputs of an answer, each with its maximum age at the time of sale. */
function limitsOf({ needs, atClose = [] }: Freshness): readonly InputLimits[] {
  const read = atClose.map((input) => inputLimits[input])
  return [
    ...needs.map((input) => inputLimits[input]),
    ...read.map((limits) => ({ ...limits, maxAgeMs: limits.maxAgeMs + intervalMs["4h"] })),
  ]
}

/** The form of `x-freshness` in OpenAPI, in seconds. */
export function publishedFreshness(freshness: Freshness) {
  return {
    update_period_s: inputLimits[freshness.changesWith].everyMs / 1000,
    inputs: limitsOf(freshness).map(({ name, everyMs, maxAgeMs }) => ({
      name,
      update_period_s: everyMs / 1000,
      max_age_s: maxAgeMs / 1000,
    })),
  }
}

/** `Renewed every 4h. Not sold when older than: price 5 min, hourly candles 6h.` */
export function freshnessText(freshness: Freshness): string {
  const limits = limitsOf(freshness).map(({ name, maxAgeMs }) => `${name} ${durationText(maxAgeMs)}`)
  const period = durationText(inputLimits[freshness.changesWith].everyMs)
  const renewed = `Renewed every ${period}.`
  return limits.length === 0 ? renewed : `${renewed} Not sold when older than: ${limits.join(", ")}.`
}

const UNITS = [
  ["days", DAY_MS],
  ["h", HOUR_MS],
  ["min", 60_000],
] as const

/** Exact, in the largest unit that divides it: `7 days`, `36h`, `5 min`, `30 s`. */
export function durationText(ms: number): string {
  const [unit, unitMs] =
    UNITS.find(([name, unitMs]) => ms % unitMs === 0 && (name !== "days" || ms > unitMs)) ?? SECONDS
  return `${ms / unitMs}${unit === "h" ? "" : " "}${unit}`
}

const SECONDS = ["s", 1_000] as const

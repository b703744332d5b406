import { round } from "@/lib/domain/round"
import { DAY_MS } from "@/lib/domain/utc-day"
import { sigmaFor, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { touchProbability } from "@/lib/domain/volatility/touch"

/** A level, and the probability that was stated for a touch of it within the horizon. */
export type TouchLevel = {
  readonly side: "above" | "below"
  /** Distance in standard deviations of the horizon. */
  readonly sigmas: number
  readonly levelUsd: number
  readonly odds: number
}

/** Touch odds at one close, of the same levels for everybody: nobody can choose those that were met. */
export type SealedTouch = { readonly version: string } & Readonly<Record<"24h" | "7d", readonly TouchLevel[]>>

/** Which levels are sealed, and how. Their odds are those of the method's forecast. */
export const TOUCH_VERSION = "touch-1"
export const TOUCH_SIDES = ["above", "below"] as const
export const TOUCH_SIGMAS = [0.5, 1, 2] as const

/** True of the closes at which touch odds and the regime are sealed: 00:00 UTC. */
export function isDailyClose(closeMs: number): boolean {
  return closeMs % DAY_MS === 0
}

export function sealedTouch(priceUsd: number, volatility: VolatilityForecast): SealedTouch {
  const levels = (hours: number) => {
    const sigma = sigmaFor(volatility, hours)
    return TOUCH_SIDES.flatMap((side) =>
      TOUCH_SIGMAS.map((sigmas) => {
        const move = (side === "above" ? 1 : -1) * sigmas * sigma
        const levelUsd = round(priceUsd * Math.exp(move), 2)
        return { side, sigmas, levelUsd, odds: round(touchProbability(levelUsd, priceUsd, volatility, hours), 6) }
      }),
    )
  }
  return { version: TOUCH_VERSION, "24h": levels(24), "7d": levels(168) }
}

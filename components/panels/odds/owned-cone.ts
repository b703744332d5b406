import { oddsContract } from "@/lib/api/odds"
import { riskContract } from "@/lib/api/risk"
import { signalContract } from "@/lib/api/signal"
import { intervalMs } from "@/lib/domain/market/candle"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { volatilityOfRanges } from "@/lib/domain/volatility/from-ranges"
import { type HorizonOdds, oddsWithin } from "@/lib/domain/volatility/horizon-odds"

/** The forecast of an owned answer, from which the odds of any level follow. */
export type OwnedCone = {
  readonly volatility: VolatilityForecast
  readonly decidedMs: number
  readonly productId: string
}

/** The product and the body of an owned answer. */
export type OwnedAnswer = { readonly productId: string; readonly body: unknown }

/** The newest forecast in owned answers about one coin; `null` without any. */
export function newestCone(owned: readonly OwnedAnswer[]): OwnedCone | null {
  const cones = owned.flatMap((answer) => coneOf(answer) ?? [])
  return cones.toSorted((a, b) => b.decidedMs - a.decidedMs)[0] ?? null
}

/** A forecast is used until the next 4h close. */
export function isCurrentCone({ decidedMs }: OwnedCone, nowMs: number): boolean {
  return nowMs < decidedMs + intervalMs["4h"]
}

export function coneOdds(
  { volatility, decidedMs }: OwnedCone,
  level: { readonly level: number; readonly price: number; readonly hours: number; readonly nowMs: number },
): HorizonOdds {
  const elapsedMs = Math.max(0, level.nowMs - decidedMs)
  return oddsWithin(level.level, level.price, { volatility, elapsedMs, hours: level.hours })
}

function coneOf({ productId, body }: OwnedAnswer): OwnedCone | null {
  const odds = oddsContract.response.safeParse(body).data
  if (odds?.decided_at !== undefined) {
    const { sigma_24h, sigma_3d, sigma_7d } = odds.forecast
    const volatility = { sigma24h: sigma_24h, sigma3d: sigma_3d, sigma7d: sigma_7d }
    return { volatility, decidedMs: Date.parse(odds.decided_at), productId }
  }
  const answer = signalContract.response.safeParse(body).data ?? riskContract.response.safeParse(body).data
  if (answer?.decided_at === undefined) return null
  const { range80_24h, range80_7d } = answer.outlook
  const decidedMs = Date.parse(answer.decided_at)
  return { volatility: volatilityOfRanges({ "24h": range80_24h, "7d": range80_7d }, decidedMs), decidedMs, productId }
}

import { oddsContract } from "@/lib/endpoints/odds/contract"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { intervalMs } from "@/lib/domain/market/candle"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
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
  const call = odds ?? signalContract.response.safeParse(body).data ?? riskContract.response.safeParse(body).data
  const forecast = odds?.forecast ?? (call && "now" in call ? call.now?.forecast : undefined)
  if (call?.decided_at === undefined || forecast === undefined) return null
  const decidedMs = Date.parse(call.decided_at)
  const sigma24h = forecast.sigma_24h_pct / 100
  const sigma7d = forecast.sigma_7d_pct / 100
  const sigma30d = forecast.sigma_30d_pct / 100
  // Odds do not read the percentile.
  return { volatility: { nowMs: decidedMs, sigma24h, sigma7d, sigma30d, percentile: 0.5 }, decidedMs, productId }
}

import { readBefore } from "@/lib/domain/before-close"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { impliedRange80 } from "@/lib/domain/options/implied-range"
import type { OptionMarket } from "@/lib/domain/options/option-market"
import { impliedSigma } from "@/lib/domain/options/surface"
import type { Bounds } from "@/lib/domain/statistics/interval"
import { DAY_MS, WEEK_MS } from "@/lib/domain/utc-day"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"

/** Standard deviations of the log return from the close on. */
type Sigmas = { readonly sigma24h: number; readonly sigma7d: number }

/** What options implied at a close, from quotes made before it. */
export type ImpliedAtClose = Sigmas & { readonly source: string; readonly asOfMs: number }

/** Our forecast and that of options at one close, sealed side by side. Their 80% ranges are in US dollars. */
export type VolatilityPair = {
  readonly forecast: Sigmas
  readonly options: ImpliedAtClose & { readonly day: Bounds; readonly week: Bounds }
}

/** `null` without quotes shortly before the close, or where no expiry is 7 days ahead. */
export function impliedAtClose(market: Sourced<OptionMarket> | null, closeMs: number): ImpliedAtClose | null {
  const surface = market && readBefore([market.value.surface, market.value.beforeClose], closeMs)
  if (!market || !surface) return null
  const sigmaUntil = (spanMs: number) => impliedSigma(surface, { fromMs: closeMs, untilMs: closeMs + spanMs })
  const [sigma24h, sigma7d] = [sigmaUntil(DAY_MS), sigmaUntil(WEEK_MS)]
  if (sigma24h === null || sigma7d === null) return null
  return { source: market.source, asOfMs: surface.atMs, sigma24h, sigma7d }
}

export function volatilityPair(
  priceUsd: number,
  { sigma24h, sigma7d }: Pick<VolatilityForecast, "sigma24h" | "sigma7d">,
  implied: ImpliedAtClose,
): VolatilityPair | null {
  const [day, week] = [impliedRange80(priceUsd, implied.sigma24h), impliedRange80(priceUsd, implied.sigma7d)]
  if (day === null || week === null) return null
  const { source, asOfMs } = implied
  const options = { source, asOfMs, sigma24h: implied.sigma24h, sigma7d: implied.sigma7d, day, week }
  return { forecast: { sigma24h, sigma7d }, options }
}

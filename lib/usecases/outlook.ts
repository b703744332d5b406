import type { z } from "zod"
import type { Outlook as OutlookFields, VolatilityTerms } from "@/lib/api/outlook-fields"
import { round } from "@/lib/domain/round"
import { expectedShortfall, type Quantile, quantilesOf, range80 } from "@/lib/domain/volatility/cone"
import { annualSigma, sigmaFor, volatilityError, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { roundPrice } from "./rounding"

type Outlook = z.output<typeof OutlookFields>
type Quantiles = NonNullable<Outlook["quantiles"]>["24h"]

/** Horizons of the term structure of volatility, in hours: an hour to 30 days. */
export const TERM_HOURS = [1, 4, 12, 24, 72, 168, 336, 720] as const

/** Range, quantiles and expected shortfall of the price of record after 24 hours and 7 days. */
export function outlookOf(priceUsd: number, volatility: VolatilityForecast): Outlook {
  const range = (horizon: "24h" | "7d") => {
    const { low, high } = range80(priceUsd, volatility, horizon)
    return { low: roundPrice(low), high: roundPrice(high) }
  }
  const shortfall = (hours: number) => {
    const { long, short } = expectedShortfall(volatility, hours)
    return { long_pct: round(100 * long, 2), short_pct: round(100 * short, 2) }
  }
  const quantiles = (hours: number) => namedQuantiles(quantilesOf(priceUsd, volatility, hours))
  return {
    expected_move_24h_pct: round(volatility.sigma24h * 100, 2),
    range80_24h: range("24h"),
    range80_7d: range("7d"),
    quantiles: { "24h": quantiles(24), "7d": quantiles(168) },
    expected_shortfall: { "24h": shortfall(24), "7d": shortfall(168) },
  }
}

/** Volatility of every horizon by the one forecast, with its usual error. */
export function volatilityTerms(volatility: VolatilityForecast): z.output<typeof VolatilityTerms> {
  return TERM_HOURS.map((hours) => ({
    hours,
    sigma_pct: round(100 * sigmaFor(volatility, hours), 2),
    annual_pct: round(100 * annualSigma(volatility, hours), 2),
    error_pct: round(100 * volatilityError(volatility, hours), 1),
  }))
}

function namedQuantiles(quantiles: readonly Quantile[]): Quantiles {
  const at = (pct: Quantile["pct"]) =>
    roundPrice(quantiles.find((quantile) => quantile.pct === pct)?.priceUsd ?? Number.NaN)
  return {
    p1: at(1),
    p02_5: at(2.5),
    p5: at(5),
    p10: at(10),
    p25: at(25),
    p50: at(50),
    p75: at(75),
    p90: at(90),
    p95: at(95),
    p97_5: at(97.5),
    p99: at(99),
  }
}

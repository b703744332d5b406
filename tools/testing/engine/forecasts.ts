import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"

/** A forecast with these standard deviations, made on a Thursday at midnight UTC. The month follows from the week. */
export function forecastWith(sigmas: Pick<VolatilityForecast, "sigma24h" | "sigma7d">): VolatilityForecast {
  return { nowMs: Date.UTC(2026, 0, 1), ...sigmas, sigma30d: sigmas.sigma7d * Math.sqrt(30 / 7), percentile: 0.5 }
}

/** A forecast for which an ATR of this ratio is usual. */
export function usualForecast(atrRatio: number): VolatilityForecast {
  return forecastWith({ sigma24h: atrRatio, sigma7d: forecastModel.usualSigmaPerAtr["7d"] * atrRatio })
}

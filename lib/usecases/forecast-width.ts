import { round } from "@/lib/domain/round"
import type { Signal } from "@/lib/domain/signals/compute-signal"

/**
 * Expected moves in percent, as precise as an answer states them. Levels and ranges are compared by them and by the ATR, because
 * their prices always change.
 */
export function forecastWidth({ volatility }: Pick<Signal, "volatility">) {
  return {
    sigma24h: volatility && round(100 * volatility.sigma24h, 2),
    sigma7d: volatility && round(100 * volatility.sigma7d, 2),
  }
}

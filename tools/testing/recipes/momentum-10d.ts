import { above, abstains, type Indicator, NOT_ENOUGH_HISTORY, votes } from "@/lib/domain/signals/indicator"
import { HOUR_MS } from "@/lib/domain/utc-day"

const DAYS = 10

/** The change of the daily close in ten days. */
export const momentum10d: Indicator = {
  category: "technical",
  name: "momentum_10d",
  unit: "percent",
  window: "10 days",
  rule: "Change of the daily close in 10 days: +3% or more long, −3% or less short",
  reference: "Jegadeesh & Titman 1993",
  horizon: "7d",
  inputs: ["days"],
  maxAgeMs: 30 * HOUR_MS,
  read({ days }) {
    const [newest, before] = [days.close.at(-1), days.close.at(-1 - DAYS)]
    if (newest === undefined || before === undefined) return abstains(NOT_ENOUGH_HISTORY)
    const percent = 100 * (newest / before - 1)
    return votes(percent, above(percent, { long: 3, short: -3 }))
  },
}

import type { ResponseOf } from "@/lib/api/contract"
import type { riskContract } from "./contract"
import { type Barrier, barriersAround } from "@/lib/domain/risk/barriers"
import type { Levels } from "@/lib/domain/risk/levels"
import { supportResistance } from "@/lib/domain/risk/support-resistance"
import { round } from "@/lib/domain/round"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { isBeyond, remainingVolatility, type SinceClose } from "@/lib/domain/volatility/remaining"
import { forecastFields, nowHead, nowLevel, nowPlan, nowRanges, sinceClose } from "@/lib/usecases/now-figures"
import type { MarketReading } from "@/lib/usecases/read-market"
import { roundPrice } from "@/lib/usecases/rounding"

type Now = NonNullable<ResponseOf<typeof riskContract>["now"]>

/** The facts without which there is no plan. */
export type RiskFacts = { readonly levels: Levels; readonly volatility: VolatilityForecast; readonly atr: number }

/** The plan and the levels of a close at the price of the answer. */
export function riskNow(reading: MarketReading, facts: RiskFacts, nowMs: number): Now {
  const since = sinceClose(reading, facts.volatility, nowMs)
  const { stop, targets, odds } = nowPlan(facts.levels, since)
  return {
    ...nowHead(since, nowMs),
    ...nowRanges(since),
    forecast: forecastFields(since.volatility),
    stop: { ...stop, p_hit_3d: round(odds.stop.within3d, 4), p_hit_7d: round(odds.stop.within7d, 4) },
    targets: targets.map((target, index) => ({
      ...target,
      p_before_stop_3d: round(odds.targets[index]?.beforeStop["3d"] ?? 0, 4),
      p_before_stop_7d: round(odds.targets[index]?.beforeStop["7d"] ?? 0, 4),
    })),
    ...barriersNow(reading, facts, since),
  }
}

type BarriersNow = Pick<Now, "nearest_support" | "nearest_resistance" | "supports" | "resistances" | "passed">

/** Levels of the close on their sides of the price of now. A side without any gets the levels around that price. */
function barriersNow({ signal }: MarketReading, { volatility, atr }: RiskFacts, since: SinceClose): BarriersNow {
  const around = (priceUsd: number, forecast: VolatilityForecast) =>
    barriersAround(supportResistance(signal.view, priceUsd), { priceUsd, atr, volatility: forecast })
  const sealed = around(since.atCloseUsd, volatility)
  const current = around(since.nowUsd, remainingVolatility(volatility, since.elapsedMs))
  const isAhead = ({ priceUsd }: Barrier) => !isBeyond(priceUsd, since)
  const onSide = (side: "supports" | "resistances") => {
    const ahead = sealed[side].filter(isAhead)
    return ahead.length > 0
      ? ahead.map((barrier) => toLevel(barrier, since))
      : current[side].map((barrier) => aheadOf(barrier, since))
  }
  const passedOn = (side: "support" | "resistance", barriers: readonly Barrier[]) =>
    barriers.filter((barrier) => !isAhead(barrier)).map((barrier) => ({ ...toLevel(barrier, since), side }))
  const [supports, resistances] = [onSide("supports"), onSide("resistances")]
  return {
    nearest_support: supports[0]?.price ?? roundPrice(since.nowUsd),
    nearest_resistance: resistances[0]?.price ?? roundPrice(since.nowUsd),
    supports,
    resistances,
    passed: [...passedOn("support", sealed.supports), ...passedOn("resistance", sealed.resistances)],
  }
}

function toLevel({ priceUsd, kind }: Barrier, since: SinceClose) {
  return { ...nowLevel(priceUsd, since), kind }
}

/** A level on the other side of the close's price, which was not touched because it was never ahead. */
function aheadOf(barrier: Barrier, since: SinceClose) {
  return toLevel(barrier, { ...since, atCloseUsd: since.nowUsd, hours: [] })
}

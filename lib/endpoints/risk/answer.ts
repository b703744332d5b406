import type { Params, ResponseOf } from "@/lib/api/contract"
import type { riskContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import { barriersAround } from "@/lib/domain/risk/barriers"
import type { Levels } from "@/lib/domain/risk/levels"
import { HOLD_RATES, supportResistance } from "@/lib/domain/risk/support-resistance"
import { round } from "@/lib/domain/round"
import { type Direction, type TradeDirection, tradeDirectionOf } from "@/lib/domain/signals/direction"
import { isoTime } from "@/lib/domain/utc-day"
import { outlookOf, volatilityTerms } from "@/lib/usecases/outlook"
import { type MarketDeps, type MarketReading, metaOf, priceFields, readMarket } from "@/lib/usecases/read-market"
import { type RiskFacts, riskNow } from "./now"
import { barrierOf, planOf } from "./plan"
import { costDetailsOf, costsOf } from "./costs"
import { readBook } from "./joint"
import { sizingOf } from "./sizing"
import { tradeCostOf, type TradeCostPorts } from "./trade-cost"
import { roundPrice } from "@/lib/usecases/rounding"

type Answer = ResponseOf<typeof riskContract>
type Question = Params<typeof riskContract>

/**
 * A plan in the direction of the vote: stop, targets, odds, size and costs. Without a clear edge the same levels are a
 * reference.
 *
 * @throws {DataUnavailableError}
 */
export async function getRisk(
  { coin, capital, risk_pct, held, size }: Question,
  deps: MarketDeps & TradeCostPorts,
): Promise<Answer> {
  const [reading, book] = await Promise.all([readMarket(coin, deps), held ? readBook(coin, held, deps) : null])
  const { recordPriceUsd, signal } = reading
  const { levels, volatility, atr } = factsOf(reading)
  const verdict = tradeDirectionOf(signal.direction)
  const costs = costDetailsOf(signal.view, { atr, priceUsd: recordPriceUsd })
  const priceUsd = reading.price.value
  const trade =
    size === undefined ? null : await tradeCostOf({ coin, priceUsd, sizeUsd: size, levels, volatility }, deps)
  const meta = metaOf(reading, deps, trade?.inputs)
  return {
    coin,
    ...priceFields(reading),
    ...callOf(verdict, signal.direction, levels),
    ...levelsOf(levels),
    ...barriersOf(reading, { levels, volatility, atr }),
    position_sizing: sizingOf({ capitalUsd: capital, riskPct: risk_pct, levels, volatility, book }),
    costs: costsOf(costs),
    plan: planOf(levels, volatility, verdict === "NEUTRAL" ? "reference" : "plan", trade?.costRatio ?? undefined),
    outlook: outlookOf(recordPriceUsd, volatility),
    now: riskNow(reading, { levels, volatility, atr }, deps.nowMs),
    volatility: volatilityTerms(volatility),
    cost_details: costs,
    ...(trade && { trade_cost: trade.answer }),
    timestamp: isoTime(deps.nowMs),
    meta: {
      ...meta,
      degraded: [
        ...meta.degraded,
        ...(costs.funding_rate_8h_pct === null ? ["No funding rate is known."] : []),
        ...(trade?.degraded ?? []),
      ],
    },
  }
}

function factsOf({ signal }: MarketReading): RiskFacts {
  const { levels, volatility, view } = signal
  if (volatility === null || view.atr === null) {
    throw new DataUnavailableError("There is too little history for a stop. Nothing was charged.")
  }
  if (levels === null) {
    throw new DataUnavailableError(
      "The market moves too much for a plan: a level would lie below zero. Nothing was charged.",
    )
  }
  return { levels, volatility, atr: view.atr }
}

function callOf(
  verdict: TradeDirection,
  direction: Direction,
  { side }: Levels,
): Pick<Answer, "verdict" | "direction" | "signal_direction"> {
  return { verdict, direction: side === "long" ? "LONG" : "SHORT", signal_direction: direction }
}

function levelsOf({ entry, stop, targets }: Levels): Pick<Answer, "levels" | "risk_reward"> {
  const [first, second, third] = targets
  const ratio = (target: number) => `1:${(Math.abs(target - entry) / Math.abs(entry - stop)).toFixed(1)}`
  return {
    levels: {
      entry,
      stop_loss: stop,
      take_profit_1: first,
      take_profit_2: second,
      take_profit_3: third,
      risk_pct: round((100 * Math.abs(entry - stop)) / entry, 2),
    },
    risk_reward: { tp1: ratio(first), tp2: ratio(second), tp3: ratio(third) },
  }
}

function barriersOf(
  { recordPriceUsd, signal }: MarketReading,
  { volatility, atr }: RiskFacts,
): Pick<Answer, "support_resistance" | "barriers"> {
  const at = { priceUsd: recordPriceUsd, atr, volatility }
  const known = supportResistance(signal.view, recordPriceUsd)
  const { supports, resistances } = barriersAround(known, at)
  const [below, above] = [supports, resistances].map((side) => side.map(({ priceUsd }) => roundPrice(priceUsd)))
  const [nearestSupport = roundPrice(recordPriceUsd)] = below ?? []
  const [nearestResistance = roundPrice(recordPriceUsd)] = above ?? []
  return {
    support_resistance: {
      nearest_support: nearestSupport,
      nearest_resistance: nearestResistance,
      supports: below ?? [],
      resistances: above ?? [],
    },
    barriers: {
      supports: supports.map((barrier) => barrierOf(barrier, at)),
      resistances: resistances.map((barrier) => barrierOf(barrier, at)),
      breakouts: known.breakouts.map((barrier) => barrierOf(barrier, at)),
      random_level_hold_rate: HOLD_RATES.random,
    },
  }
}

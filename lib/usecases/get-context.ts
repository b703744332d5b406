import type { contextContract } from "@/lib/api/context"
import type { Params, ResponseOf } from "@/lib/api/contract"
import type { IndicatorReading, Signal } from "@/lib/domain/signals/compute-signal"
import { round } from "@/lib/domain/round"
import type { Category } from "@/lib/domain/signals/indicator"
import { parameters } from "@/lib/domain/signals/parameters"
import { idOf } from "@/lib/domain/signals/registry"
import { perCategory, scoreOf } from "@/lib/domain/signals/tally"
import { closeTime, iso, type MarketDeps, type MarketReading, metaOf, readMarket } from "./read-market"
import { roundPrice } from "./rounding"

type Answer = ResponseOf<typeof contextContract>
type Detail = Answer["details"][string]

/** Every value behind the vote, with its rule, age and evidence. @throws {DataUnavailableError} */
export async function getContext({ coin }: Params<typeof contextContract>, deps: MarketDeps): Promise<Answer> {
  const reading = await readMarket(coin, deps)
  const { signal, price } = reading
  return {
    coin,
    price: roundPrice(price.value),
    indicators: perCategory((category) => valuesOf(signal, category)),
    category_summary: perCategory((category) => summaryOf(signal, category)),
    details: Object.fromEntries(signal.readings.map((one) => [idOf(one.indicator), detailOf(one, reading)])),
    timestamp: iso(deps.nowMs),
    meta: metaOf(reading, deps),
  }
}

function valuesOf({ readings }: Signal, category: Category): Answer["indicators"][Category] {
  const own = readings.filter(({ indicator }) => indicator.category === category)
  return Object.fromEntries(own.map(({ indicator, value }) => [indicator.name, shown(value)]))
}

function detailOf({ indicator, value, vote, reason }: IndicatorReading, { series }: MarketReading): Detail {
  const { unit, rule, horizon, evidence, basis } = indicator
  const read = basis === null || value === null ? null : series[basis]
  return {
    value: shown(value),
    unit,
    vote,
    reason,
    rule,
    as_of: read === null || basis === null ? null : iso(closeTime(read, basis)),
    source: read?.source ?? null,
    horizon,
    evidence,
  }
}

/** The technical category also tells extremes: they describe, they do not vote. */
function summaryOf(signal: Signal, category: Category): Answer["category_summary"][Category] {
  const { rsi, percentB4h } = signal.view
  if (category === "technical" && rsi !== null) {
    const { oversold, overbought } = parameters.rsi
    if (rsi <= oversold || (rsi <= oversold + 5 && (percentB4h ?? 1) <= 0)) return "OVERSOLD"
    if (rsi >= overbought || (rsi >= overbought - 5 && (percentB4h ?? 0) >= 1)) return "OVERBOUGHT"
  }
  const score = scoreOf(signal.breakdown[category])
  return score >= parameters.summaryBand ? "BULLISH" : score <= -parameters.summaryBand ? "BEARISH" : "MIXED"
}

/** Six significant digits tell everything that an indicator knows. */
function shown(value: number | string | null): number | string | null {
  return typeof value === "number" ? round(value, Math.abs(value) >= 1_000 ? 2 : 4) : value
}

import type { Params, ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "./contract"
import { round } from "@/lib/domain/round"
import { type LevelOdds, oddsOf } from "@/lib/domain/risk/level-odds"
import type { Levels } from "@/lib/domain/risk/levels"
import type { Signal } from "@/lib/domain/signals/compute-signal"
import { tradeDirectionOf } from "@/lib/domain/signals/direction"
import { DataUnavailableError } from "@/lib/domain/errors"
import { isoTime } from "@/lib/domain/utc-day"
import type { TouchOdds } from "@/lib/domain/volatility/touch"
import { forecastFields, nowHead, nowPlan, nowRanges, nowUp24h, sinceClose } from "@/lib/usecases/now-figures"
import { type MarketDeps, type MarketReading, metaOf, priceFields, readMarket } from "@/lib/usecases/read-market"
import { outlookOf } from "@/lib/usecases/outlook"

type Answer = ResponseOf<typeof signalContract>

/** One coin's call with its votes, odds, ranges and levels. @throws {DataUnavailableError} */
export async function getSignal({ coin }: Params<typeof signalContract>, deps: MarketDeps): Promise<Answer> {
  const reading = await readMarket(coin, deps)
  const { recordPriceUsd, signal } = reading
  const { long, short, neutral } = signal.counts
  return {
    coin,
    ...priceFields(reading),
    signal: { direction: signal.direction, confidence: round(signal.confidence, 4), strength: signal.strength },
    confidence_kind: "p_direction_24h",
    votes: { long, short, neutral, total: long + short + neutral },
    categories: signal.categories,
    breakdown: signal.breakdown,
    outlook: signalOutlook(signal, recordPriceUsd),
    ...levelsOf(signal),
    now: nowOf(reading, deps.nowMs),
    timestamp: isoTime(deps.nowMs),
    meta: metaOf(reading, deps),
  }
}

function signalOutlook({ volatility, pUp24h, flags }: Signal, priceUsd: number): Answer["outlook"] {
  if (volatility === null) throw new DataUnavailableError("There is too little hourly history for a range.")
  return { p_up_24h: round(pUp24h, 4), ...outlookOf(priceUsd, volatility), flags: [...flags] }
}

/** The figures at the price of the answer. */
function nowOf(reading: MarketReading, nowMs: number): Answer["now"] {
  const { volatility, levels } = reading.signal
  if (volatility === null) return undefined
  const since = sinceClose(reading, volatility, nowMs)
  const plan = levels && nowPlan(levels, since)
  return {
    ...nowHead(since, nowMs),
    p_up_24h: nowUp24h(reading.signal, since),
    ...nowRanges(since),
    forecast: forecastFields(since.volatility),
    ...(plan && { stop_loss: plan.stop, take_profits: plan.targets }),
  }
}

function levelsOf({ direction, levels, volatility }: Signal): Pick<Answer, "levels" | "level_odds"> {
  if (levels === null || volatility === null) return {}
  const [first, second, third] = levels.targets
  return {
    levels: {
      entry: levels.entry,
      stop_loss: levels.stop,
      take_profit_1: first,
      take_profit_2: second,
      take_profit_3: third,
    },
    level_odds: {
      kind: tradeDirectionOf(direction) === "NEUTRAL" ? "reference" : "plan",
      ...levelOddsOf(levels, oddsOf(levels, volatility)),
    },
  }
}

function levelOddsOf({ side }: Levels, { stop, targets }: LevelOdds): Omit<NonNullable<Answer["level_odds"]>, "kind"> {
  return {
    side,
    stop_loss: { ...touchOf(stop), p_14d: round(stop.within14d, 4) },
    take_profits: targets.map((target) => ({
      ...touchOf(target),
      p_before_stop_14d: round(target.beforeStop["14d"], 4),
    })),
  }
}

function touchOf({ within24h, within7d }: TouchOdds) {
  return { p_touch_24h: round(within24h, 4), p_touch_7d: round(within7d, 4) }
}

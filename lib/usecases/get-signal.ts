import type { Params, ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "@/lib/api/signal"
import { round } from "@/lib/domain/round"
import type { Levels } from "@/lib/domain/risk/levels"
import type { Signal } from "@/lib/domain/signals/compute-signal"
import { DataUnavailableError } from "@/lib/domain/errors"
import { range80 } from "@/lib/domain/volatility/forecast"
import { iso, type MarketDeps, metaOf, readMarket } from "./read-market"
import { roundPrice } from "./rounding"

type Answer = ResponseOf<typeof signalContract>

/** One coin's call with its votes, odds, ranges and levels. @throws {DataUnavailableError} */
export async function getSignal({ coin }: Params<typeof signalContract>, deps: MarketDeps): Promise<Answer> {
  const reading = await readMarket(coin, deps)
  const { price, signal } = reading
  const { long, short, neutral } = signal.counts
  return {
    coin,
    price: roundPrice(price.value),
    signal: { direction: signal.direction, confidence: round(signal.confidence, 4), strength: signal.strength },
    confidence_kind: "p_direction_24h",
    votes: { long, short, neutral, total: long + short + neutral },
    categories: signal.categories,
    breakdown: signal.breakdown,
    outlook: outlookOf(signal, price.value),
    ...(signal.levels === null ? {} : { levels: levelsOf(signal.levels) }),
    timestamp: iso(deps.nowMs),
    meta: metaOf(reading, deps),
  }
}

function outlookOf({ volatility, pUp24h, flags }: Signal, priceUsd: number): Answer["outlook"] {
  if (volatility === null) throw new DataUnavailableError("There is too little hourly history for a range.")
  const range = (sigma: number) => {
    const { low, high } = range80(priceUsd, sigma)
    return { low: roundPrice(low), high: roundPrice(high) }
  }
  return {
    p_up_24h: round(pUp24h, 4),
    expected_move_24h_pct: round(volatility.sigma24h * 100, 2),
    range80_24h: range(volatility.sigma24h),
    range80_7d: range(volatility.sigma7d),
    flags: [...flags],
  }
}

function levelsOf({ entry, stop, targets }: Levels): NonNullable<Answer["levels"]> {
  const [first, second, third] = targets
  return {
    entry: roundPrice(entry),
    stop_loss: roundPrice(stop),
    take_profit_1: roundPrice(first),
    take_profit_2: roundPrice(second),
    take_profit_3: roundPrice(third),
  }
}

import { CATEGORIES, type Category } from "@/lib/domain/signals/indicator"
import type { Coin } from "@/lib/domain/market/coin"
import { seededRandom } from "@/lib/domain/statistics/random"
import { type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { DayView } from "./day-view"

/** Information of a contestant at one decision on one coin. `facts` is `null` without a public record. */
export type View = {
  readonly coin: Coin
  readonly timeMs: number
  readonly facts: SealedFacts | null
  readonly day: DayView | null
}

/**
 * A trader on paper, long or flat.
 *
 * `weight` is the wanted share of the coin's capital, 0…1, a pure function of the view; `null`: without an opinion, and flat.
 */
export type Contestant = {
  readonly id: string
  /** `house`: built from sealed votes, so its stance is part of the paid answers. */
  readonly kind: "house" | "baseline"
  weight(view: View): number | null
}

const TARGET_VOLATILITY = 0.4
/** The score at which a position is full. */
const FULL_SCORE = 0.4
const FLIP_DAYS = 8

/** All contestants except the coin-flippers, in their order of display. */
export const CONTESTANTS: readonly Contestant[] = [
  house("composite", (facts) => facts.score),
  ...CATEGORIES.map((category) => house(category, (facts) => categoryScore(facts, category))),
  ...CATEGORIES.map((category) => house(`inverted_${category}`, (facts) => inverted(facts, category))),
  { id: "always_long", kind: "baseline", weight: () => 1 },
  baseline("always_long_vol_target", () => 1),
  baseline("sma_50", ({ closeUsd, sma50Usd }) => above(closeUsd, sma50Usd)),
  baseline("sma_200", ({ closeUsd, sma200Usd }) => above(closeUsd, sma200Usd)),
  baseline("persistence", ({ return1d }) => above(return1d, 0)),
  baseline("momentum_7d", ({ return7d }) => above(return7d, 0)),
  baseline("momentum_30d", ({ return30d }) => above(return30d, 0)),
  baseline("donchian_20", ({ donchian20 }) => above(donchian20, 0)),
  baseline("rsi_contrarian", ({ rsi14 }) => contrarian(rsi14, 30, 70)),
  baseline("fear_greed_contrarian", (_, { facts }) => contrarian(facts?.fearGreed ?? null, 25, 75)),
  { id: "cash", kind: "baseline", weight: () => 0 },
]

/**
 * Flips once per coin and `FLIP_DAYS` UTC days, the same way in every replay; the seed says on which of them.
 *
 * It trades about as often as the method, so that both pay similar costs.
 */
export function coinFlipper(seed: number): Contestant {
  return baseline(`coin_flip_${seed}`, (_, { coin, timeMs }) => {
    const flip = Math.floor((Math.floor(timeMs / DAY_MS) + seed) / FLIP_DAYS)
    const random = seededRandom(seed * 7919 + flip * 104_729 + coin.charCodeAt(0))
    random()
    return random() < 0.5 ? 0 : 1
  })
}

function house(id: string, score: (facts: SealedFacts) => number | null): Contestant {
  return {
    id,
    kind: "house",
    weight: ({ facts, day }) => {
      if (facts === null || day === null) return null
      const value = facts.degraded ? 0 : score(facts)
      return value === null ? null : scaled(Math.min(1, Math.max(0, value / FULL_SCORE)), day)
    },
  }
}

function baseline(id: string, wanted: (day: DayView, view: View) => number | null): Contestant {
  return {
    id,
    kind: "baseline",
    weight: (view) => {
      const value = view.day === null ? null : wanted(view.day, view)
      return value === null || view.day === null ? null : scaled(value, view.day)
    },
  }
}

/** All but `always_long` have the same target volatility; a coin without measured volatility is not traded. */
function scaled(weight: number, { sigma30Annual }: DayView): number | null {
  if (sigma30Annual === null) return null
  return weight * Math.min(1, TARGET_VOLATILITY / Math.max(sigma30Annual, 1e-9))
}

function categoryScore(facts: SealedFacts, category: Category): number | null {
  const { long, short, neutral } = facts.categories[category]
  const total = long + short + neutral
  return total === 0 ? null : (long - short) / total
}

function inverted(facts: SealedFacts, category: Category): number | null {
  const score = categoryScore(facts, category)
  return score === null ? null : -score
}

function above(value: number | null, level: number | null): number | null {
  return value === null || level === null ? null : Number(value > level)
}

/** Fully invested at `low` and below, flat at `high` and above, half between. */
function contrarian(value: number | null, low: number, high: number): number | null {
  if (value === null) return null
  if (value <= low) return 1
  return value >= high ? 0 : 0.5
}

import { z } from "zod"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { OptionMarket } from "@/lib/domain/options/option-market"
import { indexPlace } from "@/lib/domain/options/premium"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { forecastWidth } from "@/lib/usecases/forecast-width"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import type { MarketReading } from "@/lib/usecases/read-market"
import type { Decision } from "@/lib/usecases/resource-versions"
import { VOLATILITY_METHOD_VERSION } from "./answer"

/** Smaller changes of the implied volatility since the last version are noise of the quotes. */
const STEP = 0.01

const Volatility = z.number().nullable()
const Committed = z.object({
  sigma24h: Volatility,
  sigma7d: Volatility,
  expiries: z.array(z.tuple([z.number(), Volatility, Volatility, Volatility])),
  index: Volatility,
  method: z.array(z.string()),
})

type Committed = z.output<typeof Committed>

/** A new version: the forecast of a new close, another expiry, or an implied volatility that has moved by a point. */
export function volatilityVersion(
  { signal }: Pick<MarketReading, "signal">,
  market: Sourced<OptionMarket> | null,
  nowMs: number,
): Decision | null {
  const smiles = market?.value.surface.smiles.filter(({ expiryMs }) => expiryMs > nowMs) ?? []
  if (signal.volatility === null || market === null || smiles.length === 0) return null
  const ranges = forecastWidth(signal)
  const decision: Committed = {
    ...ranges,
    expiries: smiles.map(({ expiryMs, atTheMoney, put25, call25 }) => [expiryMs, atTheMoney, put25, call25]),
    index: indexPlace(market.value.index)?.now.close ?? null,
    method: [METHOD_VERSION, VOLATILITY_METHOD_VERSION],
  }
  const { expiries, index, method } = decision
  return {
    decision,
    parts: { ranges, implied: { expiries, index }, method },
    dataAsOfMs: market.asOfMs,
    isSame(held) {
      const { data } = Committed.safeParse(held)
      return data !== undefined && isWithinStep(data, decision)
    },
  }
}

function isWithinStep(held: Committed, now: Committed): boolean {
  const pairs = [[held.index, now.index] as const, ...pairsOf(held.expiries.flat(), now.expiries.flat())]
  const sameExpiries = canonicalJson(held.expiries.map(first)) === canonicalJson(now.expiries.map(first))
  const rest = ({ sigma24h, sigma7d, method }: Committed) => canonicalJson([sigma24h, sigma7d, method])
  return sameExpiries && rest(held) === rest(now) && pairs.every(([one, other]) => isNear(one, other))
}

const first = ([expiryMs]: readonly [number, ...unknown[]]) => expiryMs

type Value = z.output<typeof Volatility>

function pairsOf(held: readonly Value[], now: readonly Value[]): readonly (readonly [Value, Value])[] {
  return held.map((value, index) => [value, now[index] ?? null])
}

function isNear(one: Value, other: Value): boolean {
  return one === null || other === null ? one === other : Math.abs(one - other) < STEP
}

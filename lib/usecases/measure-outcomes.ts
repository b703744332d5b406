import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { COINS } from "@/lib/domain/market/coin"
import type { SealedStore, OutcomeStore } from "@/lib/domain/track-record/sealed-store"
import { HORIZONS, horizonMs, settle } from "@/lib/domain/track-record/outcome"

export type OutcomePorts = {
  readonly sealed: SealedStore
  readonly outcomes: OutcomeStore
  readonly candles: CandleFeed
}

/** Stores every outcome that has become known and returns their number. Repeating it changes nothing. */
export async function measureOutcomes(ports: OutcomePorts, nowMs: number): Promise<number> {
  const [records, outcomes] = await Promise.all([ports.sealed.list(), ports.outcomes.list()])
  const known = new Set(outcomes.map(({ id, horizon }) => `${id} ${horizon}`))
  let written = 0
  for (const coin of COINS) {
    const open = records.flatMap(({ facts }) =>
      HORIZONS.filter(
        (horizon) =>
          facts.coin === coin &&
          facts.decisionTimeMs + horizonMs[horizon] <= nowMs &&
          !known.has(`${facts.id} ${horizon}`),
      ).map((horizon) => ({ facts, horizon })),
    )
    const hours = open.length === 0 ? null : await ports.candles.candles(coin, "1h")
    if (hours === null) continue
    const fresh = open.flatMap(({ facts, horizon }) => settle(facts, horizon, hours, nowMs) ?? [])
    if (fresh.length > 0) await ports.outcomes.add(fresh)
    written += fresh.length
  }
  return written
}

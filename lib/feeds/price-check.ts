import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { nullOnSourceError, SourceUnavailableError } from "@/lib/outbound/errors"
import { type CachedFeed, createCachedFeed, type ValueStore } from "./cached-feed"
import type { CandleSource } from "./candle-source"

const MAX_DIFFERENCE_RATIO = 0.01
const CHECK_EVERY_MS = 60_000
/** Maximum age of the compared price. */
const VALID_MS = 5 * 60_000

type Options = {
  readonly coin: Coin
  readonly sources: readonly CandleSource[]
  readonly clock: Clock
  /** The price that is served. */
  readonly served: () => Sourced<number> | null
  readonly store: ValueStore<number> | undefined
}

/** Whether two providers differ about a price by more than 1%. */
export function isDisputed(priceUsd: number, second: Sourced<number> | null): boolean {
  return second !== null && Math.abs(second.value / priceUsd - 1) > MAX_DIFFERENCE_RATIO
}

/** The price of a second provider, which the served price is compared with whenever it is read. A failed provider gives none. */
export function createSecondPrice({ coin, sources, clock, served, store }: Options): CachedFeed<number> {
  async function secondPrice(otherThan: string): Promise<number> {
    for (const source of sources.filter((each) => each.name !== otherThan)) {
      const tick = await source.price(coin).catch(nullOnSourceError)
      if (tick !== null && clock() - tick.asOfMs <= VALID_MS) return tick.priceUsd
    }
    throw unavailable(`No second provider names a price of ${coin}.`)
  }

  return createCachedFeed({
    readers: [
      {
        name: "second provider",
        async read() {
          const price = served()
          if (price === null) throw unavailable(`No price of ${coin} is served.`)
          return { value: await secondPrice(price.source), asOfMs: clock() }
        },
      },
    ],
    clock,
    maxAgeMs: VALID_MS,
    minIntervalMs: CHECK_EVERY_MS,
    ...(store && { store }),
  })
}

function unavailable(message: string): SourceUnavailableError {
  return new SourceUnavailableError({ kind: "stale", host: "price check", message })
}

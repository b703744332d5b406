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
  readonly store: ValueStore<ComparedPrices> | undefined
}

/** The prices of two providers at one time, in dollars by provider. */
export type ComparedPrices = Readonly<Record<string, number>>

/**
 * Whether the price of another provider differs by more than 1%. The prices of both are kept, because the second provider may
 * serve soon, and is compared with the first one then.
 */
export function isDisputed(price: Sourced<number>, compared: Sourced<ComparedPrices> | null): boolean {
  return Object.entries(compared?.value ?? {}).some(
    ([provider, priceUsd]) => provider !== price.source && Math.abs(priceUsd / price.value - 1) > MAX_DIFFERENCE_RATIO,
  )
}

/** The served price beside one of a second provider. Whenever a price is read, it is compared with them. A failed provider gives none. */
export function createComparedPrices({ coin, sources, clock, served, store }: Options): CachedFeed<ComparedPrices> {
  async function compare(price: Sourced<number>): Promise<ComparedPrices> {
    for (const source of sources.filter((each) => each.name !== price.source)) {
      const tick = await source.price(coin).catch(nullOnSourceError)
      if (tick !== null && clock() - tick.asOfMs <= VALID_MS) {
        return { [price.source]: price.value, [source.name]: tick.priceUsd }
      }
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
          return { value: await compare(price), asOfMs: clock() }
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

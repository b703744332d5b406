import type { Clock } from "@/lib/domain/clock"
import type { Coin } from "@/lib/domain/market/coin"
import type { CandleSource } from "./candle-source"

const LARGEST_DIFFERENCE_RATIO = 0.01
const CHECK_EVERY_MS = 60_000
/** A verdict, and a price that is compared, count for this long. */
const VALID_MS = 5 * 60_000

type Held = { readonly value: number; readonly source: string }

export type PriceCheck = {
  /** Whether a second provider lately named a price that differs by more than 1 %. */
  isDegraded(): boolean
  /** Asks a second provider, at most once a minute. Never rejects. */
  compare(held: Held): Promise<void>
}

/** Compares the price served with that of another provider. A provider that fails gives no verdict. */
export function createPriceCheck(coin: Coin, sources: readonly CandleSource[], clock: Clock): PriceCheck {
  let nextCheckMs = Number.NEGATIVE_INFINITY
  let verdict = { differs: false, atMs: Number.NEGATIVE_INFINITY }

  async function secondPrice(otherThan: string): Promise<number | null> {
    for (const source of sources.filter((each) => each.name !== otherThan)) {
      const tick = await source.price(coin).catch(() => null)
      if (tick !== null && clock() - tick.asOfMs <= VALID_MS) return tick.priceUsd
    }
    return null
  }

  return {
    isDegraded: () => verdict.differs && clock() - verdict.atMs <= VALID_MS,
    async compare({ value, source }) {
      if (clock() < nextCheckMs) return
      nextCheckMs = clock() + CHECK_EVERY_MS
      const second = await secondPrice(source)
      if (second === null) return
      verdict = { differs: Math.abs(second / value - 1) > LARGEST_DIFFERENCE_RATIO, atMs: clock() }
    },
  }
}

import type { Receipt } from "@/lib/client/purchase/receipt"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { Coin } from "@/lib/domain/market/coin"

/** A bought 80% range, in dollars. */
export type WatchedRange = {
  readonly id: string
  readonly coin: Coin
  readonly horizon: "24h" | "7d"
  readonly low: number
  readonly high: number
  readonly endsAtMs: number
}

/** The ranges of the newest bought signal of each coin. Pure. */
export function watchedRanges(receipts: readonly Receipt[]): readonly WatchedRange[] {
  const newest = new Map<Coin, readonly WatchedRange[]>()
  for (const receipt of receipts.toSorted((a, b) => a.deliveredAtMs - b.deliveredAtMs)) {
    if (!receipt.productId.startsWith(`${signalContract.id}:`)) continue
    const answer = signalContract.response.safeParse(receipt.body).data
    if (!answer) continue
    const { coin, now, outlook, decided_at, timestamp } = answer
    const { range80_24h, range80_7d } = now ?? outlook
    const fromMs = Date.parse(decided_at ?? timestamp)
    newest.set(coin, [
      { id: `${receipt.id} 24h`, coin, horizon: "24h", ...range80_24h, endsAtMs: fromMs + DAY_MS },
      { id: `${receipt.id} 7d`, coin, horizon: "7d", ...range80_7d, endsAtMs: fromMs + 7 * DAY_MS },
    ])
  }
  return [...newest.values()].flat()
}

export type Prices = Partial<Readonly<Record<Coin, number>>>

/**
 * Finds ranges that the price left. A range has to be seen inside first: one that was left before this page opened raises
 * nothing, and one raises once.
 */
export function createRangeWatcher(): (
  ranges: readonly WatchedRange[],
  prices: Prices,
  nowMs: number,
) => readonly WatchedRange[] {
  const seenInside = new Set<string>()
  return (ranges, prices, nowMs) =>
    ranges.filter(({ id, coin, low, high, endsAtMs }) => {
      const price = prices[coin]
      if (price === undefined || nowMs >= endsAtMs) return false
      if (price >= low && price <= high) {
        seenInside.add(id)
        return false
      }
      return seenInside.delete(id)
    })
}

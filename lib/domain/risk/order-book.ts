/** A price with the coins that are offered or wanted there. */
export type BookLevel = { readonly priceUsd: number; readonly sizeBase: number }

/** A book as a venue answered it: rows may be in any order, empty or wrong. */
export type VenueBook = {
  readonly venue: string
  readonly atMs: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** Bids from the highest, asks from the lowest, each price once, and the best bid below the best ask. */
export type Book = { readonly midUsd: number; readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }

/** The mean price of a market order. `filledUsd` is less than the order where the visible book ends. */
export type Fill = { readonly slippageRatio: number; readonly filledUsd: number; readonly isWhole: boolean }

/** Rows further from the best price cannot be meant: one far row would make an order of any size whole at an absurd price. */
const MAX_PRICE_RATIO = 2

/** A book that can be traded on; `null`: a side is empty, or the sides cross, so that the rows are not of one moment. */
export function readBook({ bids, asks }: Pick<VenueBook, "bids" | "asks">): Book | null {
  const [buyers, sellers] = [usable(bids).toReversed(), usable(asks)]
  const [bid, ask] = [buyers[0]?.priceUsd, sellers[0]?.priceUsd]
  if (bid === undefined || ask === undefined || bid >= ask) return null
  return {
    midUsd: (bid + ask) / 2,
    bids: buyers.filter(({ priceUsd }) => priceUsd * MAX_PRICE_RATIO >= bid),
    asks: sellers.filter(({ priceUsd }) => priceUsd <= ask * MAX_PRICE_RATIO),
  }
}

/** Rows with a price and a size, ascending; equal prices are one row. */
function usable(levels: readonly BookLevel[]): readonly BookLevel[] {
  const sizes = new Map<number, number>()
  for (const { priceUsd, sizeBase } of levels) {
    const isUsable = Number.isFinite(priceUsd) && Number.isFinite(sizeBase) && priceUsd > 0 && sizeBase > 0
    if (isUsable) sizes.set(priceUsd, (sizes.get(priceUsd) ?? 0) + sizeBase)
  }
  return [...sizes].toSorted(([a], [b]) => a - b).map(([priceUsd, sizeBase]) => ({ priceUsd, sizeBase }))
}

/**
 * A market order of so many dollars at the mid price. The slippage is the mean price against the mid as a fraction, never below
 * zero; half the spread is part of it.
 */
export function fillOf({ midUsd, bids, asks }: Book, side: "buy" | "sell", sizeUsd: number): Fill {
  const wanted = sizeUsd / midUsd
  let [filled, paid] = [0, 0]
  for (const { priceUsd, sizeBase } of side === "buy" ? asks : bids) {
    const taken = Math.min(sizeBase, wanted - filled)
    if (taken <= 0) break
    filled += taken
    paid += taken * priceUsd
  }
  const mean = filled === 0 ? midUsd : paid / filled
  const isWhole = filled >= wanted * (1 - 1e-9)
  return { slippageRatio: Math.abs(mean / midUsd - 1), filledUsd: filled * midUsd, isWhole }
}

import { createStore, type ExternalStore } from "./browser/external-store"
import { useStore } from "./browser/use-store"

type Prices = Readonly<Record<string, number>>

const prices = createStore<Prices>({})

/** The newest price of each coin on this page, US dollars, from the price strip. */
export const livePrices: ExternalStore<Prices> = prices

/** Keeps the newest prices; a coin without a price keeps none. */
export function setLivePrices(coins: readonly { readonly coin: string; readonly price: number | null }[]): void {
  const known = prices.get()
  const next = Object.fromEntries(coins.flatMap(({ coin, price }) => (price === null ? [] : [[coin, price]])))
  const names = Object.keys({ ...known, ...next })
  if (names.some((name) => known[name] !== next[name])) prices.set(next)
}

/** `null` before the first price, and while none is known. */
export function useLivePrice(coin: string): number | null {
  return useStore(livePrices)[coin] ?? null
}

import { type Coin, COINS } from "@/lib/domain/market/coin"

/** A cookie, so that the first paint has the density, the coin and the order of the panels. */
export const PREFERENCES_COOKIE = "signal402-preferences"

const densities = ["comfortable", "compact"] as const

export type Preferences = {
  /** Product ids of the pinned panels, in their order. */
  readonly pinned: readonly string[]
  /** The coin of the overview's chart and of a new alert. */
  readonly coin: Coin
  readonly density: (typeof densities)[number]
}

const MAX_PINS = 40

/** The preferences in a cookie's decoded value. Missing and unknown values have their default. Pure. */
export function parsePreferences(text: string | undefined): Preferences {
  const stored = new URLSearchParams(text)
  return {
    pinned: [...new Set(stored.getAll("pin"))].slice(0, MAX_PINS),
    coin: COINS.find((coin) => coin === stored.get("coin")) ?? "BTC",
    density: densities.find((density) => density === stored.get("density")) ?? "comfortable",
  }
}

export function formatPreferences({ pinned, coin, density }: Preferences): string {
  return new URLSearchParams([["coin", coin], ["density", density], ...pinned.map((id) => ["pin", id])]).toString()
}

/** Pins a panel at the end, or removes its pin. Pure. */
export function togglePin(pinned: readonly string[], id: string): string[] {
  return pinned.includes(id) ? pinned.filter((one) => one !== id) : [...pinned, id]
}

/** Moves a pin by one place; at either end of the list nothing changes. Pure. */
export function movePin(pinned: readonly string[], id: string, step: -1 | 1): string[] {
  const from = pinned.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= pinned.length) return [...pinned]
  return pinned.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** Pinned items first, in the order of the pins. Pure. */
export function pinnedFirst<T extends { readonly id: string }>(
  items: readonly T[],
  pinned: readonly string[],
): readonly T[] {
  const rank = ({ id }: T) => (pinned.includes(id) ? pinned.indexOf(id) : pinned.length)
  return items.toSorted((a, b) => rank(a) - rank(b))
}

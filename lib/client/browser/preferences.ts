import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { browserStorage } from "./browser-storage"
import type { ExternalStore } from "./external-store"
import { createPersistentList, type TextStorage } from "./persistent-list"

const KEY = "signal402.preferences.1"

const StoredPreferences = z.object({
  id: z.literal("preferences"),
  /** Product ids of the pinned panels, in their order. */
  pinned: z.array(z.string()),
  /** The coin of the overview's chart and of a new alert. */
  coin: z.enum(COINS),
  density: z.enum(["comfortable", "compact"]),
})

export type Preferences = z.output<typeof StoredPreferences>

export const defaultPreferences: Preferences = { id: "preferences", pinned: [], coin: "BTC", density: "comfortable" }

export type PreferencesStore = ExternalStore<Preferences> & {
  readonly change: (part: Partial<Omit<Preferences, "id">>) => void
  /** Reads what another tab wrote. */
  readonly reload: () => void
}

/** The preferences as a stored list of one entry. Without a good entry they are the defaults. */
export function createPreferences(storage: TextStorage, key = KEY): PreferencesStore {
  const list = createPersistentList(storage, key, StoredPreferences)
  return {
    get: () => list.get()[0] ?? defaultPreferences,
    subscribe: list.subscribe,
    reload: list.reload,
    change: (part) => list.apply(([stored = defaultPreferences]) => [{ ...stored, ...part }]),
  }
}

/** The preferences of this browser. */
export const preferences = createPreferences(browserStorage())

function reload({ key }: StorageEvent): void {
  if (key === KEY || key === null) preferences.reload()
}

/** Reloads the preferences when another tab changes them. Returns the function that ends this. */
export function followPreferences(): () => void {
  window.addEventListener("storage", reload)
  return () => window.removeEventListener("storage", reload)
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

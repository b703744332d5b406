import { z } from "zod"
import { createPersistentList, type PersistentList, type TextStorage } from "@/lib/client/browser/persistent-list"

const KEY = "signal402.watchlist.1"
export const MAX_WATCHED = 60

/** One coin of the list. The order of the list is the reader's. */
export const Watched = z.object({
  id: z.string().regex(/^[A-Za-z0-9]{1,20}$/, "must be the symbol of a coin"),
  isPinned: z.boolean(),
})
export type Watched = z.output<typeof Watched>

export type WatchlistStore = PersistentList<Watched>

/** The coins that a reader chose; empty: none were chosen yet, and the default is shown. */
export function createWatchlist(storage: TextStorage): WatchlistStore {
  return createPersistentList(storage, KEY, Watched)
}

/** Adds a coin at the end. Pure. */
export function addWatched(list: readonly Watched[], id: string): readonly Watched[] {
  const isFull = list.length >= MAX_WATCHED
  return isFull || list.some((one) => one.id === id) ? list : [...list, { id, isPinned: false }]
}

/** Pure. */
export function removeWatched(list: readonly Watched[], id: string): readonly Watched[] {
  return list.filter((one) => one.id !== id)
}

/** Pure. */
export function togglePinned(list: readonly Watched[], id: string): readonly Watched[] {
  return list.map((one) => (one.id === id ? { ...one, isPinned: !one.isPinned } : one))
}

/** Moves a coin by one place among those that are pinned like it, as they are shown. Pure. */
export function moveWatched(list: readonly Watched[], id: string, step: -1 | 1): readonly Watched[] {
  const shown = pinnedFirst(list)
  const from = shown.findIndex((one) => one.id === id)
  const [moved, passed] = [shown[from], shown[from + step]]
  if (moved === undefined || passed === undefined || moved.isPinned !== passed.isPinned) return list
  return shown.with(from, passed).with(from + step, moved)
}

/** Pinned coins first, each part in its order. Pure. */
export function pinnedFirst<T extends { readonly isPinned: boolean }>(list: readonly T[]): readonly T[] {
  return [...list.filter(({ isPinned }) => isPinned), ...list.filter(({ isPinned }) => !isPinned)]
}

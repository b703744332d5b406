import type { z } from "zod"
import { createStore, type ExternalStore } from "./external-store"

/** The part of `localStorage` that is used, so that tests can bring their own. */
export type TextStorage = Pick<Storage, "getItem" | "setItem">

/** A list that outlives the page. Each tab sees what the others write. */
export type PersistentList<T> = ExternalStore<readonly T[]> & {
  /**
   * Reads what is stored now, changes it and writes it back.
   *
   * @returns false when the browser did not keep it: full, or storage switched off
   */
  readonly update: (change: (items: readonly T[]) => readonly T[]) => boolean
  /** Changes the list for as long as the page lives, when the browser keeps nothing. */
  readonly updateInMemory: (change: (items: readonly T[]) => readonly T[]) => void
  /** Takes in what another tab wrote. */
  readonly reload: () => void
}

/** Entries that do not parse (an older version, an edit by hand) are left out, one by one. */
export function createPersistentList<S extends z.ZodType>(
  storage: TextStorage,
  key: string,
  schema: S,
): PersistentList<z.output<S>> {
  const read = () => parseList(readText(storage, key), schema)
  const store = createStore<readonly z.output<S>[]>(read())
  return {
    get: store.get,
    subscribe: store.subscribe,
    reload: () => store.set(read()),
    updateInMemory: (change) => store.set(change(store.get())),
    update(change) {
      const next = change(read())
      try {
        storage.setItem(key, JSON.stringify(next))
      } catch {
        return false
      }
      store.set(next)
      return true
    },
  }
}

function readText(storage: TextStorage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function parseList<S extends z.ZodType>(text: string | null, schema: S): readonly z.output<S>[] {
  try {
    const items: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(items) ? items.flatMap((item) => schema.safeParse(item).data ?? []) : []
  } catch {
    return []
  }
}

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

/**
 * Entries that do not parse (an older version, an edit by hand) are left out one by one, and written back as they were:
 * what cannot be read today is not deleted. A text that is no list at all is set aside under `<key>.damaged`.
 */
export function createPersistentList<S extends z.ZodType>(
  storage: TextStorage,
  key: string,
  schema: S,
): PersistentList<z.output<S>> {
  const read = () => parseList(readText(storage, key), schema)
  const store = createStore<readonly z.output<S>[]>(read().items)
  return {
    get: store.get,
    subscribe: store.subscribe,
    reload: () => store.set(read().items),
    updateInMemory: (change) => store.set(change(store.get())),
    update(change) {
      const { items, strangers, damaged } = read()
      const next = change(items)
      try {
        if (damaged !== null) storage.setItem(`${key}.damaged`, damaged)
        storage.setItem(key, JSON.stringify([...strangers, ...next]))
      } catch {
        return false
      }
      store.set(next)
      return true
    },
  }
}

/** `null` also when storage is switched off and throws. */
export function readText(storage: TextStorage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

type Parsed<T> = {
  readonly items: readonly T[]
  /** Entries of another shape. */
  readonly strangers: readonly unknown[]
  /** The whole text, when it is no list. */
  readonly damaged: string | null
}

function parseList<S extends z.ZodType>(text: string | null, schema: S): Parsed<z.output<S>> {
  const entries = parseArray(text)
  if (entries === null) return { items: [], strangers: [], damaged: text === "" ? null : text }
  const results = entries.map((entry) => ({ entry, result: schema.safeParse(entry) }))
  return {
    items: results.flatMap(({ result }) => (result.success ? [result.data] : [])),
    strangers: results.flatMap(({ entry, result }) => (result.success ? [] : [entry])),
    damaged: null,
  }
}

function parseArray(text: string | null): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

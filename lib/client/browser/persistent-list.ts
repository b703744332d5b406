import type { z } from "zod"
import { createStore, type ExternalStore } from "./external-store"

/** The part of `localStorage` that is used, so that tests can bring their own. */
export type TextStorage = Pick<Storage, "getItem" | "setItem">

type Named = { readonly id: string }

/** A list that outlives the page. Each tab sees what the others write. */
export type PersistentList<T> = ExternalStore<readonly T[]> & {
  /**
   * Reads what is stored now, changes it and writes it back.
   *
   * @returns false when the browser did not keep it: full, or storage switched off. Then nothing has changed
   */
  readonly update: (change: (items: readonly T[]) => readonly T[]) => boolean
  /** The same; what the browser does not keep holds for as long as the page lives, and is written when there is room. */
  readonly apply: (change: (items: readonly T[]) => readonly T[]) => void
  /** Takes in what another tab wrote. */
  readonly reload: () => void
}

/**
 * Entries that do not parse (an older version, an edit by hand) are left out one by one, and written back as they were:
 * what cannot be read today is not deleted. A text that is no list at all is set aside under `<key>.damaged`.
 */
export function createPersistentList<S extends z.ZodType<Named>>(
  storage: TextStorage,
  key: string,
  schema: S,
): PersistentList<z.output<S>> {
  const read = () => parseList(readText(storage, key), schema)
  let unwritten: Unwritten<z.output<S>> = new Map()
  const store = createStore<readonly z.output<S>[]>(read().items)

  const update: PersistentList<z.output<S>>["update"] = (change) => {
    const { items, unrecognized, damaged } = read()
    const next = change(withUnwritten(items, unwritten))
    try {
      if (damaged !== null) storage.setItem(`${key}.damaged`, damaged)
      storage.setItem(key, JSON.stringify([...unrecognized, ...next]))
    } catch {
      return false
    }
    unwritten = new Map()
    store.set(next)
    return true
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    reload: () => store.set(withUnwritten(read().items, unwritten)),
    update,
    apply(change) {
      if (update(change)) return
      const { items } = read()
      const next = change(withUnwritten(items, unwritten))
      unwritten = differences(items, next)
      store.set(next)
    },
  }
}

/** What storage did not take, by id; `null`: it is to be gone. */
type Unwritten<T> = ReadonlyMap<string, T | null>

function withUnwritten<T extends Named>(stored: readonly T[], unwritten: Unwritten<T>): readonly T[] {
  const known = new Set(stored.map(({ id }) => id))
  const present = stored.map((item) => (unwritten.has(item.id) ? unwritten.get(item.id) : item))
  const added = [...unwritten].map(([id, item]) => (known.has(id) ? null : item))
  return [...present, ...added].filter((item) => item != null)
}

function differences<T extends Named>(stored: readonly T[], wanted: readonly T[]): Unwritten<T> {
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const gone = stored.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => [id, null] as const)
  const same = new Set(stored)
  return new Map([...gone, ...wanted.filter((item) => !same.has(item)).map((item) => [item.id, item] as const)])
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
  readonly unrecognized: readonly unknown[]
  /** The whole text, when it is no list. */
  readonly damaged: string | null
}

function parseList<S extends z.ZodType>(text: string | null, schema: S): Parsed<z.output<S>> {
  const entries = parseArray(text)
  if (entries === null) return { items: [], unrecognized: [], damaged: text === "" ? null : text }
  const results = entries.map((entry) => ({ entry, result: schema.safeParse(entry) }))
  return {
    items: results.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unrecognized: results.flatMap(({ entry, result }) => (result.success ? [] : [entry])),
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

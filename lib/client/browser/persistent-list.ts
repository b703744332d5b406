import type { z } from "zod"
import { createStore, type ExternalStore } from "./external-store"

/** The part of `localStorage` that is used; tests provide their own. */
export type TextStorage = Pick<Storage, "getItem" | "setItem">

type Named = { readonly id: string }

/** A list in `localStorage`, shared by all tabs. */
export type PersistentList<T> = ExternalStore<readonly T[]> & {
  /**
   * Reads the stored list, changes it and writes it back.
   *
   * @returns false when the browser did not store it (full, or storage switched off); the list is unchanged
   */
  readonly update: (change: (items: readonly T[]) => readonly T[]) => boolean
  /**
   * Like `update`, but never fails: a change that cannot be stored stays in memory and is written with a later change.
   */
  readonly apply: (change: (items: readonly T[]) => readonly T[]) => void
  /** Reads what another tab wrote. */
  readonly reload: () => void
}

/**
 * Entries that do not parse (another version, an edit by hand) are skipped and written back unchanged. A text that is
 * not a list is copied to `<key>.damaged`.
 */
export function createPersistentList<S extends z.ZodType<Named>>(
  storage: TextStorage,
  key: string,
  schema: S,
): PersistentList<z.output<S>> {
  const read = () => parseList(readText(storage, key), schema)
  let pendingWrites: PendingWrites<z.output<S>> = new Map()
  const store = createStore<readonly z.output<S>[]>(read().items)

  const update: PersistentList<z.output<S>>["update"] = (change) => {
    const { items, unrecognized, damaged } = read()
    const next = change(withPendingWrites(items, pendingWrites))
    try {
      if (damaged !== null) storage.setItem(`${key}.damaged`, damaged)
      storage.setItem(key, JSON.stringify([...unrecognized, ...next]))
    } catch {
      return false
    }
    pendingWrites = new Map()
    store.set(next)
    return true
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    reload: () => store.set(withPendingWrites(read().items, pendingWrites)),
    update,
    apply(change) {
      if (update(change)) return
      const { items } = read()
      const next = change(withPendingWrites(items, pendingWrites))
      pendingWrites = differences(items, next)
      store.set(next)
    },
  }
}

/** Entries that storage did not take, by id; `null` marks a deletion. */
type PendingWrites<T> = ReadonlyMap<string, T | null>

function withPendingWrites<T extends Named>(stored: readonly T[], pendingWrites: PendingWrites<T>): readonly T[] {
  const known = new Set(stored.map(({ id }) => id))
  const present = stored.map((item) => (pendingWrites.has(item.id) ? pendingWrites.get(item.id) : item))
  const added = [...pendingWrites].map(([id, item]) => (known.has(id) ? null : item))
  return [...present, ...added].filter((item) => item != null)
}

function differences<T extends Named>(stored: readonly T[], wanted: readonly T[]): PendingWrites<T> {
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const gone = stored.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => [id, null] as const)
  const same = new Set(stored)
  return new Map([...gone, ...wanted.filter((item) => !same.has(item)).map((item) => [item.id, item] as const)])
}

/** `null` when there is no entry, or when storage is switched off. */
export function readText(storage: TextStorage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

type Parsed<T> = {
  readonly items: readonly T[]
  /** Entries that do not match the schema. */
  readonly unrecognized: readonly unknown[]
  /** The whole text when it is not a list. */
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

import type { z } from "zod"
import { parseJson } from "@/lib/domain/parse-json"
import { createStore, type ExternalStore } from "./external-store"
import type { Packing } from "./packed-entry"

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

const AS_IT_IS: Packing = { pack: (entry) => entry, unpack: (entry) => entry }

/**
 * Entries that do not parse (another version, an edit by hand) are skipped and written back unchanged. A text that is
 * not a list is copied to `<key>.damaged`.
 *
 * @param packing how long fields of an entry are stored
 */
export function createPersistentList<S extends z.ZodType<Named>>(
  storage: TextStorage,
  key: string,
  schema: S,
  packing: Packing = AS_IT_IS,
): PersistentList<z.output<S>> {
  /** What is stored of an item, so that an unchanged one is not packed again. */
  const storedOf = new WeakMap<Named, unknown>()
  /** The items of the last reading by their stored text: what another write left alone is not unpacked again. */
  let known: ReadonlyMap<string, z.output<S>> = new Map()
  const read = (): Parsed<z.output<S>> => {
    const entries = parseArray(readText(storage, key))
    if (entries.list === null) return { items: [], unrecognized: [], damaged: entries.text }
    const items: z.output<S>[] = []
    const unrecognized: unknown[] = []
    const next = new Map<string, z.output<S>>()
    for (const entry of entries.list) {
      const text = JSON.stringify(entry)
      const item = known.get(text) ?? schema.safeParse(packing.unpack(entry)).data
      if (item === undefined) unrecognized.push(entry)
      else {
        items.push(item)
        next.set(text, item)
        storedOf.set(item, entry)
      }
    }
    known = next
    return { items, unrecognized, damaged: null }
  }
  const toStored = (item: z.output<S>): unknown => {
    const stored = storedOf.get(item) ?? packing.pack(item)
    storedOf.set(item, stored)
    return stored
  }
  let pendingWrites: PendingWrites<z.output<S>> = new Map()
  const store = createStore<readonly z.output<S>[]>(read().items)

  const update: PersistentList<z.output<S>>["update"] = (change) => {
    const { items, unrecognized, damaged } = read()
    const next = change(withPendingWrites(items, pendingWrites))
    try {
      if (damaged !== null) storage.setItem(`${key}.damaged`, damaged)
      storage.setItem(key, JSON.stringify([...unrecognized, ...next.map(toStored)]))
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

/** `list` is `null` for a text that is not a list. */
function parseArray(text: string | null): { readonly list: readonly unknown[] | null; readonly text: string | null } {
  const value = parseJson(text ?? "[]")
  return { list: Array.isArray(value) ? value : null, text: text === "" ? null : text }
}

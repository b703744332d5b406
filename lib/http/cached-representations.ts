import { createRepresentation, type Representation } from "./response"

/** In characters, for all cached bodies of one endpoint together. */
const MAX_CACHED_LENGTH = 16_000_000

type Entry = { readonly untilMs: number; readonly representation: Promise<Representation>; length: number }

/**
 * Keeps the serialised answers of a free endpoint by URL for `maxAgeS` seconds. All requests within that time share one
 * computation, one serialisation and one compression.
 */
export function cachedRepresentations(maxAgeS: number, now: () => number) {
  const byOwner = new WeakMap<object, Map<string, Entry>>()

  /** `owner`: the runtime whose data the answer is made from. */
  return (owner: object, url: string, compute: () => Promise<unknown>): Promise<Representation> => {
    const entries = byOwner.get(owner) ?? new Map<string, Entry>()
    byOwner.set(owner, entries)
    const known = entries.get(url)
    if (known !== undefined && known.untilMs > now()) return known.representation
    const representation = compute().then((answer) => createRepresentation(JSON.stringify(answer)))
    const entry: Entry = { untilMs: now() + maxAgeS * 1000, representation, length: 0 }
    entries.delete(url)
    entries.set(url, entry)
    representation.then(
      ({ text }) => {
        entry.length = text.length
        evict(entries)
      },
      // A failure is not cached. The caller handles the rejection.
      () => entries.get(url) === entry && entries.delete(url),
    )
    return representation
  }
}

function evict(entries: Map<string, Entry>): void {
  let total = [...entries.values()].reduce((sum, { length }) => sum + length, 0)
  for (const [url, { length }] of entries) {
    if (total <= MAX_CACHED_LENGTH) return
    entries.delete(url)
    total -= length
  }
}

import { durable } from "@/lib/store/durability"
import { type LeaseHolder, requireLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"

/** Writes only while the lease is held, and in one step with that. */
export function fenced<T>(store: Store, fence: LeaseHolder | null, write: (store: Store) => Promise<T>): Promise<T> {
  if (fence === null) return write(store)
  return store.transaction().execute(async (tx) => {
    await requireLease(tx, fence)
    return write(tx)
  })
}

/** The same, on disk when it resolves. */
export function durablyFenced<T>(
  store: Store,
  fence: LeaseHolder | null,
  write: (store: Store) => Promise<T>,
): Promise<T> {
  return durable(store, async (tx) => {
    if (fence !== null) await requireLease(tx, fence)
    return write(tx)
  })
}

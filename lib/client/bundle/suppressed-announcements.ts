import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"

const products = createStore<ReadonlySet<string>>(new Set())

/** Ids of products whose purchase the bundle announces, so that their panels stay silent. */
export const suppressedAnnouncements: ExternalStore<ReadonlySet<string>> = products

export function suppressAnnouncements(ids: readonly string[]): void {
  products.set(new Set([...products.get(), ...ids]))
}

/** A panel that is bought on its own announces again. */
export function restoreAnnouncements(id: string): void {
  if (products.get().has(id)) products.set(new Set([...products.get()].filter((one) => one !== id)))
}

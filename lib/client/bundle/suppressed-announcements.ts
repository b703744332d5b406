import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"

const products = createStore<ReadonlySet<string>>(new Set())

/** Ids of the products whose purchase a bundle tells of: their panels show it and do not announce it as well. */
export const suppressedAnnouncements: ExternalStore<ReadonlySet<string>> = products

export function suppressAnnouncements(ids: readonly string[]): void {
  products.set(new Set([...products.get(), ...ids]))
}

/** Who is purchaseAtPress answers for itself. */
export function restoreAnnouncements(id: string): void {
  if (products.get().has(id)) products.set(new Set([...products.get()].filter((one) => one !== id)))
}

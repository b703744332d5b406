import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"

const products = createStore<ReadonlySet<string>>(new Set())

/** Ids of the products whose purchase a bundle tells of: their panels show it and do not announce it as well. */
export const spokenFor: ExternalStore<ReadonlySet<string>> = products

export function speakFor(ids: readonly string[]): void {
  products.set(new Set([...products.get(), ...ids]))
}

/** Who is pressed answers for itself. */
export function speakForItself(id: string): void {
  if (products.get().has(id)) products.set(new Set([...products.get()].filter((one) => one !== id)))
}

import type { Store } from "@/lib/store/open-store"
import { createIdentifiers, type Identifiers } from "./identifiers"
import { createSignIns, type SignIns } from "./sign-ins"

/** The parts of the ledger for payers who ask again without their first payment. */
export type RedeliveryStores = { readonly identifiers: Identifiers; readonly signIns: SignIns }

export function createRedeliveryStores(store: Store): RedeliveryStores {
  return { identifiers: createIdentifiers(store), signIns: createSignIns(store) }
}

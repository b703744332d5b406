import type { Store } from "@/lib/store/open-store"
import { createIdentifiers, type Identifiers } from "./identifiers"

/** What the ledger remembers for payers who come back without their first payment. */
export type ComingBack = { readonly identifiers: Identifiers }

export function rememberComingBack(store: Store): ComingBack {
  return { identifiers: createIdentifiers(store) }
}

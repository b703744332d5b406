import type { PersistentList } from "@/lib/client/browser/persistent-list"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { versionOf } from "./newer"
import type { Versions } from "./versions"

/** Longer than the service repeats one list of versions. */
const SETTLE_MS = 6_000

type StampDeps = {
  readonly versions: Versions
  readonly receipts: PersistentList<Receipt>
  readonly sleep: (ms: number) => Promise<void>
}

/**
 * Writes on a receipt which version was bought, when that is certain: the version stood before the payment was sent and
 * still stands after the answer came. Commitments never come back, so it stood in between. Otherwise nothing is written.
 */
export function createStamp({ versions, receipts, sleep }: StampDeps) {
  return {
    /** To be called before a payment is sent. */
    before: (path: string): string | null => versionOf(versions.get(), path)?.commitment ?? null,
    /** To be called when the answer is there, with what stood before. */
    async after({ id, path }: Pick<Receipt, "id" | "path">, stoodBefore: string | null): Promise<void> {
      if (stoodBefore === null) return
      await sleep(SETTLE_MS)
      await versions.refresh()
      if (versionOf(versions.get(), path)?.commitment !== stoodBefore) return
      receipts.apply((all) => all.map((one) => (one.id === id ? { ...one, commitment: stoodBefore } : one)))
    },
  }
}

export type Stamp = ReturnType<typeof createStamp>

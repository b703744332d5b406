import type { PersistentList } from "@/lib/client/browser/persistent-list"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { versionInTag } from "./entity-tag"
import { versionOf } from "./newer"
import type { Versions } from "./versions"

/** Longer than the service repeats one list of versions. */
const SETTLE_MS = 6_000

type StampDeps = {
  readonly versions: Versions
  readonly receipts: PersistentList<Receipt>
  readonly sleep: (ms: number) => Promise<void>
}

type Delivered = Pick<Receipt, "id" | "path"> & {
  /** `ETag` of the answer. */
  readonly etag: string | null
}

/** Writes on a receipt which version was bought, when that is certain. */
export function createStamp({ versions, receipts, sleep }: StampDeps) {
  const write = (id: string, commitment: string) =>
    receipts.apply((all) => all.map((one) => (one.id === id ? { ...one, commitment } : one)))
  return {
    /** To be called before a payment is sent for the first time. */
    before: (path: string): string | null => versionOf(versions.get(), path)?.commitment ?? null,
    /**
     * To be called when its answer is there, with what stood before. It is that version when it still stands after the
     * answer came: commitments never come back, so it stood in between. A tag that says otherwise has the better word.
     */
    async after({ id, path, etag }: Delivered, stoodBefore: string | null): Promise<void> {
      if (stoodBefore === null || !stoodBefore.startsWith(versionInTag(etag) ?? "")) return
      await sleep(SETTLE_MS)
      await versions.refresh()
      if (versionOf(versions.get(), path)?.commitment === stoodBefore) write(id, stoodBefore)
    },
    /** To be called when a payment was presented again: what is on sale now says nothing of what it has bought. */
    again({ id, etag }: Pick<Delivered, "id" | "etag">): void {
      const version = versionInTag(etag)
      if (version !== null) write(id, version)
    },
  }
}

export type Stamp = ReturnType<typeof createStamp>

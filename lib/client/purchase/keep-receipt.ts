import type { PersistentList } from "@/lib/client/browser/persistent-list"
import type { Receipt } from "./receipt"

/** Lines of the books that a browser keeps; the oldest go first. */
export const MAX_RECEIPTS = 1_000

/** Answers that are kept with them; an answer is some kilobytes, and a browser gives a site about five million. */
export const MAX_ANSWERS = 200

/**
 * Adds a receipt. In a browser that is full, the answers of older receipts make room and the receipts stay; in one that
 * keeps nothing, what was paid for stays for as long as the page lives.
 */
export function keepReceipt(receipts: PersistentList<Receipt>, receipt: Receipt): void {
  const added = (all: readonly Receipt[]) => [...all.filter(({ id }) => id !== receipt.id), receipt]
  if (receipts.update((all) => boundReceipts(added(all), MAX_ANSWERS))) return
  const slim = (all: readonly Receipt[]) => boundReceipts(added(all), 1)
  if (!receipts.update(slim)) receipts.updateInMemory(slim)
}

/** The newest receipts, in their order, of which the newest keep their answers. Pure. */
export function boundReceipts(receipts: readonly Receipt[], answers: number): readonly Receipt[] {
  const kept = receipts.slice(-MAX_RECEIPTS)
  return kept.map((receipt, index) => (index < kept.length - answers ? { ...receipt, body: null } : receipt))
}

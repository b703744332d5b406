import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { startOfDay } from "@/lib/client/format/time"
import type { Receipt } from "./receipt"

/** How much of the books a browser keeps. */
type Bound = {
  /** Newest purchases that keep their answers and headers; together these are some kilobytes. */
  readonly answers: number
  /** Purchases; the oldest go first, but none of the last day: they count against its limit. */
  readonly lines: number
}

/** A browser gives a site about five million characters. */
export const MAX_STORED: Bound = { answers: 200, lines: 1_000 }

/** Ever smaller books: fewer answers, then fewer lines, at last not even the newest answer. */
const bounds: readonly Bound[] = [
  ...halvesOf(MAX_STORED.answers).map((answers) => ({ ...MAX_STORED, answers })),
  ...halvesOf(MAX_STORED.lines / 2).map((lines) => ({ answers: 1, lines })),
  { answers: 0, lines: 1 },
]

/**
 * Adds a receipt. In a browser that is full, older purchases make room; what still does not fit stays for as long as the
 * page lives.
 */
export function storeReceipt(receipts: PersistentList<Receipt>, receipt: Receipt): void {
  const added = (all: readonly Receipt[]) => [...all.filter(({ id }) => id !== receipt.id), receipt]
  bounds.some((bound) => receipts.update((all) => trimReceipts(added(all), bound)))
  if (!receipts.get().includes(receipt)) receipts.apply(added)
}

/** Makes the books smaller until something else can be stored; false when it never could. */
export function freeSpace(receipts: PersistentList<Receipt>, store: () => boolean): boolean {
  return bounds.some((bound) => receipts.update((all) => trimReceipts(all, bound)) && store())
}

/** The newest receipts, in their order, of which the newest are whole. Pure. */
export function trimReceipts(receipts: readonly Receipt[], { answers, lines }: Bound): readonly Receipt[] {
  const lastDay = startOfDay(Math.max(...receipts.map(({ deliveredAtMs }) => deliveredAtMs)))
  const firstLine = receipts.length - lines
  const kept = receipts.filter(({ deliveredAtMs }, index) => index >= firstLine || deliveredAtMs >= lastDay)
  const firstAnswer = kept.length - answers
  return kept.map((receipt, index) => (index < firstAnswer ? { ...receipt, body: null, headers: null } : receipt))
}

/** `200, 100, 50, … 1` */
function halvesOf(count: number): readonly number[] {
  return count <= 1 ? [1] : [count, ...halvesOf(Math.floor(count / 2))]
}

import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { startOfDay } from "@/lib/client/format/time"
import type { Receipt } from "./receipt"

/** How much is stored. */
type ReceiptLimits = {
  /** Number of newest receipts that keep answer and headers. */
  readonly answers: number
  /** Number of receipts. Receipts of the last day always stay, because they count against the daily limit. */
  readonly lines: number
}

/** Browsers give a site about five million characters. */
export const MAX_STORED: ReceiptLimits = { answers: 200, lines: 1_000 }

/** Decreasing limits: fewer answers, then fewer receipts, finally not even the newest answer. */
const limits: readonly ReceiptLimits[] = [
  ...halvingsOf(MAX_STORED.answers).map((answers) => ({ ...MAX_STORED, answers })),
  ...halvingsOf(MAX_STORED.lines / 2).map((lines) => ({ answers: 1, lines })),
  { answers: 0, lines: 1 },
]

/** Stores receipts. With full storage, older purchases make room; what still does not fit stays in memory. */
export function storeReceipts(receipts: PersistentList<Receipt>, ...news: readonly Receipt[]): void {
  const ids = new Set(news.map(({ id }) => id))
  const added = (all: readonly Receipt[]) => [...all.filter(({ id }) => !ids.has(id)), ...news]
  limits.some((limit) => receipts.update((all) => trimReceipts(added(all), limit)))
  if (!news.every((receipt) => receipts.get().includes(receipt))) receipts.apply(added)
}

/** Shrinks the receipts until `store` succeeds; false when it never does. */
export function freeSpace(receipts: PersistentList<Receipt>, store: () => boolean): boolean {
  return limits.some((limit) => receipts.update((all) => trimReceipts(all, limit)) && store())
}

/** The newest receipts in their order, the newest of them with answers. Pure. */
export function trimReceipts(receipts: readonly Receipt[], { answers, lines }: ReceiptLimits): readonly Receipt[] {
  const lastDay = startOfDay(Math.max(...receipts.map(({ deliveredAtMs }) => deliveredAtMs)))
  const firstLine = receipts.length - lines
  const kept = receipts.filter(({ deliveredAtMs }, index) => index >= firstLine || deliveredAtMs >= lastDay)
  const firstAnswer = kept.length - answers
  return kept.map((receipt, index) => (index < firstAnswer ? { ...receipt, body: null, headers: null } : receipt))
}

/** `200, 100, 50, … 1` */
function halvingsOf(count: number): readonly number[] {
  return count <= 1 ? [1] : [count, ...halvingsOf(Math.floor(count / 2))]
}

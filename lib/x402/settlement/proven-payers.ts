import { type Clock, isOver } from "@/lib/domain/clock"

/** Payers whose money has moved here: their payments count, those of a payer whose transfer failed do not. */
export type ProvenPayers = {
  /** Payments and deposits of this payer that were settled since its last failure, as far as this process knows. */
  countOf(payer: string): number
  add(payer: string): void
  remove(payer: string): void
  /**
   * Looks up what the payer has paid before this process started, or to another process. `null`: nothing has to be looked up.
   * Never rejects.
   */
  load(payer: string): Promise<void> | null
}

export type ProvenPayersOptions = {
  /** Settled payments since the last refused one. */
  readonly settledPayments: (payer: string) => Promise<number>
  readonly clock: Clock
}

/** The payer whose last payment is oldest is forgotten first. */
const MAX_PAYERS = 10_000
/** A payer without a payment may pay at another process. */
const LOOK_AGAIN_MS = 30_000

/** Without options: payers are proven by payments to this process alone. */
export function createProvenPayers(options?: ProvenPayersOptions): ProvenPayers {
  /** The most recent payer last. */
  const counts = new Map<string, number>()
  /** When a payer without a settled payment was looked up. */
  const unproven = new Map<string, { readonly sinceMs: number; readonly loaded: Promise<void> }>()
  /** Their last transfer or deposit failed, which the ledger may not know yet. */
  const failed = new Map<string, true>()

  const countOf = (payer: string): number => counts.get(payer) ?? 0

  function setCount(payer: string, count: number): void {
    unproven.delete(payer)
    failed.delete(payer)
    setNewest(counts, payer, count)
  }

  async function look(payer: string, settledPayments: ProvenPayersOptions["settledPayments"]): Promise<void> {
    try {
      const count = await settledPayments(payer)
      if (count > 0 && !counts.has(payer) && !failed.has(payer)) setCount(payer, count)
    } catch {
      // Looked up again with the next payment.
      unproven.delete(payer)
    }
  }

  return {
    countOf,
    add: (payer) => setCount(payer, countOf(payer) + 1),
    remove(payer) {
      counts.delete(payer)
      setNewest(failed, payer, true)
    },
    load(payer) {
      if (options === undefined || counts.has(payer) || failed.has(payer)) return null
      const { settledPayments, clock } = options
      const nowMs = clock()
      const known = unproven.get(payer)
      if (known !== undefined && !isOver({ sinceMs: known.sinceMs, lengthMs: LOOK_AGAIN_MS, nowMs }))
        return known.loaded
      const loaded = look(payer, settledPayments)
      setNewest(unproven, payer, { sinceMs: nowMs, loaded })
      return loaded
    },
  }
}

function setNewest<V>(map: Map<string, V>, payer: string, value: V): void {
  map.delete(payer)
  map.set(payer, value)
  const [oldest] = map.keys()
  if (map.size > MAX_PAYERS && oldest !== undefined) map.delete(oldest)
}

import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import { type Authorization, paymentId, type Purchase } from "@/lib/ledger/payment"
import type { Verdict } from "./verdict"

/** A good proof, and what its payer held. */
export type Owed = Extract<Verdict, { readonly kind: "owed" }>

/** Keeps payers from spending the same money on several purchases at once. */
export type Overdraft = {
  /** The verdict on a claimed purchase, once what its payer owes already is counted; `ask` reads the balance anew. */
  check(purchase: Purchase, owed: Owed, ask: () => Promise<Verdict>): Promise<Verdict>
  /** The payer's money was moved. */
  moved(authorization: Authorization): void
}

export type OverdraftOptions = {
  readonly ledger: Pick<Ledger, "ahead">
  readonly clock: Clock
  readonly sleep: Sleep
}

/** How long what is on its way is waited for, look by look: three blocks of Base. */
const LOOKS_MS = [250, 500, 1_000, 2_000, 4_000]

/** A balance that was read longer ago has what was moved then. */
const MOVED_MS = 10_000

type Moved = { readonly value: bigint; readonly atMs: number }

/**
 * The token would refuse the second transfer of the same money, at our cost: so what the payer has bought and not paid yet
 * counts as spent. What is on its way may be gone from the balance already, so where it decides, the balance is read again
 * until it is there: whoever holds enough for all is served.
 *
 * The ledger knows what all processes have sold. A payment that another process settles between the reading of a balance
 * and the reading of the ledger goes uncounted; then one transfer fails.
 */
export function createOverdraft({ ledger, clock, sleep }: OverdraftOptions): Overdraft {
  /** By payer; those who paid last come last. */
  const recent = new Map<string, readonly Moved[]>()

  async function check(purchase: Purchase, owed: Owed, ask: () => Promise<Verdict>): Promise<Verdict> {
    const { authorization } = purchase
    let known = owed
    for (let looks = 0; ; looks += 1) {
      const { unsent, sent } = await ledger.ahead(paymentId(purchase), clock())
      const left = known.balance - unsent - authorization.value
      if (left >= sent + movedSince(authorization.from, known.askedMs)) return known
      const waitMs = LOOKS_MS[looks]
      if (left < 0n || waitMs === undefined) break
      await sleep(waitMs)
      const verdict = await ask()
      if (verdict.kind !== "owed") return verdict
      known = verdict
    }
    return { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
  }

  /** The balance that was read may be the one before. What was moved later than now was moved before the clock was set back. */
  function movedSince(payer: string, askedMs: number): bigint {
    const nowMs = clock()
    const counts = recent.get(payer)?.filter(({ atMs }) => atMs >= askedMs && atMs <= nowMs) ?? []
    return counts.reduce((sum, { value }) => sum + value, 0n)
  }

  function moved({ from, value }: Authorization): void {
    const nowMs = clock()
    const isRecent = ({ atMs }: Moved) => !isOver({ sinceMs: atMs, lengthMs: MOVED_MS, nowMs })
    const earlier = recent.get(from)?.filter(isRecent) ?? []
    recent.delete(from)
    recent.set(from, [...earlier, { value, atMs: nowMs }])
    for (const [payer, all] of recent) {
      if (all.some(isRecent)) break
      recent.delete(payer)
    }
  }

  return { check, moved }
}

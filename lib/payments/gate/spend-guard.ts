import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import { type Authorization, paymentId, type Purchase } from "@/lib/ledger/payment"
import type { Ledger } from "@/lib/ledger/ledger"
import type { VerificationResult } from "./payment-attempt"

/** A valid proof, with the payer's balance. */
type Payable = Extract<VerificationResult, { readonly kind: "payable" }>

/** Prevents payers from spending the same balance on several purchases at once. */
export type SpendGuard = {
  /**
   * Checks a claimed purchase against the balance less the unsettled purchases of the payer; `verify` reads the balance
   * again.
   */
  check(purchase: Purchase, payable: Payable, verify: () => Promise<VerificationResult>): Promise<VerificationResult>
  /** Records that the payer's money was moved. */
  recordTransfer(authorization: Authorization): void
}

type SpendGuardOptions = {
  readonly ledger: Pick<Ledger, "pendingSpend">
  readonly clock: Clock
  readonly sleep: Sleep
}

/** Waits between reads while transfers of the payer are on their way: three blocks of Base in total. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000]

/** A balance that is read later after a transfer than this includes the transfer. */
const TRANSFER_MEMORY_MS = 10_000

type RecentTransfer = { readonly value: bigint; readonly atMs: number }

/**
 * The token would refuse a second transfer of the same money, at our cost. So purchases that are not settled yet count
 * as spent. The balance may exclude a sent transfer already. When the difference decides, the balance is read again, so
 * that a payer with enough money for all its purchases is served.
 *
 * The ledger has the sales of all processes. A payment that another process settles between the reading of the balance
 * and the reading of the ledger is not counted; then one transfer fails.
 */
export function createSpendGuard({ ledger, clock, sleep }: SpendGuardOptions): SpendGuard {
  /** By payer, in the order of their last transfer. */
  const recent = new Map<string, readonly RecentTransfer[]>()

  async function check(
    purchase: Purchase,
    payable: Payable,
    verify: () => Promise<VerificationResult>,
  ): Promise<VerificationResult> {
    const { authorization } = purchase
    let current = payable
    for (let attempt = 0; ; attempt += 1) {
      const { unsent, sent } = await ledger.pendingSpend(paymentId(purchase), clock())
      const left = current.balance - unsent - authorization.value
      if (left >= sent + movedSince(authorization.from, current.askedMs)) return current
      const waitMs = RETRY_DELAYS_MS[attempt]
      if (left < 0n || waitMs === undefined) break
      await sleep(waitMs)
      const result = await verify()
      if (result.kind !== "payable") return result
      current = result
    }
    return { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
  }

  /** A transfer with a later time than now was recorded before the clock was set back. */
  function movedSince(payer: string, askedMs: number): bigint {
    const nowMs = clock()
    const counts = recent.get(payer)?.filter(({ atMs }) => atMs >= askedMs && atMs <= nowMs) ?? []
    return counts.reduce((sum, { value }) => sum + value, 0n)
  }

  function recordTransfer({ from, value }: Authorization): void {
    const nowMs = clock()
    const isRecent = ({ atMs }: RecentTransfer) => !isOver({ sinceMs: atMs, lengthMs: TRANSFER_MEMORY_MS, nowMs })
    const earlier = recent.get(from)?.filter(isRecent) ?? []
    recent.delete(from)
    recent.set(from, [...earlier, { value, atMs: nowMs }])
    for (const [payer, all] of recent) {
      if (all.some(isRecent)) break
      recent.delete(payer)
    }
  }

  return { check, recordTransfer }
}

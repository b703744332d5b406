import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import type { PendingSpend } from "@/lib/x402/ledger/ledger"
import type { VerificationResult } from "./payment-attempt"

/** A valid proof, with the payer's balance. */
type Payable = Extract<VerificationResult, { readonly kind: "payable" }>

/** A payment or a deposit that is about to be accepted. */
export type Spend = {
  readonly payer: string
  readonly value: bigint
  /** The other payments and deposits of the payer that are not settled. */
  readonly pending: () => Promise<PendingSpend>
}

/** Prevents payers from spending the same balance on several payments and deposits at once. */
export type SpendGuard = {
  /** Checks a spend against the balance less the unsettled spends of the payer; `verify` reads the balance again. */
  check(spend: Spend, payable: Payable, verify: () => Promise<VerificationResult>): Promise<VerificationResult>
  /** Records that the payer's money was moved. */
  recordTransfer(payer: string, value: bigint): void
}

type SpendGuardOptions = {
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
export function createSpendGuard({ clock, sleep }: SpendGuardOptions): SpendGuard {
  /** By payer, in the order of their last transfer. */
  const recent = new Map<string, readonly RecentTransfer[]>()

  async function check(
    { payer, value, pending }: Spend,
    payable: Payable,
    verify: () => Promise<VerificationResult>,
  ): Promise<VerificationResult> {
    let current = payable
    for (let attempt = 0; ; attempt += 1) {
      const { unsent, sent } = await pending()
      const left = current.balance - unsent - value
      if (left >= sent + movedSince(payer, current.askedMs)) return current
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

  function recordTransfer(payer: string, value: bigint): void {
    const nowMs = clock()
    const isRecent = ({ atMs }: RecentTransfer) => !isOver({ sinceMs: atMs, lengthMs: TRANSFER_MEMORY_MS, nowMs })
    const earlier = recent.get(payer)?.filter(isRecent) ?? []
    recent.delete(payer)
    recent.set(payer, [...earlier, { value, atMs: nowMs }])
    for (const [other, all] of recent) {
      if (all.some(isRecent)) break
      recent.delete(other)
    }
  }

  return { check, recordTransfer }
}

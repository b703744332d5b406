import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type Authorization, type Payment, paymentId, type Purchase } from "@/lib/ledger/payment"
import { isPaymentReason, type PaymentReason } from "@/lib/payments/wire/reason"
import type { Ledger } from "@/lib/ledger/ledger"
import type { VerificationResult } from "./payment-attempt"

/* Payers whose transfers would fail at our cost: a cool-down after a failure, and a guard against spending a balance twice. */

/** Refuses payers whose transfers passed the simulation and then failed on the chain at our cost. */
export type CoolDown = {
  /** Why a payer is not served now; `null` when it is. */
  reasonFor(payer: string): PaymentReason | null
  /**
   * Verifies a payment unless its payer cools down. A proof that failed before, or whose payer cools down, is not sent
   * again even if the simulation passes: a wallet's code can tell a simulation from a transaction. Money that has arrived
   * is accepted.
   *
   * @param known the ledger's row of this proof; `null` when it is new
   */
  check(payer: string, known: Payment | null, verify: () => Promise<VerificationResult>): Promise<VerificationResult>
  /** Records that a transfer of the payer failed. `isKey`: only the payer's key decided, no code of its own ran. */
  penalize(payer: string, reason: string, isKey: boolean): void
}

/** For a remote facilitator: it pays the gas, and its reasons may be wrong. */
export const NO_COOL_DOWN: CoolDown = {
  reasonFor: () => null,
  check: (_payer, _known, verify) => verify(),
  penalize: () => undefined,
}

const KEY_MS = 60_000
const WALLET_MS = 600_000
const MAX_COOL_DOWN_MS = DAY_MS
/** A payer with more wallets than this pays for their deployment. */
const MAX_PAYERS = 10_000

type Penalty = { readonly reason: PaymentReason; readonly ms: number; readonly sinceMs: number }

/**
 * Each penalty is twice as long as the one before, up to a day. A penalty that ended longer ago than its own length is
 * not counted.
 */
export function createCoolDown(clock: Clock): CoolDown {
  /** In the order of the last penalty. */
  const penalties = new Map<string, Penalty>()

  function reasonFor(payer: string): PaymentReason | null {
    const known = penalties.get(payer)
    return known && isWithin(known, known.ms) ? known.reason : null
  }

  function isWithin({ sinceMs }: Penalty, lengthMs: number): boolean {
    return !isOver({ sinceMs, lengthMs, nowMs: clock() })
  }

  return {
    reasonFor,
    async check(payer, known, verify) {
      const current = reasonFor(payer)
      if (current !== null && known === null) return { kind: "refused", reason: current }
      const result = await verify()
      const reason = (known?.state === "refused" ? repeatedFailure(known.reason) : null) ?? current
      return result.kind === "payable" && reason !== null ? { kind: "refused", reason } : result
    },
    penalize(payer, text, isKey) {
      const reason = isPaymentReason(text) ? text : null
      const known = penalties.get(payer)
      // Several transfers that fail at the same time count as one failure.
      if (reason === null || (known && isWithin(known, known.ms))) return
      const isRepeated = known !== undefined && isWithin(known, 2 * known.ms)
      const ms = isRepeated ? Math.min(2 * known.ms, MAX_COOL_DOWN_MS) : isKey ? KEY_MS : WALLET_MS
      penalties.delete(payer)
      penalties.set(payer, { reason, ms, sinceMs: clock() })
      const [oldest] = penalties.keys()
      if (penalties.size > MAX_PAYERS && oldest !== undefined) penalties.delete(oldest)
    },
  }
}

/**
 * The reason, when the same transfer would fail again at our cost; else `null`. A payer without money may have received
 * some since.
 */
function repeatedFailure(reason: string | null): PaymentReason | null {
  if (reason === null || !isPaymentReason(reason)) return null
  const isCostly =
    reason === "invalid_exact_evm_transaction_simulation_failed" || reason === "invalid_transaction_state"
  return isCostly ? reason : null
}

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

import { type Clock, isOver } from "@/lib/domain/clock"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { Payment } from "@/lib/x402/ledger/payment"
import { isPaymentReason, type PaymentReason } from "@/lib/x402/wire/reason"
import type { VerificationResult } from "./payment-attempt"

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

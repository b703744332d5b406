import { type Clock, isOver } from "@/lib/domain/clock"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { Payment } from "@/lib/ledger/payment"
import { isPaymentReason, type PaymentReason } from "@/lib/payments/wire/reason"
import type { Verdict } from "./verdict"

/** Payers whose transfers were good when they were tried out, and were refused by the chain at our cost. */
export type CoolDown = {
  /** Why a payer is not served now; `null`: it is. */
  reasonFor(payer: string): PaymentReason | null
  /**
   * What was sent in vain is not sent again, nor anything of a payer that cools down, whatever the chain says when it is
   * tried out: a wallet can tell that from what counts. What has arrived all the same is paid.
   *
   * @param known what the ledger has of this very proof; `null`: it is new
   * @param ask the chain's verdict on it
   */
  verdictOn(payer: string, known: Payment | null, ask: () => Promise<Verdict>): Promise<Verdict>
  /** A transfer of the payer was sent and refused; `isKey`: its own key alone decided, no code of its own was asked. */
  blame(payer: string, reason: string, isKey: boolean): void
}

/** Where others pay the gas nothing was sent at our cost, and what they say of a payer may be wrong. */
export const NO_COOL_DOWN: CoolDown = {
  reasonFor: () => null,
  verdictOn: (_payer, _known, ask) => ask(),
  blame: () => undefined,
}

const KEY_MS = 60_000
const WALLET_MS = 600_000
const LONGEST_MS = DAY_MS
/** Payers that are remembered. Whoever has more wallets than that pays for their deployment. */
const MOST = 10_000

type Cooling = { readonly reason: PaymentReason; readonly ms: number; readonly sinceMs: number }

/** Twice as long each time, up to a day; forgotten as long again after it is over. */
export function createCoolDown(clock: Clock): CoolDown {
  /** Those blamed last come last. */
  const cooling = new Map<string, Cooling>()

  function reasonFor(payer: string): PaymentReason | null {
    const known = cooling.get(payer)
    return known && isWithin(known, known.ms) ? known.reason : null
  }

  function isWithin({ sinceMs }: Cooling, lengthMs: number): boolean {
    return !isOver({ sinceMs, lengthMs, nowMs: clock() })
  }

  return {
    reasonFor,
    async verdictOn(payer, known, ask) {
      const present = reasonFor(payer)
      if (present !== null && known === null) return { kind: "refused", reason: present }
      const verdict = await ask()
      const reason = (known?.state === "refused" ? repeatedFailure(known.reason) : null) ?? present
      return verdict.kind === "owed" && reason !== null ? { kind: "refused", reason } : verdict
    },
    blame(payer, text, isKey) {
      const reason = isPaymentReason(text) ? text : null
      const known = cooling.get(payer)
      // Of transfers that were refused together the first counts.
      if (reason === null || (known && isWithin(known, known.ms))) return
      const isRepeated = known !== undefined && isWithin(known, 2 * known.ms)
      const ms = isRepeated ? Math.min(2 * known.ms, LONGEST_MS) : isKey ? KEY_MS : WALLET_MS
      cooling.delete(payer)
      cooling.set(payer, { reason, ms, sinceMs: clock() })
      const [oldest] = cooling.keys()
      if (cooling.size > MOST && oldest !== undefined) cooling.delete(oldest)
    },
  }
}

/**
 * The reason, where the same transfer would fail again at our cost; else null. Money that was spent elsewhere may be there
 * again.
 */
function repeatedFailure(reason: string | null): PaymentReason | null {
  if (reason === null || !isPaymentReason(reason)) return null
  const isCostly =
    reason === "invalid_exact_evm_transaction_simulation_failed" || reason === "invalid_transaction_state"
  return isCostly ? reason : null
}

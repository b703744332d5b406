import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import { confirmTransaction } from "./confirm-transaction"
import type { SameNonce } from "./settler-account"
import type { SettlementOutcome } from "./settlement-outcome"
import type { SettlementSteps } from "./settlement-steps"

/** Transactions of accounts that are configured no more. */
export type RetiredAccounts = {
  /** Follows transactions of one account and nonce to their end, by their hashes; nothing new can take their place. */
  readonly resume: (sent: SameNonce, payments: readonly PaymentToSettle[]) => void
  /** Ids of the payments that still wait for one of them. */
  readonly paymentIds: () => ReadonlySet<string>
  /** Whether one of them may yet pay it, whether or not it still waits for that. */
  readonly mayPay: (payment: PaymentToSettle) => boolean
  readonly inFlight: () => number
}

export type RetiredAccountsOptions = {
  readonly ledger: Pick<Ledger, "markDropped">
  readonly chain: Pick<UsdcChain, "broadcast" | "receipt">
  readonly clock: Clock
  readonly sleep: Sleep
  readonly replaceAfterMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly steps: SettlementSteps
  readonly outcome: SettlementOutcome
  /** A transaction has ended: there is a block to look back at. */
  readonly onEnd: () => void
}

type Batch = { readonly sent: SameNonce; readonly payments: readonly PaymentToSettle[] }

/** One that nobody waits for is looked at so often: it may take days until somebody gives its account gas. */
const SLOW_POLL_MS = 15_000

/**
 * What they signed may be mined for as long as nobody spends their nonces. Payments wait for it as long as for any
 * transaction, and then go out once more, by an account that is there; the token spends each of them once.
 */
export function createRetiredAccounts(options: RetiredAccountsOptions): RetiredAccounts {
  const { ledger, sleep, steps, outcome } = options
  const inFlightBatches = new Set<Batch>()
  const unmined = new Set<Batch>()

  async function track(batch: Batch): Promise<void> {
    inFlightBatches.add(batch)
    unmined.add(batch)
    const { sent } = batch
    const [{ hash, signer, nonce }] = sent
    options.log("retired_key_followed", { transaction: hash, signer, nonce })
    let waiting: Batch | null = batch
    const takePayments = (): readonly PaymentToSettle[] => {
      const payments = waiting?.payments ?? []
      waiting = null
      inFlightBatches.delete(batch)
      return payments
    }
    try {
      const confirmation = await confirmTransaction(sent, {
        ...options,
        isStopped: steps.isStopped,
        onFault: (cause) => steps.fault("broadcast_failed", cause),
        sleep: (ms) => sleep(waiting === null ? SLOW_POLL_MS : ms),
        mayBeKnown: true,
        isFirst: () => waiting !== null,
        replace: async () => {
          void outcome.finishUnpaid(takePayments(), "first")
          return null
        },
      })
      unmined.delete(batch)
      if (confirmation.kind === "mined") await outcome.finish(confirmation.receipt, takePayments(), "first")
      if (confirmation.kind !== "replaced") return
      await steps.retryUntilDone(() => ledger.markDropped(hash))
      await outcome.finishUnpaid(takePayments(), "first")
    } catch (cause) {
      steps.fault("settlement_interrupted", cause)
    } finally {
      inFlightBatches.delete(batch)
      unmined.delete(batch)
      options.onEnd()
    }
  }

  return {
    resume: (sent, payments) => void track({ sent, payments }),
    mayPay: ({ id }) => [...unmined].some(({ payments }) => payments.some((one) => one.id === id)),
    paymentIds: () => new Set([...inFlightBatches].flatMap(({ payments }) => payments.map(({ id }) => id))),
    inFlight: () => inFlightBatches.size,
  }
}

import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { SameNonce } from "./settler-account"
import { confirmTransaction } from "./confirm-transaction"
import type { SettlementOutcome } from "./settlement-outcome"
import type { SettlementSteps } from "./settlement-steps"

/** Transactions of accounts that are no longer configured. */
type RetiredAccounts = {
  /** Follows transactions of one account and nonce by their hashes. They cannot be replaced, because the key is missing. */
  readonly resume: (sent: SameNonce, payments: readonly PaymentToSettle[]) => void
  /** Ids of payments that wait for one of these transactions. */
  readonly paymentIds: () => ReadonlySet<string>
  /** Whether one of these transactions can still make the payment, also when the payment no longer waits for it. */
  readonly mayPay: (payment: PaymentToSettle) => boolean
  readonly inFlight: () => number
}

type RetiredAccountsOptions = {
  readonly ledger: Pick<Ledger, "markDropped">
  readonly chain: Pick<UsdcChain, "broadcast" | "receipt">
  readonly clock: Clock
  readonly sleep: Sleep
  readonly replaceAfterMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly steps: SettlementSteps
  readonly outcome: SettlementOutcome
  /** A transaction has ended. Its block has to be watched. */
  readonly onEnd: () => void
}

type Batch = { readonly sent: SameNonce; readonly payments: readonly PaymentToSettle[] }

/** Poll interval of a transaction that no payment waits for. Its account may get gas days later. */
const SLOW_POLL_MS = 15_000

/**
 * A transaction of a retired account can be mined as long as its nonce is unused. Its payments wait as long as for any other
 * transaction. Then a configured account sends them again; the token accepts each authorization once.
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

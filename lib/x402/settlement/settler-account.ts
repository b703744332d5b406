import type { SettlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger, SettlementTransaction } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { type Confirmation, confirmTransaction } from "./confirm-transaction"
import { type Attempt, gasFor } from "./next-batch"
import { replaceTransaction } from "./replace-transaction"
import type { ProfitLimit } from "./settlement-fees"
import type { SettlementOutcome } from "./settlement-outcome"
import { RETRY_MS, type SettlementSteps } from "./settlement-steps"
import { createTransactionSigner } from "./transaction-signer"

/** Transactions with one nonce, oldest first. A block includes at most one of them. */
export type SameNonce = readonly [SettlementTransaction, ...SettlementTransaction[]]

/** One account and its transactions in flight. */
export type SettlerAccount = {
  readonly address: `0x${string}`
  /** Signs, records and broadcasts. False, and nothing sent, when a claim was withdrawn in between. */
  readonly send: (payments: readonly PaymentToSettle[], attempt: Attempt) => Promise<boolean>
  /** Follows a transaction of an earlier process and reserves its nonce. */
  readonly resume: (sent: SameNonce, payments: readonly PaymentToSettle[]) => void
  /** Payments without an outcome in the ledger. */
  readonly paymentIds: () => ReadonlySet<string>
  /** `all`: transactions without an outcome in the ledger; `ours`: those of this process that are not mined yet. */
  readonly inFlight: () => { readonly all: number; readonly ours: number }
  /** A transaction is not mined although it was replaced with higher fees. */
  readonly isStuck: () => boolean
  /** Time of the last transaction; 0 before the first. */
  readonly sentMs: () => number
}

export type SettlerAccountOptions = {
  readonly account: SettlementAccount
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly chainId: number
  readonly clock: Clock
  readonly sleep: Sleep
  readonly maxFeePerGas: bigint
  readonly profit?: ProfitLimit
  readonly replaceAfterMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly steps: SettlementSteps
  readonly outcome: SettlementOutcome
  /** A transaction is no longer in flight, so another one can be sent. */
  readonly onCapacityFreed: () => void
  /** The outcome of a transaction is in the ledger. Its block has to be watched. */
  readonly onEnd: () => void
}

type Batch = {
  readonly sent: SameNonce
  readonly payments: readonly PaymentToSettle[]
  readonly attempt: Attempt
  /** Signed by an earlier process, so a node may have it already. */
  readonly recovered: boolean
  readonly sinceMs: number
}

/** Delays after which a write without confirmation is either done or failed. */
const CLARIFY_MS = [RETRY_MS, 20_000]

/** An account is stuck when this many replacements had their full time. */
const STUCK_AFTER = 2

export function createSettlerAccount(options: SettlerAccountOptions): SettlerAccount {
  const { account, ledger, chain, clock, sleep, outcome, steps, log } = options
  const signer = createTransactionSigner(options)
  const inFlightBatches = new Set<Batch>()
  /** These batches do not count as in flight, because their payments may need another transaction. */
  const finalizing = new Set<Batch>()
  let sentMs = 0

  async function send(payments: readonly PaymentToSettle[], attempt: Attempt): Promise<boolean> {
    const transaction = await signer.sign(payments, gasFor(payments, attempt))
    let recorded = false
    try {
      recorded = await ledger.markSent(transaction, payments, clock())
    } catch (cause) {
      void recoverUnconfirmedWrite(transaction, payments)
      throw cause
    } finally {
      if (!recorded) signer.giveBack(transaction.nonce)
    }
    if (!recorded) return false
    sentMs = clock()
    void track({ sent: [transaction], payments, attempt, recovered: false, sinceMs: sentMs })
    return true
  }

  /**
   * A database that fails can have written the transaction without confirming it. Such a transaction is followed like one of
   * an earlier process.
   */
  async function recoverUnconfirmedWrite(
    transaction: SettlementTransaction,
    payments: readonly PaymentToSettle[],
  ): Promise<void> {
    for (const waitMs of CLARIFY_MS) {
      await sleep(waitMs)
      let found = false
      await steps.retryUntilDone(async () => {
        const rows = await Promise.all(payments.map(({ id }) => ledger.find(id)))
        found = rows.some((row) => row?.state === "sent" && row.transaction === transaction.hash)
      })
      if (found) return resume([transaction], payments)
    }
  }

  const fillGap = () => send([], "first")

  function resume(sent: SameNonce, payments: readonly PaymentToSettle[]): void {
    signer.hold(sent[0].nonce)
    void track({ sent, payments, attempt: "first", recovered: true, sinceMs: clock() })
  }

  /** Follows one transaction until its outcome is in the ledger. */
  async function track(batch: Batch): Promise<void> {
    inFlightBatches.add(batch)
    try {
      const confirmation = await follow(batch)
      finalizing.add(batch)
      inFlightBatches.delete(batch)
      options.onCapacityFreed()
      await end(batch, confirmation)
    } catch (cause) {
      steps.fault("settlement_interrupted", cause)
    } finally {
      inFlightBatches.delete(batch)
      finalizing.delete(batch)
      options.onEnd()
    }
  }

  function follow({ sent, payments, recovered }: Batch): Promise<Confirmation> {
    return confirmTransaction(sent, {
      chain,
      clock,
      sleep,
      isStopped: steps.isStopped,
      onFault: (cause) => steps.fault("broadcast_failed", cause),
      mayBeKnown: recovered,
      isFirst: () => signer.isFirst(sent[0].nonce),
      replaceAfterMs: options.replaceAfterMs,
      // An empty transaction uses the nonce, and the payments are sent again, each alone. If a block includes the first one
      // after all, its receipt shows which payments it made.
      replace: (stuck, isRejectedByNode) =>
        replaceTransaction(stuck, isRejectedByNode ? [] : payments, { ledger, signer, clock, fillGap, log }),
    })
  }

  async function end({ sent: [{ hash, nonce }], payments, attempt }: Batch, confirmation: Confirmation): Promise<void> {
    switch (confirmation.kind) {
      case "mined":
        signer.spent(nonce)
        return outcome.finish(confirmation.receipt, payments, attempt)
      case "replaced":
        signer.spent(nonce)
        await steps.retryUntilDone(() => ledger.markDropped(hash))
        // No block executed it, so the attempt does not count.
        return outcome.finishUnpaid(payments, "first")
      case "refused":
        // First, so that no process broadcasts it after the payer received that nothing was charged.
        await steps.retryUntilDone(() => ledger.markDropped(hash))
        signer.giveBack(nonce)
        if (attempt === "first") return outcome.drop(payments, confirmation.cause)
        // The payments were in another transaction before.
        return outcome.finishUnpaid(payments, attempt)
      case "stopped":
    }
  }

  const open = () => [...inFlightBatches, ...finalizing]

  return {
    address: account.address,
    send,
    resume,
    paymentIds: () => new Set(open().flatMap(({ payments }) => idsOf(payments))),
    isStuck: () => [...inFlightBatches].some(({ sinceMs }) => clock() - sinceMs > STUCK_AFTER * options.replaceAfterMs),
    sentMs: () => sentMs,
    inFlight: () => ({ all: open().length, ours: [...inFlightBatches].filter(({ recovered }) => !recovered).length }),
  }
}

function idsOf(payments: readonly PaymentToSettle[]): readonly string[] {
  return payments.map((payment) => payment.id)
}

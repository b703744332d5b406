import type { SettlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger, SettlementTransaction } from "@/lib/ledger/ledger"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import { type Confirmation, confirmTransaction } from "./confirm-transaction"
import { type Attempt, gasFor } from "./settlement-gas"
import type { SettlementOutcome } from "./settlement-outcome"
import { RETRY_MS, type SettlementSteps } from "./settlement-steps"
import { createTransactionSigner } from "./transaction-signer"

/** Transactions of one nonce, oldest first: a block takes one of them at most. */
export type SameNonce = readonly [SettlementTransaction, ...SettlementTransaction[]]

/** One account and the transactions that it has on their way. */
export type SettlerAccount = {
  readonly address: `0x${string}`
  /** Signs, records, broadcasts. False, and nothing sent, when a claim was withdrawn meanwhile. */
  readonly send: (payments: readonly PaymentToSettle[], attempt: Attempt) => Promise<boolean>
  /** Follows what an earlier process recorded. Its nonce is taken at once. */
  readonly resume: (sent: SameNonce, payments: readonly PaymentToSettle[]) => void
  /** Ids of the payments whose outcome is not in the ledger yet. */
  readonly paymentIds: () => ReadonlySet<string>
  /** `all`: without an outcome in the ledger; `ours`: still on their way, without those of an earlier process. */
  readonly inFlight: () => { readonly all: number; readonly ours: number }
  /** One of them has not been mined although others took its place. */
  readonly isStuck: () => boolean
  /** When it sent last; 0: never. */
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
  readonly replaceAfterMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly steps: SettlementSteps
  readonly outcome: SettlementOutcome
  /** The fate of a transaction is known: there is room for another one. */
  readonly onRoom: () => void
  /** All of it is in the ledger: there is a block to look back at. */
  readonly onEnd: () => void
}

type Batch = {
  readonly sent: SameNonce
  readonly payments: readonly PaymentToSettle[]
  readonly attempt: Attempt
  /** Signed by an earlier process: whether a node has it is not known. */
  readonly recovered: boolean
  readonly sinceMs: number
}

/** A write whose answer was lost has happened by then, or never will. */
const CLARIFY_MS = [RETRY_MS, 20_000]

/** Replacements that must have had their time before an account counts as stuck. */
const STUCK_AFTER = 2

export function createSettlerAccount(options: SettlerAccountOptions): SettlerAccount {
  const { account, ledger, chain, clock, sleep, outcome, steps, log } = options
  const signer = createTransactionSigner(options)
  const inFlightBatches = new Set<Batch>()
  /** They take no room: what becomes of their payments may be another transaction, which needs some. */
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
   * A database that breaks down may have recorded what it could not confirm any more. Such a transaction is like one of
   * an earlier process; who waits for it is told by the ledger that it is on its way.
   */
  async function recoverUnconfirmedWrite(
    transaction: SettlementTransaction,
    payments: readonly PaymentToSettle[],
  ): Promise<void> {
    for (const waitMs of CLARIFY_MS) {
      await sleep(waitMs)
      let found = false
      await steps.retryUntilDone(async () => {
        const rows = await findAll(payments)
        found = rows.some((row) => row?.state === "sent" && row.transaction === transaction.hash)
      })
      if (found) return resume([transaction], payments)
    }
  }

  function resume(sent: SameNonce, payments: readonly PaymentToSettle[]): void {
    signer.hold(sent[0].nonce)
    void track({ sent, payments, attempt: "first", recovered: true, sinceMs: clock() })
  }

  /** Follows one transaction to its block. Ends only with an outcome: money may be on its way. */
  async function track(batch: Batch): Promise<void> {
    inFlightBatches.add(batch)
    try {
      const confirmation = await follow(batch)
      finalizing.add(batch)
      inFlightBatches.delete(batch)
      options.onRoom()
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
      // An empty one spends the nonce, and the payments go out anew, alone. Should a block take the other after all, its
      // receipt says whom it paid.
      replace: (stuck, isRejectedByNode) => replace(stuck, isRejectedByNode ? [] : payments),
    })
  }

  /** What somebody else's transaction has paid meanwhile stays out of it. */
  async function replace(
    stuck: SettlementTransaction,
    payments: readonly PaymentToSettle[],
  ): Promise<SettlementTransaction | null> {
    if (await signer.isGapBelow(stuck.nonce)) {
      // No node took what had that nonce, and who needs the next one may never come: an empty one goes in its place.
      await send([], "first")
      return null
    }
    // The same payments for the same fees are the same transaction, which cannot be recorded twice.
    const recorded = await recordedAfter(stuck)
    if (recorded !== null) return recorded
    const rows = await findAll(payments)
    const open = payments.filter((_, index) => rows[index]?.state === "sent")
    const transaction = await signer.replace(stuck, open, gasFor(open, "first"))
    if (!(await ledger.markSent(transaction, open, clock()))) return null
    const { hash: by, maxFeePerGas } = transaction
    log("settlement_replaced", { stuck: stuck.hash, by, maxFeePerGas: `${maxFeePerGas}`, payments: open.length })
    return transaction
  }

  /** What took its place in a ledger that could not confirm it any more, and was never broadcast. */
  async function recordedAfter({ nonce, maxFeePerGas }: SettlementTransaction): Promise<SettlementTransaction | null> {
    const recorded = await ledger.pendingTransactions(account.address)
    return recorded.find((other) => other.nonce === nonce && other.maxFeePerGas > maxFeePerGas) ?? null
  }

  function findAll(payments: readonly PaymentToSettle[]) {
    return Promise.all(payments.map(({ id }) => ledger.find(id)))
  }

  async function end({ sent: [{ hash, nonce }], payments, attempt }: Batch, confirmation: Confirmation): Promise<void> {
    switch (confirmation.kind) {
      case "mined":
        signer.spent(nonce)
        return outcome.finish(confirmation.receipt, payments, attempt)
      case "replaced":
        signer.spent(nonce)
        await steps.retryUntilDone(() => ledger.markDropped(hash))
        // No block has tried it: whatever attempt it was, it does not count.
        return outcome.finishUnpaid(payments, "first")
      case "refused":
        // First, so that nobody broadcasts it again after a payer heard that nothing was taken.
        await steps.retryUntilDone(() => ledger.markDropped(hash))
        signer.giveBack(nonce)
        if (attempt === "first") return outcome.drop(payments, confirmation.cause)
        // They were in another one before.
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

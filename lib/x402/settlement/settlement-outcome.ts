import pLimit from "p-limit"
import type { TransactionReceipt } from "viem"
import { authorizationKey } from "@/lib/x402/chain/usdc-contract"
import { feeWeiOf } from "@/lib/x402/chain/transactions"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { GasBudget } from "./gas-budget"
import { resolveOnChainOutcome } from "./on-chain-outcome"
import { knownSettlement, type Settlement, type SettlementObserver } from "./settler"
import type { Attempt } from "./next-batch"
import type { SettlementSteps } from "./settlement-steps"

/** Determines the outcome of payments when their transaction has ended. Each method ends with the outcome in the ledger. */
export type SettlementOutcome = {
  /** The transaction is in a block. */
  readonly finish: (
    receipt: TransactionReceipt,
    payments: readonly PaymentToSettle[],
    attempt: Attempt,
  ) => Promise<void>
  /**
   * Our transaction did not make these payments. Another party's transaction may have made them, a retry may, or nothing can.
   * `atBlock`: the block that shows it.
   */
  readonly finishUnpaid: (payments: readonly PaymentToSettle[], attempt: Attempt, atBlock?: bigint) => Promise<void>
  /** Ids of unpaid payments without a final outcome. */
  readonly open: () => ReadonlySet<string>
  /** Another payment of the same payer was refused. This one is not sent, unless a transaction with it was sent before. */
  readonly reject: (payment: PaymentToSettle, reason: PaymentReason) => Promise<void>
  /** No node accepted the first transaction of these payments. */
  readonly drop: (payments: readonly PaymentToSettle[], cause: unknown) => Promise<void>
  readonly lastSettledMs: () => number | null
}

type SettlementOutcomeOptions = {
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly clock: Clock
  readonly sleep: Sleep
  readonly waiters: SettlementWaiters
  readonly steps: SettlementSteps
  readonly gasBudget: Pick<GasBudget, "record">
  readonly observe?: Pick<SettlementObserver, "onMined">
  /**
   * Sends a payment once more, alone. False, and nothing sent, when its claim was withdrawn, or when the chain has refused
   * another payment of its payer after `failedMs`.
   */
  readonly sendAgain: (payment: PaymentToSettle, failedMs: number) => Promise<boolean>
  /** A transaction of a retired account can still make this payment. */
  readonly mayBePaid: (payment: PaymentToSettle) => boolean
}

/** `sinceMs`: when the search for the outcome began. */
type Unpaid = {
  readonly payment: PaymentToSettle
  readonly attempt: Attempt
  readonly atBlock: bigint | undefined
  readonly sinceMs: number
}

const MAX_CONCURRENT_LOOKUPS = 8
/** A node that lags or has lost a block can take hours to show the outcome. */
const MAX_RETRY_MS = 15_000
/** Without a block that shows the payment unpaid, a lagging node can be wrong for this time. */
const NO_BLOCK_PATIENCE_MS = 30_000
/** A block can be made a little after its timestamp. */
const EXPIRY_MARGIN_MS = 60_000

export function createSettlementOutcome(options: SettlementOutcomeOptions): SettlementOutcome {
  const { ledger, chain, clock, sleep, waiters, sendAgain } = options
  const { retryUntilDone, isStopped } = options.steps
  const inTurn = pLimit(MAX_CONCURRENT_LOOKUPS)
  const open = new Set<Pick<Unpaid, "payment">>()
  let lastSettledMs: number | null = null

  async function finish(
    receipt: TransactionReceipt,
    payments: readonly PaymentToSettle[],
    attempt: Attempt,
  ): Promise<void> {
    const { transactionHash, blockNumber, blockHash, gasUsed } = receipt
    const authorizations = payments.map((payment) => payment.authorization)
    const paid = chain.transfersIn(receipt, authorizations)
    const isPaid = (payment: PaymentToSettle) => paid.has(authorizationKey(payment.authorization))
    const mined = { hash: transactionHash, blockNumber, gasUsed, feeWei: feeWeiOf(receipt) }
    const settled = payments.filter(isPaid)
    const unpaid = payments.filter((payment) => !isPaid(payment))
    // Before the outcomes are reported, because the payer queue then admits the next payments.
    options.gasBudget.record({ gasUsed, settled: settled.length, refused: unpaid.length })
    if (payments.length > 0) options.observe?.onMined({ payments: payments.length, gasUsed })
    await markSettled(settled, mined)
    await retryUntilDone(() => ledger.markMined({ ...mined, blockHash }, clock()))
    await finishUnpaid(unpaid, attempt, blockNumber)
  }

  async function markSettled(payments: readonly PaymentToSettle[], mined: Parameters<Ledger["markSettled"]>[1]) {
    if (payments.length === 0) return
    const ids = payments.map((payment) => payment.id)
    lastSettledMs = clock()
    // The row has the transaction, so a process that stops here finds the payment settled after its restart.
    const resolveAll = () => {
      for (const id of ids) waiters.resolve(id, { kind: "settled", transaction: mined.hash })
    }
    resolveAll()
    await retryUntilDone(() => ledger.markSettled(ids, mined, clock()))
    // For requests that came in between.
    resolveAll()
  }

  /** Payments are resolved independently, so that one without an answer of the chain does not delay the others. */
  async function finishUnpaid(payments: readonly PaymentToSettle[], attempt: Attempt, atBlock?: bigint): Promise<void> {
    const all = payments.map((payment): Unpaid => ({ payment, attempt, atBlock, sinceMs: clock() }))
    for (const unpaid of all) open.add(unpaid)
    await Promise.all(
      all.map(async (unpaid) => {
        await retryUntilDone(() => finishOne(unpaid), MAX_RETRY_MS)
        open.delete(unpaid)
      }),
    )
  }

  async function finishOne(unpaid: Unpaid): Promise<void> {
    const { payment, attempt, atBlock, sinceMs } = unpaid
    const found = await inTurn(async () => {
      // The next process continues. There may be many payments and a node that does not answer.
      if (isStopped()) return null
      const row = await ledger.find(payment.id)
      return row && resolveOnChainOutcome({ ...row, atBlock }, { chain, sleep })
    })
    if (found === null) return
    const { transfer, reason } = found
    if (transfer) {
      const { transaction, blockNumber } = transfer
      return markSettled([payment], { hash: transaction, blockNumber, gasUsed: null })
    }
    if (reason === null && attempt === "first" && (await sendAgain(payment, sinceMs))) return
    if (isInDoubt(unpaid)) throw new Error("The chain does not show yet that the payment is impossible.")
    await refuse(payment, reason ?? "invalid_transaction_state")
  }

  function isInDoubt({ payment, atBlock, sinceMs }: Unpaid): boolean {
    const isAlive = clock() < payment.authorization.validBeforeS * 1_000 + EXPIRY_MARGIN_MS
    if (isAlive && options.mayBePaid(payment)) return true
    return atBlock === undefined && clock() - sinceMs < NO_BLOCK_PATIENCE_MS
  }

  async function refuse({ id }: PaymentToSettle, reason: PaymentReason): Promise<void> {
    await ledger.markRefused(id, reason, clock())
    waiters.resolve(id, { kind: "refused", reason })
  }

  async function reject(payment: PaymentToSettle, reason: PaymentReason): Promise<void> {
    const one = { payment }
    open.add(one)
    await retryUntilDone(() => refuseUnsent(payment, reason))
    open.delete(one)
  }

  /** If an earlier process has sent the payment, its transaction decides. That transaction is followed elsewhere. */
  async function refuseUnsent(payment: PaymentToSettle, reason: PaymentReason): Promise<void> {
    const row = await ledger.find(payment.id)
    if (row?.state === "answered") return refuse(payment, reason)
    const settlement = knownSettlement(row)
    if (settlement) waiters.resolve(payment.id, settlement)
  }

  async function drop(payments: readonly PaymentToSettle[], cause: unknown): Promise<void> {
    const all = payments.map((payment) => ({ payment }))
    // Until the refusal is confirmed, the payment counts as open, so that a new claim of it is not sent.
    for (const one of all) open.add(one)
    for (const one of all) {
      const { id } = one.payment
      await retryUntilDone(() => ledger.markRefused(id, "node_refused_transaction", clock()))
      waiters.resolve(id, { kind: "unsent", cause })
      open.delete(one)
    }
  }

  const ids = () => new Set([...open].map(({ payment }) => payment.id))

  return { finish, finishUnpaid, open: ids, reject, drop, lastSettledMs: () => lastSettledMs }
}

/** Callbacks that wait for the outcome of a payment. Several requests can wait for one payment. */
export type SettlementWaiters = {
  /** Calls back once, unless the returned function was called first. */
  add(id: string, callback: (settlement: Settlement) => void): () => void
  resolve(id: string, settlement: Settlement): void
}

/** `announce` receives every outcome, also without a waiter. */
export function createSettlementWaiters(
  announce: (id: string, settlement: Settlement) => void = () => undefined,
): SettlementWaiters {
  const waiting = new Map<string, Set<(settlement: Settlement) => void>>()
  return {
    add(id, callback) {
      const callbacks = waiting.get(id) ?? new Set()
      waiting.set(id, callbacks.add(callback))
      return () => {
        callbacks.delete(callback)
        if (callbacks.size === 0 && waiting.get(id) === callbacks) waiting.delete(id)
      }
    },
    resolve(id, settlement) {
      const callbacks = waiting.get(id) ?? []
      waiting.delete(id)
      for (const callback of callbacks) callback(settlement)
      announce(id, settlement)
    },
  }
}

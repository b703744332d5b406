import pLimit from "p-limit"
import type { TransactionReceipt } from "viem"
import { authorizationKey } from "@/lib/chain/transfer-logs"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { GasBudget } from "./gas-budget"
import { resolveOnChainOutcome } from "./on-chain-outcome"
import { knownSettlement } from "./known-settlement"
import type { Attempt } from "./settlement-gas"
import type { SettlementSteps } from "./settlement-steps"
import type { SettlementWaiters } from "./settlement-waiters"

/** What becomes of payments once the fate of their transaction is known. Each ends with all of it in the ledger. */
export type SettlementOutcome = {
  /** A block has it. */
  readonly finish: (
    receipt: TransactionReceipt,
    payments: readonly PaymentToSettle[],
    attempt: Attempt,
  ) => Promise<void>
  /**
   * No transaction of ours moved it: somebody else's did, another of ours still can, or nothing can. `atBlock`: the block
   * that shows so.
   */
  readonly finishUnpaid: (payments: readonly PaymentToSettle[], attempt: Attempt, atBlock?: bigint) => Promise<void>
  /** Ids of the payments that no transaction has paid so far, and of which the last word is not spoken. */
  readonly open: () => ReadonlySet<string>
  /** Another one of its payer's was refused: nothing is sent for it, unless something was before. */
  readonly reject: (payment: PaymentToSettle, reason: PaymentReason) => Promise<void>
  /** No node took their first transaction. */
  readonly drop: (payments: readonly PaymentToSettle[], cause: unknown) => Promise<void>
  readonly lastSettledMs: () => number | null
}

export type SettlementOutcomeOptions = {
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly clock: Clock
  readonly sleep: Sleep
  readonly waiters: SettlementWaiters
  readonly steps: SettlementSteps
  readonly gasBudget: Pick<GasBudget, "record">
  /**
   * Sends a payment once more, alone. False, and nothing sent, when its claim was withdrawn, or when the chain has refused
   * another of its payer's since its company failed.
   */
  readonly sendAgain: (payment: PaymentToSettle, failedMs: number) => Promise<boolean>
  /** A transaction that was sent before, and that nobody waits for, may yet pay it. */
  readonly mayBePaid: (payment: PaymentToSettle) => boolean
}

/** What a payment is asked about; `sinceMs`: when that began. */
type Unpaid = {
  readonly payment: PaymentToSettle
  readonly attempt: Attempt
  readonly atBlock: bigint | undefined
  readonly sinceMs: number
}

/** Questions about payments that are under way at once. */
const MAX_CONCURRENT_LOOKUPS = 8
/** A node that has forgotten a block, or lags, may need hours to tell. */
const MAX_RETRY_MS = 15_000
/** Where no block is known that shows a payment unpaid, a node that is behind may say so for as long. */
const NO_BLOCK_PATIENCE_MS = 30_000
/** A block may be made a little after its time. */
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
    const mined = { hash: transactionHash, blockNumber, gasUsed }
    const settled = payments.filter(isPaid)
    const unpaid = payments.filter((payment) => !isPaid(payment))
    // First, because the payer queue admits the next payments as soon as it hears of an outcome.
    options.gasBudget.record({ gasUsed, settled: settled.length, refused: unpaid.length })
    await markSettled(settled, mined)
    await retryUntilDone(() => ledger.markMined({ ...mined, blockHash }, clock()))
    await finishUnpaid(unpaid, attempt, blockNumber)
  }

  async function markSettled(payments: readonly PaymentToSettle[], mined: Parameters<Ledger["markSettled"]>[1]) {
    if (payments.length === 0) return
    const ids = payments.map((payment) => payment.id)
    lastSettledMs = clock()
    // The chain has the last word and the row names the transaction: whoever dies now finds it settled on restart.
    const resolveAll = () => {
      for (const id of ids) waiters.resolve(id, { kind: "settled", transaction: mined.hash })
    }
    resolveAll()
    await retryUntilDone(() => ledger.markSettled(ids, mined, clock()))
    // Who asked in between.
    resolveAll()
  }

  /** Each by itself: one of which the chain tells nothing keeps nobody else waiting. */
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
      // The next process asks; there may be many, and a node that does not answer.
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
    if (isInDoubt(unpaid)) throw new Error("Nothing shows yet that a payment cannot be made any more.")
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

  /** Of one that an earlier process has sent its transaction decides, which is followed. */
  async function refuseUnsent(payment: PaymentToSettle, reason: PaymentReason): Promise<void> {
    const row = await ledger.find(payment.id)
    if (row?.state === "answered") return refuse(payment, reason)
    const settlement = knownSettlement(row)
    if (settlement) waiters.resolve(payment.id, settlement)
  }

  async function drop(payments: readonly PaymentToSettle[], cause: unknown): Promise<void> {
    const all = payments.map((payment) => ({ payment }))
    // A refusal whose answer was lost is written again: until then nobody sends what was bought anew.
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

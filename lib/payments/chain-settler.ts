import type { TransactionReceipt } from "viem"
import type { SettlementAccount } from "@/lib/chain/settlement-account"
import { authorizationKey, type UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Ledger, SettlementTransaction } from "@/lib/ledger/ledger"
import type { Payment } from "@/lib/ledger/payment"
import { confirmTransaction } from "./confirm-transaction"
import { inOneLine } from "./in-one-line"
import { inquire } from "./inquire"
import { knownSettlement } from "./known-settlement"
import type { PaymentReason } from "./reason"
import { type Attempt, gasFor } from "./settlement-gas"
import { MAX_BATCH, MAX_IN_FLIGHT, pauseMs } from "./settlement-pace"
import { createSettlementWaiters } from "./settlement-waiters"
import type { Owed, Settlement, Settler } from "./settler"
import type { Sleep } from "./sleep"
import { createTransactionSigner } from "./transaction-signer"

export type ChainSettlerOptions = {
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly account: SettlementAccount
  readonly chainId: number
  readonly clock: Clock
  readonly sleep: Sleep
  /** Wei per gas above which nothing is sent. */
  readonly maxFeePerGas: bigint
  /** How long a caller waits before it hears `pending`. */
  readonly waitMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  /** Hears every outcome, also of payments that another process took or an earlier one left. */
  readonly announce?: (id: string, settlement: Settlement) => void
}

const POLL_MS = 250
const RETRY_MS = 1_000
/** A write whose answer was lost has happened by then, or never will. */
const CLARIFY_MS = [RETRY_MS, 20_000]

type Batch = {
  readonly transaction: SettlementTransaction
  readonly payments: readonly Owed[]
  readonly attempt: Attempt
  /** Signed by an earlier process: whether a node has it is not known. */
  readonly recovered: boolean
}

/**
 * One account, many transfers: waiting payments go out together in one Multicall3 transaction, each free to fail alone.
 *
 * A transaction is in the ledger before it is broadcast, so a process that dies at any instruction leaves either a
 * payment that was never sent or a transaction whose fate the chain can tell.
 */
export function createChainSettler(options: ChainSettlerOptions): Settler {
  const { ledger, chain, account, clock, sleep, log } = options
  const queue = new Map<string, Owed>()
  const waiters = createSettlementWaiters(options.announce)
  const signer = createTransactionSigner(options)
  const flying = new Set<Batch>()
  let assembling = false
  let launchedMs = 0
  let stopped = false
  /** Nonces of an earlier process must be known before new ones are given out. */
  let recovered: Promise<unknown> = Promise.resolve()
  let lastSettledMs: number | null = null
  let lastFault: string | null = null

  function settle(payment: Owed): Promise<Settlement> {
    const { id } = payment
    const done = new AbortController()
    return new Promise((resolve) => {
      const forget = waiters.add(id, (settlement) => {
        done.abort()
        resolve(settlement)
      })
      queue.set(id, payment)
      void assemble()
      void deadline(id, done.signal).then((settlement) => {
        forget()
        resolve(settlement)
      })
    })
  }

  async function deadline(id: string, signal: AbortSignal): Promise<Settlement> {
    await sleep(options.waitMs, signal)
    const payment = await ledger.find(id).catch(() => null)
    return { kind: "pending", transaction: payment?.transaction ?? null }
  }

  /** Turns the queue into transactions, one at a time. */
  async function assemble(): Promise<void> {
    if (assembling) return
    assembling = true
    await recovered
    while (queue.size > 0 && inFlight() < MAX_IN_FLIGHT && !stopped) {
      const pause = pauseMs({ waiting: queue.size, inFlight: inFlight(), sinceLastMs: clock() - launchedMs })
      if (pause > 0) await sleep(pause)
      launchedMs = clock()
      await launch([...queue.values()].slice(0, MAX_BATCH))
    }
    assembling = false
  }

  /** Transactions of an earlier process take no room: one that waits for a nonce below its own needs a new one. */
  function inFlight(): number {
    return [...flying].filter((batch) => !batch.recovered).length
  }

  async function launch(asked: readonly Owed[]): Promise<void> {
    for (const { id } of asked) queue.delete(id)
    // Who asks again for what is on its way waits for that.
    const flyingIds = new Set([...flying].flatMap((batch) => batch.payments.map(({ id }) => id)))
    const payments = asked.filter(({ id }) => !flyingIds.has(id))
    try {
      if (payments.length === 0 || (await dispatch(payments, "first"))) return
      // Somebody took a claim back in between; the rest goes again.
      for (const payment of await stillOwed(payments)) queue.set(payment.id, payment)
    } catch (cause) {
      // Nothing was broadcast: the proofs are unspent.
      fault("settlement_not_sent", cause)
      for (const { id } of payments) waiters.resolve(id, { kind: "unsent", cause })
    }
  }

  /** Those that still wait for a transaction; who waits for another hears what became of it. */
  async function stillOwed(payments: readonly Owed[]): Promise<readonly Owed[]> {
    const found = await Promise.all(payments.map(({ id }) => ledger.find(id)))
    for (const [index, payment] of found.entries()) {
      const settlement = knownSettlement(payment)
      if (settlement) waiters.resolve(payments[index]?.id ?? "", settlement)
    }
    return found.filter((payment) => payment !== null).filter((payment) => payment.state === "answered")
  }

  /** Signs, records, broadcasts. False, and nothing sent, when a claim was withdrawn meanwhile. */
  async function dispatch(payments: readonly Owed[], attempt: Attempt): Promise<boolean> {
    const transaction = await signer.sign(payments, gasFor(payments, attempt))
    let recorded = false
    try {
      const ids = payments.map((payment) => payment.id)
      recorded = await ledger.markSent(transaction, ids, clock())
    } catch (cause) {
      void adopt(transaction, payments)
      throw cause
    } finally {
      if (!recorded) signer.giveBack(transaction.nonce)
    }
    if (recorded) void track({ transaction, payments, attempt, recovered: false })
    return recorded
  }

  /**
   * A database that breaks down may have recorded what it could not confirm any more. Such a transaction is like one of
   * an earlier process; who waits for it is told by the ledger that it is on its way.
   */
  async function adopt(transaction: SettlementTransaction, payments: readonly Owed[]): Promise<void> {
    for (const waitMs of CLARIFY_MS) {
      await sleep(waitMs)
      let found = false
      await persist(async () => {
        const pending = await ledger.pendingTransactions(account.address)
        found = pending.some(({ hash }) => hash === transaction.hash)
      })
      if (!found) continue
      signer.hold(transaction.nonce)
      return track({ transaction, payments, attempt: "first", recovered: true })
    }
  }

  /** Follows one transaction to its block. Ends only with an outcome: money may be on its way. */
  async function track(batch: Batch): Promise<void> {
    flying.add(batch)
    try {
      await follow(batch)
    } catch (cause) {
      fault("settlement_interrupted", cause)
    } finally {
      flying.delete(batch)
      void assemble()
    }
  }

  async function follow(batch: Batch): Promise<void> {
    const { transaction, payments, attempt } = batch
    const confirmation = await confirmTransaction(transaction, {
      chain,
      clock,
      sleep,
      isStopped: () => stopped,
      onFault: (cause) => fault("broadcast_failed", cause),
      mayBeKnown: batch.recovered,
    })
    switch (confirmation.kind) {
      case "mined":
        signer.spent(transaction.nonce)
        return finish(batch, confirmation.receipt)
      case "replaced":
        signer.spent(transaction.nonce)
        await persist(() => ledger.markDropped(transaction.hash))
        return finishUnpaid(payments, attempt)
      case "refused":
        return drop(batch, confirmation.cause)
      case "stopped":
    }
  }

  async function drop({ transaction, payments }: Batch, cause: unknown): Promise<void> {
    // First, so that nobody broadcasts it again after a payer heard that nothing was taken.
    await persist(() => ledger.markDropped(transaction.hash))
    signer.giveBack(transaction.nonce)
    for (const { id } of payments) {
      await persist(() => ledger.markRefused(id, "node_refused_transaction", clock()))
      waiters.resolve(id, { kind: "unsent", cause })
    }
  }

  async function finish({ payments, attempt }: Batch, receipt: TransactionReceipt): Promise<void> {
    const { transactionHash, blockNumber, gasUsed } = receipt
    const authorizations = payments.map((payment) => payment.authorization)
    const paid = chain.transfersIn(receipt, authorizations)
    const isPaid = (payment: Owed) => paid.has(authorizationKey(payment.authorization))
    const mined = { hash: transactionHash, blockNumber, gasUsed }
    await markSettled(payments.filter(isPaid), mined)
    await persist(() => ledger.markMined(mined, clock()))
    const unpaid = payments.filter((payment) => !isPaid(payment))
    await finishUnpaid(unpaid, attempt)
  }

  async function markSettled(payments: readonly Owed[], mined: Parameters<Ledger["markSettled"]>[1]) {
    if (payments.length === 0) return
    const ids = payments.map((payment) => payment.id)
    lastSettledMs = clock()
    // The chain has the last word and the row names the transaction: whoever dies now finds it settled on restart.
    const tellAll = () => {
      for (const id of ids) waiters.resolve(id, { kind: "settled", transaction: mined.hash })
    }
    tellAll()
    await persist(() => ledger.markSettled(ids, mined, clock()))
    // Who asked in between.
    tellAll()
  }

  /** No transaction of ours moved it: somebody else's did, another of ours still can, or nothing can. */
  async function finishUnpaid(payments: readonly Owed[], attempt: Attempt): Promise<void> {
    for (const payment of payments) {
      await persist(async () => {
        const { transfer, reason } = await inquire(payment.authorization, { chain, sleep })
        if (transfer) {
          const { transaction, blockNumber } = transfer
          return markSettled([payment], { hash: transaction, blockNumber, gasUsed: null })
        }
        if (reason === null && attempt === "first" && (await dispatch([payment], "last"))) return
        await refuse(payment, reason ?? "invalid_transaction_state")
      })
    }
  }

  async function refuse({ id }: Owed, reason: PaymentReason): Promise<void> {
    await ledger.markRefused(id, reason, clock())
    waiters.resolve(id, { kind: "refused", reason })
  }

  async function recover(): Promise<void> {
    let orphans: readonly Payment[] = []
    recovered = persist(async () => {
      orphans = await resume()
    })
    await recovered
    await finishUnpaid(orphans, "first")
  }

  /** Follows what an earlier process recorded. Answers the payments that no pending transaction pays. */
  async function resume(): Promise<readonly Payment[]> {
    const [transactions, payments] = await Promise.all([
      ledger.pendingTransactions(account.address),
      ledger.unfinished(10_000),
    ])
    for (const transaction of transactions) {
      const own = payments.filter((payment) => payment.transaction === transaction.hash)
      signer.hold(transaction.nonce)
      void track({ transaction, payments: own, attempt: "first", recovered: true })
    }
    if (payments.length > 0) log("settler_recovering", { payments: payments.length, transactions: transactions.length })
    const known = new Set(transactions.map((transaction) => transaction.hash))
    return payments.filter(({ transaction }) => transaction === null || !known.has(transaction))
  }

  /** Does a step until it is done: what happened on chain must reach the ledger. Who stops tries once more. */
  async function persist(step: () => Promise<void>): Promise<void> {
    do {
      try {
        return await step()
      } catch (cause) {
        fault("settlement_interrupted", cause)
        await sleep(RETRY_MS)
      }
    } while (!stopped)
  }

  function fault(event: string, cause: unknown): void {
    lastFault = inOneLine(cause)
    log(event, { error: lastFault })
  }

  return {
    settle,
    recover,
    status: () => ({ account: account.address, waiting: queue.size, inFlight: flying.size, lastSettledMs, lastFault }),
    async stop() {
      stopped = true
      while (flying.size > 0) await sleep(POLL_MS)
    },
  }
}

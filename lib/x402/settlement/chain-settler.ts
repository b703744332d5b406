import { setImmediate as endOfTurn } from "node:timers/promises"
import type { SettlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, createWaitEnd, type Sleep, type WaitEnd } from "@/lib/domain/clock"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import type { Ledger, SettlementTransaction } from "@/lib/x402/ledger/ledger"
import type { Authorization, PaymentToSettle, Payment } from "@/lib/x402/ledger/payment"
import { knownSettlement, type Settlement, type SettlementObserver, type Settler } from "./settler"
import type { FundingSources } from "./funding-sources"
import type { GasBudget } from "./gas-budget"
import type { ProvenPayers } from "./proven-payers"
import { createPendingCheck } from "./pending-check"
import type { SettlementFunds } from "./settlement-funds"
import { type Attempt, MAX_IN_FLIGHT, nextBatch, pauseMs } from "./next-batch"
import { createPayerQueue } from "./payer-queue"
import { createRetryQueue } from "./retry-queue"
import { createRetiredAccounts } from "./retired-accounts"
import { createSettlerAccounts } from "./settler-accounts"
import type { ProfitLimit } from "./settlement-fees"
import { createSettlerAccount, type SameNonce } from "./settler-account"
import { createSettlementOutcome, createSettlementWaiters } from "./settlement-outcome"
import { createSettlementSteps } from "./settlement-steps"
import { createSettlementWatch } from "./settlement-watch"

export type ChainSettlerOptions = {
  readonly ledger: Ledger
  readonly chain: UsdcChain
  /** Accounts that send in turn. */
  readonly accounts: readonly SettlementAccount[]
  readonly funds: Pick<SettlementFunds, "canPay" | "refresh">
  readonly chainId: number
  /** Whether the payer's own key signed. Otherwise a contract wallet decides. */
  readonly isByKey: (authorization: Authorization) => boolean
  readonly clock: Clock
  readonly sleep: Sleep
  /** Wei per gas. Above it nothing is sent. */
  readonly maxFeePerGas: bigint
  /** Absent: the cost of gas is not compared with the amounts of payments. */
  readonly profit?: ProfitLimit
  /** The anchor of the record for the next transaction; `null` when none is due. Never rejects. */
  readonly anchor?: () => Promise<RecordAnchor | null>
  /** After this time without a block, a transaction is replaced by one with higher fees. */
  readonly replaceAfterMs: number
  /** How long a caller waits before it gets `pending`. */
  readonly waitMs: number
  /** Shared with everything else that this process pays gas for. */
  readonly guard: {
    readonly gasBudget: GasBudget
    readonly proven: ProvenPayers
    readonly sources: FundingSources
  }
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly observe?: SettlementObserver
  /** Receives every outcome, also of payments from other or earlier processes. */
  readonly announce?: (id: string, settlement: Settlement) => void
}

const POLL_MS = 250

/**
 * Sends waiting payments in batches: one Multicall3 transaction with many transfers, each of which can fail alone.
 *
 * A transaction is in the ledger before it is broadcast. A process that dies at any instruction leaves either a payment that was
 * never sent, or a transaction whose outcome the chain shows.
 */
export function createChainSettler(options: ChainSettlerOptions): Settler {
  const { ledger, funds, clock, sleep, log } = options
  const queue = new Map<string, PaymentToSettle>()
  const waiters = createSettlementWaiters(options.announce)
  const steps = createSettlementSteps(options)
  const { gasBudget, proven, sources } = options.guard
  const outcome = createSettlementOutcome({
    ...options,
    waiters,
    steps,
    gasBudget,
    sendAgain,
    mayBePaid: (payment) => retired.mayPay(payment),
  })
  const retryQueue = createRetryQueue({
    send: (payment) => send([payment], "last"),
    onOutcome: (id, callback) =>
      waiters.add(id, (settlement) => {
        callback(settlement)
        void assemble()
      }),
    clock,
  })
  const payerQueue = createPayerQueue({
    isByKey: options.isByKey,
    proven,
    sources,
    isOverBudget: () => gasBudget.isExceeded(),
    release: enqueue,
    reject: (payment, { reason }) => void outcome.reject(payment, reason),
    onOutcome: (id, callback) => waiters.add(id, callback),
  })
  const pendingCheck = createPendingCheck({
    ...options,
    requeue: enqueue,
    onFailure: (payment) => void outcome.reject(payment, "invalid_exact_evm_insufficient_balance"),
  })
  const keys = createSettlerAccounts(
    options.accounts.map((account) =>
      createSettlerAccount({ ...options, account, steps, outcome, onCapacityFreed, onEnd }),
    ),
    funds,
  )
  const retired = createRetiredAccounts({ ...options, steps, outcome, onEnd })
  const keyOf = (signer: `0x${string}`) => keys.ofAddress(signer) ?? retired
  const watch = createSettlementWatch({
    ...options,
    steps,
    resubmit: (lost, payments) => keyOf(lost.signer).resume([lost], payments),
  })
  let assembling = false
  let wasRetry = false
  let wasOwnTransaction = false
  let launchedMs = 0
  /** The nonces of an earlier process must be known before new ones are used. */
  let recovered: Promise<unknown> = Promise.resolve()

  function enqueue(payment: PaymentToSettle): void {
    queue.set(payment.id, payment)
    void assemble()
  }

  function onCapacityFreed(): void {
    void assemble()
  }

  function onEnd(): void {
    watch.begin()
    void assemble()
  }

  function settle(payment: PaymentToSettle): Promise<Settlement> {
    const { id } = payment
    const wait = createWaitEnd()
    return new Promise((resolve) => {
      const forget = waiters.add(id, (settlement) => {
        wait.end()
        resolve(settlement)
      })
      payerQueue.add(payment)
      void deadline(id, wait).then((settlement) => {
        forget()
        resolve(settlement)
      })
    })
  }

  async function deadline(id: string, end: WaitEnd): Promise<Settlement> {
    await sleep(options.waitMs, end)
    const payment = await ledger.find(id).catch(() => null)
    return { kind: "pending", transaction: payment?.transaction ?? null }
  }

  /** Sends the queue, one transaction after the other. */
  async function assemble(): Promise<void> {
    if (assembling) return
    assembling = true
    await recovered
    // Payments whose answers were saved in one statement arrive in one turn of the event loop, and share a batch.
    await endOfTurn()
    while (queue.size + retryQueue.waiting() > 0 && hasCapacity() && !steps.isStopped()) {
      // Retries and new payments alternate, so that neither delays the other.
      wasRetry = retryQueue.waiting() > 0 && (queue.size === 0 || !wasRetry)
      await (wasRetry ? retryQueue.sendNext() : launchNext())
    }
    assembling = false
    if (steps.isStopped()) retryQueue.shutdown()
  }

  async function launchNext(): Promise<void> {
    const pause = pauseMs({ waiting: queue.size, inFlight: keys.inFlight().ours, sinceLastMs: clock() - launchedMs })
    if (pause > 0) await sleep(pause)
    launchedMs = clock()
    const { requiresOwnTransaction } = payerQueue
    const batch = nextBatch({ waiting: [...queue.values()], requiresOwnTransaction, wasOwnTransaction })
    wasOwnTransaction = batch.every(requiresOwnTransaction)
    await launch(batch)
  }

  /** Not when a key has code (EIP-7702), which may have used up the gas of its transfer and would do so again. */
  async function sendAgain(payment: PaymentToSettle, failedMs: number): Promise<boolean> {
    const { authorization } = payment
    if (options.isByKey(authorization) && (await options.chain.hasCode(authorization.from))) return false
    const isSent = retryQueue.add(payment, failedMs)
    void assemble()
    return isSent
  }

  function hasCapacity(): boolean {
    return keys.all.some((key) => key.inFlight().ours < MAX_IN_FLIGHT)
  }

  /** False, and nothing sent, when a claim was withdrawn in between. */
  async function send(payments: readonly PaymentToSettle[], attempt: Attempt): Promise<boolean> {
    const key = keys.next()
    if (key === null) throw new Error("All accounts have the maximum number of transactions in flight.")
    return key.send(payments, attempt)
  }

  async function launch(asked: readonly PaymentToSettle[]): Promise<void> {
    for (const { id } of asked) queue.delete(id)
    // A repeated request for a payment in flight waits for that payment.
    const undecided = [retired.paymentIds(), outcome.open()]
    const asking = asked.filter(({ id }) => !undecided.some((ids) => ids.has(id)))
    const inFlightIds = keys.paymentIds()
    let payments: readonly PaymentToSettle[] = asking.filter(({ id }) => !inFlightIds.has(id))
    try {
      // A payment can be refused and claimed again while other payments of its old transaction are still open.
      payments = [...payments, ...(await findUnsent(asking.filter(({ id }) => inFlightIds.has(id))))]
      if (isCheckNeeded(payments)) payments = await pendingCheck.passing(payments)
      if (payments.length === 0 || (await send(payments, "first"))) return
      // A claim was withdrawn in between. The other payments are queued again.
      for (const payment of await findUnsent(payments)) queue.set(payment.id, payment)
    } catch (cause) {
      // Nothing was broadcast, so the proofs are unspent.
      void funds.refresh()
      steps.fault("settlement_not_sent", cause)
      for (const { id } of payments) waiters.resolve(id, { kind: "unsent", cause })
    }
  }

  /** Payers that pay here regularly are sent without a check, which takes a round trip. */
  function isCheckNeeded(payments: readonly PaymentToSettle[]): boolean {
    return payments.length > 0 && (gasBudget.use().refusedGas > 0n || !payments.every(payerQueue.isProven))
  }

  const isAnyOpen = () => keys.inFlight().all + retired.inFlight() + outcome.open().size > 0

  /** Payments that still wait for a transaction. Resolves the waiters of the others with their outcome. */
  async function findUnsent(payments: readonly PaymentToSettle[]): Promise<readonly PaymentToSettle[]> {
    const found = await Promise.all(payments.map(({ id }) => ledger.find(id)))
    for (const [index, payment] of found.entries()) {
      const settlement = knownSettlement(payment)
      if (settlement) waiters.resolve(payments[index]?.id ?? "", settlement)
    }
    return found.filter((payment) => payment !== null).filter((payment) => payment.state === "answered")
  }

  async function recover(): Promise<void> {
    let orphans: readonly Payment[] = []
    recovered = steps.retryUntilDone(async () => {
      // First, because the nonces of transactions to resubmit are not free.
      await watch.scanAtStartup()
      orphans = await resume()
    })
    await recovered
    await outcome.finishUnpaid(orphans, "first")
  }

  /** Follows the transactions of an earlier process. Returns the sent payments without a pending transaction. */
  async function resume(): Promise<readonly Payment[]> {
    const payments = await ledger.unfinished(10_000)
    const addresses = keys.all.map(({ address }) => address)
    const [stranded, ...perKey] = await Promise.all([
      ledger.strandedTransactions(addresses),
      ...addresses.map((address) => ledger.pendingTransactions(address)),
    ])
    const transactions = [...stranded, ...perKey.flat()]
    for (const sent of byNonce(transactions)) {
      const hashes = new Set<string | null>(sent.map(({ hash }) => hash))
      keyOf(sent[0].signer).resume(
        sent,
        payments.filter(({ transaction }) => hashes.has(transaction)),
      )
    }
    if (payments.length > 0) log("settler_recovering", { payments: payments.length, transactions: transactions.length })
    const known = new Set<string | null>(transactions.map(({ hash }) => hash))
    return payments.filter(({ transaction }) => !known.has(transaction))
  }

  return {
    settle,
    recover,
    status: () => ({
      account: options.accounts[0]?.address ?? null,
      stuckKeys: keys.all.filter((key) => key.isStuck()).length,
      waiting: queue.size + payerQueue.waiting(),
      inFlight: keys.inFlight().all + retired.inFlight(),
      lastSettledMs: outcome.lastSettledMs(),
      lastFault: steps.lastFault(),
      gasUse: gasBudget.use(),
    }),
    async stop() {
      steps.stop()
      void assemble()
      // After this, nothing reads the ledger, so the caller can close it.
      await recovered
      while (assembling || isAnyOpen()) await sleep(POLL_MS)
    },
  }
}

/** Transactions grouped with their replacements. */
function byNonce(transactions: readonly SettlementTransaction[]): readonly SameNonce[] {
  const groups = new Map<string, SameNonce>()
  for (const one of transactions) {
    const key = `${one.signer}/${one.nonce}`
    const others = groups.get(key)
    groups.set(key, others ? [...others, one] : [one])
  }
  return [...groups.values()]
}

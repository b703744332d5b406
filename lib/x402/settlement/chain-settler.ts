import type { SettlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Authorization, PaymentToSettle } from "@/lib/x402/ledger/payment"
import { createBatchAssembler } from "./batch-assembler"
import { createBatchLauncher } from "./batch-launcher"
import type { Settlement, SettlementObserver, Settler } from "./settler"
import { createSettlerRecovery } from "./settler-recovery"
import { createListing, type Listing, type ListingTerms } from "./listing"
import { waitForSettlement } from "./wait-for-settlement"
import type { FundingSources } from "./funding-sources"
import type { GasBudget } from "./gas-budget"
import type { ProvenPayers } from "./proven-payers"
import { createPendingCheck } from "./pending-check"
import type { SettlementFunds } from "./settlement-funds"
import { type Attempt, MAX_IN_FLIGHT } from "./next-batch"
import { createPayerQueue } from "./payer-queue"
import { createRetryQueue } from "./retry-queue"
import { createRetiredAccounts } from "./retired-accounts"
import { createSettlerAccounts } from "./settler-accounts"
import type { ProfitLimit } from "./settlement-fees"
import { createSettlerAccount } from "./settler-account"
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
  /** Absent: no sale is handed to a facilitator. */
  readonly listing?: ListingTerms
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
  const { funds, clock, sleep } = options
  const waiters = createSettlementWaiters(options.announce)
  const steps = createSettlementSteps(options)
  const { gasBudget, proven, sources } = options.guard
  const outcome = createSettlementOutcome({
    ...options,
    waiters,
    steps,
    gasBudget,
    sendAgain,
    mayBePaid: (payment) => retired.mayPay(payment) || listing?.mayPay(payment) === true,
  })
  const listing = options.listing === undefined ? null : createListing({ ...options, ...options.listing })
  const retryQueue = createRetryQueue({
    send: (payment) => send([payment], "last"),
    onOutcome: (id, callback) =>
      waiters.add(id, (settlement) => {
        callback(settlement)
        assembler.wake()
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
  const recovery = createSettlerRecovery({
    ...options,
    async prepare() {
      await listing?.open()
      for (const id of listing?.held() ?? []) waiters.add(id, () => void listing?.end(id))
    },
    addresses: keys.all.map(({ address }) => address),
    resume: (sent, payments) => keyOf(sent[0].signer).resume(sent, payments),
    watch,
    outcome,
    steps,
  })
  const launcher = createBatchLauncher({
    ...options,
    send,
    requeue: (payment) => assembler.add(payment),
    undecided: () => [retired.paymentIds(), outcome.open()],
    inFlight: () => keys.paymentIds(),
    isProven: payerQueue.isProven,
    pendingCheck,
    gasBudget,
    waiters,
    steps,
  })
  const assembler = createBatchAssembler({
    ...options,
    recovered: recovery.done,
    retryQueue,
    launch: launcher.launch,
    hasCapacity: () => keys.all.some((key) => key.inFlight().ours < MAX_IN_FLIGHT),
    inFlight: () => keys.inFlight().ours,
    requiresOwnTransaction: payerQueue.requiresOwnTransaction,
    steps,
  })

  function enqueue(payment: PaymentToSettle): void {
    assembler.add(payment)
    assembler.wake()
  }

  function onCapacityFreed(): void {
    assembler.wake()
  }

  function onEnd(): void {
    watch.begin()
    assembler.wake()
  }

  function settle(payment: PaymentToSettle): Promise<Settlement> {
    const start = () => (listing?.isDue(payment) === true ? void settleListed(payment, listing) : enqueuePayer(payment))
    return waitForSettlement(payment.id, { ...options, waiters, start })
  }

  /** At once when nothing has to be looked up about the payer. */
  function enqueuePayer(payment: PaymentToSettle): void {
    const loaded = proven.load(payment.authorization.from)
    if (loaded === null) payerQueue.add(payment)
    else void loaded.then(() => payerQueue.add(payment))
  }

  async function settleListed(payment: PaymentToSettle, by: Listing): Promise<void> {
    if ((await by.ask(payment)) === "unsent") return enqueuePayer(payment)
    waiters.add(payment.id, () => void by.end(payment.id))
    await outcome.finishUnpaid([payment], "first")
  }

  /** Not when a key has code (EIP-7702), which may have used up the gas of its transfer and would do so again. */
  async function sendAgain(payment: PaymentToSettle, failedMs: number): Promise<boolean> {
    const { authorization } = payment
    if (options.isByKey(authorization) && (await options.chain.hasCode(authorization.from))) return false
    const isSent = retryQueue.add(payment, failedMs)
    assembler.wake()
    return isSent
  }

  /** False, and nothing sent, when a claim was withdrawn in between. */
  async function send(payments: readonly PaymentToSettle[], attempt: Attempt): Promise<boolean> {
    const key = keys.next()
    if (key === null) throw new Error("All accounts have the maximum number of transactions in flight.")
    return key.send(payments, attempt)
  }

  const isAnyOpen = () =>
    listing?.isAsking() === true || keys.inFlight().all + retired.inFlight() + outcome.open().size > 0

  return {
    settle,
    recover: recovery.recover,
    status: () => ({
      account: options.accounts[0]?.address ?? null,
      stuckKeys: keys.all.filter((key) => key.isStuck()).length,
      waiting: assembler.waiting() + payerQueue.waiting(),
      inFlight: keys.inFlight().all + retired.inFlight(),
      lastSettledMs: outcome.lastSettledMs(),
      lastFault: steps.lastFault(),
      gasUse: gasBudget.use(),
    }),
    async stop() {
      steps.stop()
      assembler.wake()
      // After this, nothing reads the ledger, so the caller can close it.
      await recovery.done()
      while (assembler.isRunning() || isAnyOpen()) await sleep(POLL_MS)
    },
  }
}

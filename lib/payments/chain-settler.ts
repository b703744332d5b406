import { keccak256, type TransactionReceipt } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { authorizationKey, type UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Ledger, SettlementTransaction } from "@/lib/ledger/ledger"
import type { Payment } from "@/lib/ledger/payment"
import { diagnose } from "./diagnose"
import type { Settlement, Settler } from "./settler"

/** Resolves after `ms`. Once the signal is aborted the promise may stay pending: nobody waits for it any more. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export type ChainSettlerOptions = {
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly account: PrivateKeyAccount
  readonly chainId: number
  readonly clock: Clock
  readonly sleep: Sleep
  /** Wei per gas above which nothing is sent. */
  readonly maxFeePerGas: bigint
  /** How long a caller waits before it hears `pending`. */
  readonly waitMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Transfers in one transaction. 30 × 120,000 gas stays far below a block of Base. */
const MAX_BATCH = 30
/** Transactions on their way at once: the next batch does not wait for the block of the last. */
const MAX_IN_FLIGHT = 4
const GAS_BASE = 60_000n
const GAS_PER_TRANSFER = 120_000n
/** Smart wallets verify in their own code; a passkey check without a precompile takes some 300,000. */
const GAS_PER_CONTRACT_TRANSFER = 600_000n
const EOA_SIGNATURE_LENGTH = 132
const PRIORITY_FEE = 1_000_000n
const FEE_REFRESH_MS = 10_000
const POLL_MS = 250
const REBROADCAST_MS = 10_000

type Batch = { readonly transaction: SettlementTransaction; readonly payments: readonly Payment[] }

/**
 * One account, many transfers: waiting payments go out together in one Multicall3 transaction, each free to fail alone.
 *
 * A transaction is in the ledger before it is broadcast, so a process that dies at any instruction leaves either a
 * payment that was never sent or a transaction whose fate the chain can tell.
 */
export function createChainSettler(options: ChainSettlerOptions): Settler {
  const { ledger, chain, account, clock, sleep, log } = options
  const queue: string[] = []
  const waiters = new Map<string, (settlement: Settlement) => void>()
  let inFlight = 0
  let assembling = false
  let stopped = false
  let nextNonce: number | null = null
  let fee = { perGas: 0n, readAtMs: Number.NEGATIVE_INFINITY }
  let lastSettledMs: number | null = null
  let lastFault: string | null = null

  async function settle(id: string): Promise<Settlement> {
    const done = new AbortController()
    const outcome = new Promise<Settlement>((resolve) => waiters.set(id, resolve))
    queue.push(id)
    void assemble()
    const settlement = await Promise.race([outcome, deadline(id, done.signal)])
    done.abort()
    return settlement
  }

  async function deadline(id: string, signal: AbortSignal): Promise<Settlement> {
    await sleep(options.waitMs, signal)
    waiters.delete(id)
    const payment = await ledger.find(id)
    return { kind: "pending", transaction: payment?.transaction ?? null }
  }

  function resolve(id: string, settlement: Settlement): void {
    waiters.get(id)?.(settlement)
    waiters.delete(id)
  }

  /** Turns the queue into transactions, one at a time: nonces are given out in the order of the ledger. */
  async function assemble(): Promise<void> {
    if (assembling) return
    assembling = true
    try {
      while (queue.length > 0 && inFlight < MAX_IN_FLIGHT && !stopped) await launch(queue.splice(0, MAX_BATCH))
    } finally {
      assembling = false
    }
  }

  async function launch(ids: readonly string[]): Promise<void> {
    try {
      const payments = await waitingPayments(ids)
      if (payments.length === 0) return
      const transaction = await sign(payments)
      const recorded = await ledger.markSent(
        transaction,
        payments.map((payment) => payment.id),
        clock(),
      )
      if (!recorded) {
        // Somebody took a claim back in between; the rest goes again.
        nextNonce = transaction.nonce
        queue.unshift(...payments.map((payment) => payment.id))
        return
      }
      inFlight += 1
      void track({ transaction, payments })
    } catch (cause) {
      // Nothing was broadcast: the nonce is free and the proofs are unspent.
      nextNonce = null
      fault("settlement_not_sent", cause)
      for (const id of ids) resolve(id, { kind: "unsent", cause })
    }
  }

  async function waitingPayments(ids: readonly string[]): Promise<Payment[]> {
    const found = await Promise.all(ids.map((id) => ledger.find(id)))
    const payments: Payment[] = []
    for (const [index, payment] of found.entries()) {
      if (payment?.state === "answered") payments.push(payment)
      else resolve(ids[index] ?? "", { kind: "unsent", cause: new Error("The claim was withdrawn.") })
    }
    return payments
  }

  async function sign(payments: readonly Payment[]): Promise<SettlementTransaction> {
    const [nonce, maxFeePerGas] = await Promise.all([takeNonce(), currentFee()])
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId: options.chainId,
      nonce,
      gas: gasFor(payments),
      maxFeePerGas,
      maxPriorityFeePerGas: PRIORITY_FEE < maxFeePerGas ? PRIORITY_FEE : maxFeePerGas,
      ...chain.settlementCall(payments.map((payment) => payment.authorization)),
    })
    nextNonce = nonce + 1
    return { hash: keccak256(raw), signer: account.address, nonce, raw, maxFeePerGas }
  }

  async function takeNonce(): Promise<number> {
    return nextNonce ?? chain.nextNonce(account.address)
  }

  /** Twice the going price survives six full blocks in a row (EIP-1559: +12.5 % each). */
  async function currentFee(): Promise<bigint> {
    if (clock() - fee.readAtMs >= FEE_REFRESH_MS) {
      fee = { perGas: (await chain.gasPrice()) * 2n + PRIORITY_FEE, readAtMs: clock() }
    }
    if (fee.perGas > options.maxFeePerGas) throw new Error(`Gas costs ${fee.perGas} wei, above the ceiling.`)
    return fee.perGas
  }

  /** Follows one transaction to its block. Ends only with an outcome: money may be on its way. */
  async function track(batch: Batch): Promise<void> {
    try {
      const receipt = await mined(batch)
      if (receipt === null) return
      await finish(batch, receipt)
    } catch (cause) {
      fault("settlement_interrupted", cause)
    } finally {
      inFlight -= 1
      void assemble()
    }
  }

  /** The receipt; `null` when the node will never take the transaction, or this process stops. */
  async function mined(batch: Batch): Promise<TransactionReceipt | null> {
    const { transaction } = batch
    let broadcastAtMs = Number.NEGATIVE_INFINITY
    while (!stopped) {
      try {
        if (clock() - broadcastAtMs >= REBROADCAST_MS) {
          broadcastAtMs = clock()
          const receipt = await chain.broadcast(transaction.raw)
          if (receipt) return receipt
        }
        const receipt = await chain.receipt(transaction.hash)
        if (receipt) return receipt
      } catch (cause) {
        fault("broadcast_failed", cause)
        const receipt = await chain.receipt(transaction.hash).catch(() => null)
        if (receipt) return receipt
        if (isRefusedByNode(cause)) {
          await drop(batch, cause)
          return null
        }
      }
      await sleep(POLL_MS)
    }
    return null
  }

  async function drop({ transaction, payments }: Batch, cause: unknown): Promise<void> {
    nextNonce = null
    fee = { ...fee, readAtMs: Number.NEGATIVE_INFINITY }
    await ledger.markDropped(transaction.hash)
    for (const payment of payments) {
      await ledger.markRefused(payment.id, "node_refused_transaction", clock())
      resolve(payment.id, { kind: "unsent", cause })
    }
  }

  async function finish({ payments }: Batch, receipt: TransactionReceipt): Promise<void> {
    const { transactionHash, blockNumber, gasUsed } = receipt
    const minedTransaction = { hash: transactionHash, blockNumber, gasUsed }
    const paid = chain.transfersIn(
      receipt,
      payments.map((payment) => payment.authorization),
    )
    const settled = payments.filter((payment) => paid.has(authorizationKey(payment.authorization)))
    if (settled.length > 0) {
      await ledger.markSettled(
        settled.map((payment) => payment.id),
        minedTransaction,
        clock(),
      )
      lastSettledMs = clock()
      for (const payment of settled) resolve(payment.id, { kind: "settled", transaction: transactionHash })
    }
    await ledger.markMined(minedTransaction, clock())
    for (const payment of payments) if (!settled.includes(payment)) await finishUnpaid(payment)
  }

  /** Our transaction did not move it: either somebody else's did, or nothing can. */
  async function finishUnpaid(payment: Payment): Promise<void> {
    const transfer = await chain.findTransfer(payment.authorization)
    if (transfer) {
      const { transaction, blockNumber } = transfer
      await ledger.markSettled([payment.id], { hash: transaction, blockNumber, gasUsed: null }, clock())
      return resolve(payment.id, { kind: "settled", transaction })
    }
    const reason = diagnose(payment.authorization, await chain.preflight(payment.authorization))
    await ledger.markRefused(payment.id, reason ?? "invalid_transaction_state", clock())
    return resolve(payment.id, { kind: "refused", reason: reason ?? "invalid_transaction_state" })
  }

  async function recover(): Promise<void> {
    const [transactions, payments] = await Promise.all([
      ledger.pendingTransactions(account.address),
      ledger.unfinished(10_000),
    ])
    for (const transaction of transactions) {
      const own = payments.filter((payment) => payment.transaction === transaction.hash)
      inFlight += 1
      void track({ transaction, payments: own })
    }
    const known = new Set(transactions.map((transaction) => transaction.hash))
    for (const payment of payments) {
      if (payment.transaction === null || !known.has(payment.transaction)) await finishUnpaid(payment)
    }
    if (payments.length > 0) log("settler_recovering", { payments: payments.length, transactions: transactions.length })
  }

  function fault(event: string, cause: unknown): void {
    lastFault = cause instanceof Error ? (cause.message.split("\n")[0] ?? cause.name) : "unknown"
    log(event, { error: lastFault })
  }

  return {
    settle,
    recover,
    status: () => ({ account: account.address, waiting: queue.length, inFlight, lastSettledMs, lastFault }),
    async stop() {
      stopped = true
      while (inFlight > 0) await sleep(POLL_MS)
    },
  }
}

function gasFor(payments: readonly Payment[]): bigint {
  return payments.reduce(
    (sum, { authorization }) =>
      sum + (authorization.signature.length === EOA_SIGNATURE_LENGTH ? GAS_PER_TRANSFER : GAS_PER_CONTRACT_TRANSFER),
    GAS_BASE,
  )
}

/** The node looked at the transaction and will not keep it. Anything else may still be mined. */
function isRefusedByNode(cause: unknown): boolean {
  const text = cause instanceof Error ? cause.message.toLowerCase() : ""
  return (
    text.includes("insufficient funds") ||
    text.includes("less than block base fee") ||
    text.includes("fee cap less than") ||
    text.includes("intrinsic gas") ||
    text.includes("exceeds block gas limit")
  )
}

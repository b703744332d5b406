import type { TransactionReceipt } from "viem"
import { authorizationKey } from "@/lib/x402/chain/usdc-contract"
import { feeWeiOf } from "@/lib/x402/chain/transactions"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger, MinedRecord } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { SettlementSteps } from "./settlement-steps"

/** Watches blocks with settled payments, because a reorganisation can replace them. */
export type SettlementWatch = {
  /** A transaction was seen in a block. Watches it for some minutes. */
  readonly begin: () => void
  /**
   * Runs before the process signs anything. Transactions whose block was removed become pending in the ledger; `resubmit` is not
   * called. Otherwise their nonces would be used for other transactions, although payers received the first. Never rejects:
   * a node that does not answer must not delay other payments.
   */
  readonly scanAtStartup: () => Promise<void>
}

export type SettlementWatchOptions = {
  readonly ledger: Pick<Ledger, "minedSince" | "settledBy" | "reopen" | "markMined">
  readonly chain: Pick<UsdcChain, "blockHashAt" | "receipt" | "preflight" | "nextNonce" | "transfersIn">
  readonly clock: Clock
  readonly sleep: Sleep
  readonly steps: SettlementSteps
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  /** Follows a transaction whose block was removed to its next block, and these payments to their outcome. */
  readonly resubmit: (lost: MinedRecord, payments: readonly PaymentToSettle[]) => void
}

/** `isAnyLeft`: there are transactions to watch. `isCertain`: the node answered every call. */
type ScanResult = { readonly isAnyLeft: boolean; readonly isCertain: boolean }

type Block = { readonly number: bigint; readonly hash: string }

const SCAN_INTERVAL_MS = 4_000
/** Older blocks are final: Base has never reorganised one that was older. */
const WATCH_WINDOW_MS = 300_000
/** A record that was written shortly before the last scan may not have been read by it. */
const OVERLAP_MS = 10_000
const MAX_RECORDS = 100_000
/** The most scans at startup. They end when the node has answered every call. */
const MAX_STARTUP_SCANS = 20
const STARTUP_SCAN_INTERVAL_MS = 500

/**
 * Finds transactions whose block was removed by a reorganisation. Sends them again when their payments are unspent.
 * When another block has the transaction, sends the payments that failed there. The payer keeps its answer, and the
 * money moves once, in another block.
 */
export function createSettlementWatch(options: SettlementWatchOptions): SettlementWatch {
  const { ledger, chain, clock, sleep, steps } = options
  let isWatching = false
  /** The highest block that was canonical at the last scan. While it is canonical, so are the blocks below it. */
  let anchor: Block | null = null
  let scannedAtMs = 0

  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    let isAnyLeft = true
    while (isAnyLeft && !steps.isStopped()) {
      await sleep(SCAN_INTERVAL_MS)
      // The caller of `stop` may have closed the ledger.
      if (steps.isStopped()) break
      isAnyLeft = (await tryScan(options.resubmit)).isAnyLeft
    }
    isWatching = false
  }

  async function tryScan(
    resubmit: SettlementWatchOptions["resubmit"],
    untilMs: () => Promise<number> | number = clock,
  ): Promise<ScanResult> {
    try {
      return await scan(resubmit, await untilMs())
    } catch (cause) {
      steps.fault("settlement_watch_failed", cause)
      return { isAnyLeft: true, isCertain: false }
    }
  }

  /** No process watched since the newest record, however long ago that was. */
  async function newestMs(): Promise<number> {
    const [newest] = await ledger.minedSince(0, 1)
    return Math.min(newest?.minedMs ?? Infinity, clock())
  }

  async function scan(resubmit: SettlementWatchOptions["resubmit"], untilMs: number): Promise<ScanResult> {
    const startedMs = clock()
    const windowMs = untilMs - WATCH_WINDOW_MS
    const known = anchor !== null && (await chain.blockHashAt(anchor.number)) === anchor.hash ? anchor : null
    const records = await ledger.minedSince(known === null ? windowMs : scannedAtMs - OVERLAP_MS, MAX_RECORDS)
    // An error below leaves records that were not checked.
    anchor = null
    const { removed, highest } = await inspect(records, known)
    let isCertain = true
    for (const record of removed) isCertain = (await resolveRemoved(record, resubmit)) && isCertain
    if (isCertain) anchor = highest
    scannedAtMs = startedMs
    return { isAnyLeft: (await ledger.minedSince(windowMs, 1)).length > 0, isCertain }
  }

  /** A canonical block says nothing about records at or below its height, which can be of another branch. */
  async function inspect(records: readonly MinedRecord[], known: Block | null) {
    const hashes = new Map<bigint, string | null>()
    const removed: MinedRecord[] = []
    let highest = known
    for (const record of records) {
      const { blockNumber: number, blockHash } = record
      const hash = hashes.get(number) ?? (await chain.blockHashAt(number))
      hashes.set(number, hash)
      if (hash !== blockHash) removed.push(record)
      else if (highest === null || number > highest.number) highest = { number, hash }
    }
    return { removed, highest }
  }

  /** Resolves a transaction whose block was removed. False when the node is not certain yet. */
  async function resolveRemoved(record: MinedRecord, resubmit: SettlementWatchOptions["resubmit"]): Promise<boolean> {
    const receipt = await chain.receipt(record.hash)
    if (receipt === null) {
      const unspent = await unspentPayments(record)
      if (unspent !== null) resubmit(record, unspent)
      return true
    }
    const { transactionHash, blockNumber, blockHash, gasUsed } = receipt
    if (transactionHash !== record.hash || (await chain.blockHashAt(blockNumber)) !== blockHash) return false
    const unpaid = await unpaidIn(receipt)
    if (unpaid.length > 0) resubmit(record, await reopen(record, unpaid))
    else {
      const fee = { gasUsed, feeWei: feeWeiOf(receipt) }
      await ledger.markMined({ hash: record.hash, blockNumber, blockHash, ...fee }, clock())
    }
    return true
  }

  /** In another block, after other transactions, some of its payments can fail. */
  async function unpaidIn(receipt: TransactionReceipt): Promise<readonly PaymentToSettle[]> {
    const payments = await ledger.settledBy(receipt.transactionHash)
    const paid = chain.transfersIn(
      receipt,
      payments.map(({ authorization }) => authorization),
    )
    return payments.filter(({ authorization }) => !paid.has(authorizationKey(authorization)))
  }

  /** The payments that the transaction still has to make; `null` when there are none and its nonce is used. */
  async function unspentPayments(record: MinedRecord): Promise<readonly PaymentToSettle[] | null> {
    const payments = await ledger.settledBy(record.hash)
    const unspent: PaymentToSettle[] = []
    for (const payment of payments) {
      if (!(await chain.preflight(payment.authorization)).used) unspent.push(payment)
    }
    // An unused nonce would block all later transactions of the account.
    if (unspent.length === 0 && (await chain.nextNonce(record.signer)) > record.nonce) return null
    return reopen(record, unspent)
  }

  async function reopen(
    record: MinedRecord,
    payments: readonly PaymentToSettle[],
  ): Promise<readonly PaymentToSettle[]> {
    options.log("settlement_block_gone", { transaction: record.hash, payments: payments.length })
    const ids = payments.map(({ id }) => id)
    await ledger.reopen(record.hash, ids, clock())
    return payments
  }

  return {
    begin: () => void watch(),
    async scanAtStartup() {
      for (let scans = 1; scans <= MAX_STARTUP_SCANS && !steps.isStopped(); scans += 1) {
        if ((await tryScan(() => undefined, newestMs)).isCertain) break
        await sleep(STARTUP_SCAN_INTERVAL_MS)
      }
      void watch()
    },
  }
}

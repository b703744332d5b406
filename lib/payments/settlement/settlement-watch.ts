import type { TransactionReceipt } from "viem"
import { authorizationKey } from "@/lib/chain/transfer-logs"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger, MinedRecord } from "@/lib/ledger/ledger"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import type { SettlementSteps } from "./settlement-steps"

/** Looks back at blocks that were seen: a chain may put others in their place. */
export type SettlementWatch = {
  /** A transaction was seen in a block: looks at it for some minutes. */
  readonly begin: () => void
  /**
   * What a process does before it signs anything: what is in no block any more is pending in the ledger then, for `resubmit`
   * is not called. A nonce that was missed would be given to another transaction, and payers were told of the first. Never
   * rejects: a node that cannot tell for so long keeps nobody else waiting.
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
  /** Follows a transaction whose block is gone, to its next one, and these payments to their end. */
  readonly resubmit: (lost: MinedRecord, payments: readonly PaymentToSettle[]) => void
}

/** `isAnyLeft`: there is something to be watched. `isCertain`: the node has told of everything that it was asked. */
type Look = { readonly isAnyLeft: boolean; readonly isCertain: boolean }

type Block = { readonly number: bigint; readonly hash: string }

const EVERY_MS = 4_000
/** A block that is older than this stays: Base has never taken one back that was older. */
const WATCHED_MS = 300_000
/** What was written down so long before a look may have missed it. */
const OVERLAP_MS = 10_000
const ALL = 100_000
/** Looks before anything is signed, of which the first that is certain is the last. */
const STOCK_LOOKS = 20
const STOCK_AGAIN_MS = 500

/**
 * Finds transactions whose block is gone, and sends them again where the chain says that their payments are unspent; where
 * another block has them, those of their payments that failed there.
 * The payer has its answer by then, or will get it; the money moves once, in another block.
 */
export function createSettlementWatch(options: SettlementWatchOptions): SettlementWatch {
  const { ledger, chain, clock, sleep, steps } = options
  let isWatching = false
  /** The highest block of all that were in their places at the last look: while it is there, they are. */
  let anchor: Block | null = null
  let lookedAtMs = 0

  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    let isAnyLeft = true
    while (isAnyLeft && !steps.isStopped()) {
      await sleep(EVERY_MS)
      // Whoever stopped the settler meanwhile may have closed its ledger.
      if (steps.isStopped()) break
      isAnyLeft = (await lookSafely(options.resubmit)).isAnyLeft
    }
    isWatching = false
  }

  async function lookSafely(resubmit: SettlementWatchOptions["resubmit"]): Promise<Look> {
    try {
      return await look(resubmit)
    } catch (cause) {
      steps.fault("settlement_watch_failed", cause)
      return { isAnyLeft: true, isCertain: false }
    }
  }

  async function look(resubmit: SettlementWatchOptions["resubmit"]): Promise<Look> {
    const startedMs = clock()
    const windowMs = startedMs - WATCHED_MS
    const known = anchor !== null && (await chain.blockHashAt(anchor.number)) === anchor.hash ? anchor : null
    const records = await ledger.minedSince(known === null ? windowMs : lookedAtMs - OVERLAP_MS, ALL)
    // Whatever fails below leaves records that nobody has looked at.
    anchor = null
    const { gone, highest } = await inspect(records, known)
    let isCertain = true
    for (const record of gone) isCertain = (await resettle(record, resubmit)) && isCertain
    if (isCertain) anchor = highest
    lookedAtMs = startedMs
    return { isAnyLeft: (await ledger.minedSince(windowMs, 1)).length > 0, isCertain }
  }

  /** A block says nothing of those that were seen at or below its height: they may have been of another branch. */
  async function inspect(records: readonly MinedRecord[], known: Block | null) {
    const hashes = new Map<bigint, string | null>()
    const gone: MinedRecord[] = []
    let highest = known
    for (const record of records) {
      const { blockNumber: number, blockHash } = record
      const hash = hashes.get(number) ?? (await chain.blockHashAt(number))
      hashes.set(number, hash)
      if (hash !== blockHash) gone.push(record)
      else if (highest === null || number > highest.number) highest = { number, hash }
    }
    return { gone, highest }
  }

  /** Whether it is certain what became of a transaction whose block is gone: false asks for another look. */
  async function resettle(record: MinedRecord, resubmit: SettlementWatchOptions["resubmit"]): Promise<boolean> {
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
    else await ledger.markMined({ hash: record.hash, blockNumber, blockHash, gasUsed }, clock())
    return true
  }

  /** In another block, after other transactions, it may not pay what it paid where it was seen first. */
  async function unpaidIn(receipt: TransactionReceipt): Promise<readonly PaymentToSettle[]> {
    const payments = await ledger.settledBy(receipt.transactionHash)
    const paid = chain.transfersIn(
      receipt,
      payments.map(({ authorization }) => authorization),
    )
    return payments.filter(({ authorization }) => !paid.has(authorizationKey(authorization)))
  }

  /** The payments that it has to move; `null` when it has nothing to do any more. */
  async function unspentPayments(record: MinedRecord): Promise<readonly PaymentToSettle[] | null> {
    const payments = await ledger.settledBy(record.hash)
    const unspent: PaymentToSettle[] = []
    for (const payment of payments) {
      if (!(await chain.preflight(payment.authorization)).used) unspent.push(payment)
    }
    // Whatever moved the others: it is in a block. A nonce that nobody spends would hold up all that come after it.
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
      for (let looks = 1; looks <= STOCK_LOOKS && !steps.isStopped(); looks += 1) {
        if ((await lookSafely(() => undefined)).isCertain) break
        await sleep(STOCK_AGAIN_MS)
      }
      void watch()
    },
  }
}

import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Ledger, MinedRecord } from "@/lib/ledger/ledger"
import type { SettlementSteps } from "./settlement-steps"
import type { Owed } from "./settler"
import type { Sleep } from "./sleep"

/** Looks back at blocks that were seen: a chain may put others in their place. */
export type SettlementWatch = {
  /** A transaction was seen in a block: looks at it for some minutes. */
  readonly begin: () => void
  /**
   * One look, which a process takes before it signs anything: what is in no block any more is pending in the ledger then,
   * for `sendAnew` is not called. Never rejects.
   */
  readonly takeStock: () => Promise<void>
}

export type SettlementWatchOptions = {
  readonly ledger: Pick<Ledger, "minedSince" | "settledBy" | "reopen">
  readonly chain: Pick<UsdcChain, "blockHashAt" | "receipt" | "preflight" | "nextNonce">
  readonly clock: Clock
  readonly sleep: Sleep
  readonly steps: SettlementSteps
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  /** Follows a transaction that is in no block any more, to its next one. */
  readonly sendAnew: (lost: MinedRecord, payments: readonly Owed[]) => void
}

const EVERY_MS = 4_000
/** A block that is older than this stays: Base has never taken one back that was older. */
const WATCHED_MS = 300_000
/** Of so many that were seen last, one is in the highest block: no more are on their way at once. */
const IN_ORDER = 100
const ALL = 100_000

/**
 * Finds transactions whose block is gone, and sends them again where the chain says that their payments are unspent.
 * The payer has its answer by then, or will get it; the money moves once, in another block.
 */
export function createSettlementWatch(options: SettlementWatchOptions): SettlementWatch {
  const { ledger, chain, clock, sleep, steps } = options
  let isWatching = false

  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    let isAnyLeft = true
    while (isAnyLeft && !steps.isStopped()) {
      await sleep(EVERY_MS)
      isAnyLeft = await look(options.sendAnew).catch((cause: unknown) => {
        steps.fault("settlement_watch_failed", cause)
        return true
      })
    }
    isWatching = false
  }

  /** Whether there is anything to be watched. */
  async function look(sendAnew: SettlementWatchOptions["sendAnew"]): Promise<boolean> {
    const sinceMs = clock() - WATCHED_MS
    const newest = await ledger.minedSince(sinceMs, IN_ORDER)
    if ((await misplaced(newest)).length === 0) return newest.length > 0
    for (const record of await misplaced(await ledger.minedSince(sinceMs, ALL))) {
      if ((await chain.receipt(record.hash)) !== null) continue
      const unspent = await takeBack(record)
      if (unspent !== null) sendAnew(record, unspent)
    }
    return true
  }

  /** From the highest block down: where one is in its place, all below it are. */
  async function misplaced(records: readonly MinedRecord[]): Promise<readonly MinedRecord[]> {
    const gone: MinedRecord[] = []
    const hashes = new Map<bigint, string | null>()
    for (const record of records.toSorted((a, b) => Number(b.blockNumber - a.blockNumber))) {
      const { blockNumber } = record
      const hash = hashes.get(blockNumber) ?? (await chain.blockHashAt(blockNumber))
      hashes.set(blockNumber, hash)
      if (hash === record.blockHash) return gone
      gone.push(record)
    }
    return gone
  }

  /** The payments that it has to move; `null` when it has nothing to do any more. */
  async function takeBack(record: MinedRecord): Promise<readonly Owed[] | null> {
    const payments = await ledger.settledBy(record.hash)
    const unspent: Owed[] = []
    for (const payment of payments) {
      if (!(await chain.preflight(payment.authorization)).used) unspent.push(payment)
    }
    // Whatever moved the others: it is in a block. A nonce that nobody spends would hold up all that come after it.
    if (unspent.length === 0 && (await chain.nextNonce(record.signer)) > record.nonce) return null
    options.log("settlement_block_gone", { transaction: record.hash, payments: unspent.length })
    const ids = unspent.map(({ id }) => id)
    await ledger.reopen(record.hash, ids, clock())
    return unspent
  }

  return {
    begin: () => void watch(),
    async takeStock() {
      await look(() => undefined).catch((cause: unknown) => steps.fault("settlement_watch_failed", cause))
      void watch()
    },
  }
}

import { type Client, keccak256, type Transaction } from "viem"
import { getBlock, getTransaction } from "viem/actions"
import { chunksOf } from "@/lib/domain/chunks-of"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { incomingTransfers } from "./incoming-transfers"
import type { BlockRange } from "./log-pages"
import { anchorIn } from "./record-anchor"

/** An anchor in a block. */
export type AnchorOnChain = RecordAnchor & {
  readonly transaction: `0x${string}`
  readonly blockNumber: number
  /** Time of the block, UTC epoch milliseconds. */
  readonly timeMs: number
  /** In lower case. Anybody can send such a transaction, so only those of the service's accounts count. */
  readonly sender: string
}

/** Where the money of the service arrives. */
export type Payee = { readonly usdc: `0x${string}`; readonly payTo: `0x${string}` }

export type AnchorsRead = {
  /** In the order of the chain. */
  readonly anchors: readonly AnchorOnChain[]
  /** What the payee received, in atomic units, by the sender of the transaction. */
  readonly received: ReadonlyMap<string, bigint>
}

/** Transactions that are asked for at once. */
const AT_ONCE = 20

/**
 * The anchors in all transactions of a range that pay the payee, read from the chain alone.
 *
 * @param hasNone transactions that certainly have no anchor: they are not asked for, and not counted by sender
 */
export async function anchorsIn(
  client: Client,
  { usdc, payTo, fromBlock, toBlock }: Payee & BlockRange,
  hasNone: (hashes: readonly `0x${string}`[]) => Promise<ReadonlySet<string>> = async () => new Set(),
): Promise<AnchorsRead> {
  const transfers = await incomingTransfers(client, { usdc, payTo, fromBlock, toBlock })
  const values = new Map<`0x${string}`, bigint>()
  for (const { transaction, value } of transfers) values.set(transaction, (values.get(transaction) ?? 0n) + value)
  const hashes = [...values.keys()]
  const passed = await hasNone(hashes)
  const received = new Map<string, bigint>()
  const anchored: { readonly anchor: RecordAnchor; readonly transaction: Transaction }[] = []
  for (const part of chunksOf(
    hashes.filter((hash) => !passed.has(hash)),
    AT_ONCE,
  )) {
    for (const transaction of await Promise.all(part.map((hash) => getTransaction(client, { hash })))) {
      const sender = transaction.from.toLowerCase()
      received.set(sender, (received.get(sender) ?? 0n) + (values.get(transaction.hash) ?? 0n))
      const anchor = anchorIn(transaction.input)
      if (anchor !== null) anchored.push({ anchor, transaction })
    }
  }
  const times = await blockTimes(
    client,
    anchored.map(({ transaction }) => transaction.blockNumber ?? 0n),
  )
  const anchors = anchored
    .toSorted((a, b) => placeOf(a.transaction) - placeOf(b.transaction))
    .map(({ anchor, transaction: { hash, blockNumber, from } }) => ({
      ...anchor,
      transaction: hash,
      blockNumber: Number(blockNumber),
      timeMs: times.get(blockNumber ?? 0n) ?? 0,
      sender: from.toLowerCase(),
    }))
  return { anchors, received }
}

/** The transactions among these whose signed bytes are known and have no anchor. */
export function withoutAnchor(
  signed: ReadonlyMap<string, `0x${string}`>,
  dataOf: (raw: `0x${string}`) => string,
): ReadonlySet<string> {
  // The hash is that of the bytes, so bytes that somebody changed do not hide an anchor.
  return new Set(
    [...signed].flatMap(([hash, raw]) => (keccak256(raw) === hash && anchorIn(dataOf(raw)) === null ? [hash] : [])),
  )
}

async function blockTimes(client: Client, blocks: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  const times = new Map<bigint, number>()
  for (const part of chunksOf([...new Set(blocks)], AT_ONCE)) {
    const read = await Promise.all(part.map((blockNumber) => getBlock(client, { blockNumber })))
    for (const { number, timestamp } of read) times.set(number, Number(timestamp) * 1_000)
  }
  return times
}

/** Order within the chain: a block has fewer than 100,000 transactions. */
function placeOf({ blockNumber, transactionIndex }: Transaction): number {
  return Number(blockNumber ?? 0n) * 100_000 + (transactionIndex ?? 0)
}

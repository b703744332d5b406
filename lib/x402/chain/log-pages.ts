import { isRpcError } from "./rpc-error"

/** Both ends included. */
export type BlockRange = { readonly fromBlock: bigint; readonly toBlock: bigint }

/** Nodes limit the range of one `eth_getLogs`; all public nodes of Base accept 2,000 blocks. */
const BLOCKS_PER_READ = 2_000n

/** A node that refuses fewer blocks than this has another reason. */
const MIN_BLOCKS = 16n

/** Splits a range into pages, from its first block to its last. */
export function* pagesUp({ fromBlock, toBlock }: BlockRange): Generator<BlockRange> {
  for (let first = fromBlock; first <= toBlock; first += BLOCKS_PER_READ) {
    yield { fromBlock: first, toBlock: smaller(first + BLOCKS_PER_READ - 1n, toBlock) }
  }
}

/** All blocks up to the newest one in pages, the newest first. */
export function* pagesDown(newest: bigint): Generator<BlockRange> {
  for (let last = newest; last >= 0n; last -= BLOCKS_PER_READ) {
    yield { fromBlock: last < BLOCKS_PER_READ ? 0n : last - BLOCKS_PER_READ + 1n, toBlock: last }
  }
}

/**
 * Logs of a range, oldest first. Nodes report a range that is too large in different ways, so after any error of the
 * node the range is split in halves.
 */
export async function readLogs<T>(
  range: BlockRange,
  read: (range: BlockRange) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await read(range)
  } catch (error) {
    const { fromBlock, toBlock } = range
    if (!isRpcError(error) || toBlock - fromBlock < MIN_BLOCKS) throw error
    const middle = (fromBlock + toBlock) / 2n
    const older = await readLogs({ fromBlock, toBlock: middle }, read)
    return [...older, ...(await readLogs({ fromBlock: middle + 1n, toBlock }, read))]
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

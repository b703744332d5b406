import { type Client, numberToHex, pad, toEventSelector, type TransactionReceipt } from "viem"
import { getBlock, getBlockNumber } from "viem/actions"
import type { UnsignedAuthorization } from "./authorization"
import { type BlockRange, pagesDown, readLogs } from "./log-pages"
import { receiptOf } from "./transactions"
import { AUTHORIZATION_USED, authorizationKey, transfersIn } from "./usdc-contract"

/** A transfer that was executed. */
export type Transfer = { readonly transaction: `0x${string}`; readonly blockNumber: bigint }

/** @see https://github.com/circlefin/stablecoin-evm/blob/master/contracts/v2/EIP3009.sol */
const AUTHORIZATION_CANCELED = toEventSelector("AuthorizationCanceled(address,bytes32)")

/**
 * How long after its end a proof is searched for, in seconds. It can still be cancelled then, which emits the same
 * event.
 */
const LATE_S = 3_600
/** The block time of Base, in seconds. */
const BLOCK_S = 2
const MAX_GUESSES = 10

export type Search = {
  readonly transfer: Transfer | null
  /**
   * Stops the search: the transaction that used the nonce was found, so there is no other. A lagging or pruned node
   * finds none.
   */
  readonly isCertain: boolean
}

/**
 * Searches for the transaction that used an authorization and paid exactly as signed, newest blocks first, back to a
 * time. After `untilS` it searches the newest blocks only. Rejects when the node does not have the logs of the whole
 * time.
 */
export async function findTransfer(
  client: Client,
  usdc: `0x${string}`,
  transfer: UnsignedAuthorization,
  sinceS: number,
  untilS: number = transfer.validBeforeS + LATE_S,
): Promise<Search> {
  for await (const page of pagesOfLife(client, transfer, { sinceS, untilS })) {
    const [log] = await readLogs(page, (range) => spendingLogs(client, usdc, transfer, range))
    if (log === undefined) continue
    const receipt = await receiptOf(client, log.transactionHash)
    if (receipt === null) throw new Error("The node shows an event of a transaction, and not its receipt.")
    const { transactionHash: transaction, blockNumber } = receipt
    return {
      transfer: hasExactTransfer(usdc, receipt, transfer) ? { transaction, blockNumber } : null,
      isCertain: true,
    }
  }
  return { transfer: null, isCertain: false }
}

/** Ranges of blocks back to a time, newest first. After the end of the authorization only the newest range. */
async function* pagesOfLife(
  client: Client,
  { validBeforeS }: UnsignedAuthorization,
  { sinceS, untilS }: { readonly sinceS: number; readonly untilS: number },
): AsyncGenerator<BlockRange> {
  const endS = { least: validBeforeS, most: untilS }
  // viem caches the block number for seconds, so a transfer in a new block would be missed and its payer refused.
  let newest: bigint | null = await getBlockNumber(client, { cacheTime: 0 })
  while (newest !== null) {
    const pages: Iterable<BlockRange> = pagesDown(newest)
    newest = null
    for (const page of pages) {
      yield page
      if (page.fromBlock === 0n) return
      const first = { number: page.fromBlock, timeS: await timeOf(client, page.fromBlock) }
      if (first.timeS < sinceS) return
      if (first.timeS <= endS.most) continue
      newest = await blockAt(client, endS, first)
      break
    }
  }
}

/** A block between two times, or one between the last tried block and `above` when none is found after a few tries. */
async function blockAt(
  client: Client,
  timeS: { readonly least: number; readonly most: number },
  above: { readonly number: bigint; readonly timeS: number },
): Promise<bigint> {
  let high = above
  let low = 0n
  for (let asked = 0; asked < MAX_GUESSES && high.timeS > timeS.most && high.number > low + 1n; asked += 1) {
    const blocks = BigInt(Math.ceil((high.timeS - timeS.least) / BLOCK_S))
    // Bisects where blocks do not have the usual distance.
    const number = high.number - blocks > low ? high.number - blocks : (low + high.number) / 2n
    const found = { number, timeS: await timeOf(client, number) }
    if (found.timeS >= timeS.least) high = found
    else low = number
  }
  return high.number
}

async function timeOf(client: Client, blockNumber: bigint): Promise<number> {
  const { timestamp } = await getBlock(client, { blockNumber })
  return Number(timestamp)
}

/** Whether a transaction of any sender used this authorization and paid exactly as signed. */
export function hasExactTransfer(
  usdc: `0x${string}`,
  { logs }: TransactionReceipt,
  transfer: UnsignedAuthorization,
): boolean {
  return transfersIn(usdc, logs, [transfer]).has(authorizationKey(transfer))
}

/** The token emits one of two events, for a used or for a cancelled nonce, and never both. */
function spendingLogs(
  client: Client,
  usdc: `0x${string}`,
  { from, nonce }: Pick<UnsignedAuthorization, "from" | "nonce">,
  { fromBlock, toBlock }: BlockRange,
) {
  return client.request<{ Parameters: readonly unknown[]; ReturnType: readonly { transactionHash: `0x${string}` }[] }>({
    method: "eth_getLogs",
    params: [
      {
        address: usdc,
        topics: [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], pad(from), nonce],
        fromBlock: numberToHex(fromBlock),
        toBlock: numberToHex(toBlock),
      },
    ],
  })
}

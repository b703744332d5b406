import { type Client, numberToHex, pad, toEventSelector, type TransactionReceipt } from "viem"
import { getBlock, getBlockNumber } from "viem/actions"
import type { UnsignedAuthorization } from "./authorization"
import { type BlockRange, pagesDown, readLogs } from "./log-pages"
import { receiptOf } from "./receipt-of"
import { AUTHORIZATION_USED, authorizationKey, transfersIn } from "./transfer-logs"

/** A transfer that happened. */
export type Transfer = { readonly transaction: `0x${string}`; readonly blockNumber: bigint }

/** @see https://github.com/circlefin/stablecoin-evm/blob/master/contracts/v2/EIP3009.sol */
const AUTHORIZATION_CANCELED = toEventSelector("AuthorizationCanceled(address,bytes32)")

/** How long after its end a proof is still looked for: it can be cancelled then, and the token tells that in the same way. */
const LATE_S = 3_600
/** Base. */
const BLOCK_S = 2
const MAX_GUESSES = 10

export type Search = {
  readonly transfer: Transfer | null
  /** The transaction that spent the nonce was seen, so there is no other. A node that is behind or pruned shows nothing. */
  readonly isCertain: boolean
}

/**
 * Looks, newest blocks first and back to a time, for the transaction that used an authorization and paid exactly as signed.
 * Of blocks after `untilS` it looks at the newest alone. Rejects when the node cannot show all of that time.
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
    return { transfer: isPaidIn(usdc, receipt, transfer) ? { transaction, blockNumber } : null, isCertain: true }
  }
  return { transfer: null, isCertain: false }
}

/** The blocks back to a time, newest first, in parts; of those after the transfer could be made only the newest. */
async function* pagesOfLife(
  client: Client,
  { validBeforeS }: UnsignedAuthorization,
  { sinceS, untilS }: { readonly sinceS: number; readonly untilS: number },
): AsyncGenerator<BlockRange> {
  const endS = { least: validBeforeS, most: untilS }
  // viem remembers the number for seconds: a transfer of this moment would be missed, and its payer turned away.
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

/** The number of a block from between two times, or, where it is not found soon, of one between the last and `above`. */
async function blockAt(
  client: Client,
  timeS: { readonly least: number; readonly most: number },
  above: { readonly number: bigint; readonly timeS: number },
): Promise<bigint> {
  let high = above
  let low = 0n
  for (let asked = 0; asked < MAX_GUESSES && high.timeS > timeS.most && high.number > low + 1n; asked += 1) {
    const blocks = BigInt(Math.ceil((high.timeS - timeS.least) / BLOCK_S))
    // Where blocks do not come at the usual pace, by halves.
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

/** Whether a transaction, whoever sent it, used this authorization and paid exactly as signed. */
export function isPaidIn(usdc: `0x${string}`, { logs }: TransactionReceipt, transfer: UnsignedAuthorization): boolean {
  return transfersIn(usdc, logs, [transfer]).has(authorizationKey(transfer))
}

/** Where a nonce was used or cancelled: the token says either once, and never both. */
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

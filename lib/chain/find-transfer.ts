import { type Client, getAbiItem, numberToHex, pad, toEventSelector, type TransactionReceipt } from "viem"
import { getBlock, getBlockNumber, getLogs, getTransaction } from "viem/actions"
import type { SignedTransfer } from "./authorization-digest"
import { type BlockRange, pagesDown, readLogs } from "./log-pages"
import { readNewest } from "./multicall"
import { permitsIn } from "./permits-in"
import { receiptOf } from "./receipt-of"
import { AUTHORIZATION_USED, authorizationKey, settledPermits, transfersIn } from "./transfer-logs"
import { transferMethods } from "./transfer-methods"
import { usdcAbi } from "./usdc-abi"

/** A transfer that happened. */
export type Transfer = { readonly transaction: `0x${string}`; readonly blockNumber: bigint }

/** @see https://github.com/circlefin/stablecoin-evm/blob/master/contracts/v2/EIP3009.sol */
const AUTHORIZATION_CANCELED = toEventSelector("AuthorizationCanceled(address,bytes32)")

/** How long after its end a proof is still looked for: it can be cancelled then, and the token tells that in the same way. */
const LATE_S = 3_600
/** Base. */
const BLOCK_S = 2
const MOST_GUESSES = 10

export type Search = {
  readonly transfer: Transfer | null
  /**
   * The transaction that spent the proof was seen, so there is no other; or, of a permit, whose nonce no event names, all
   * that could be it were looked at. A node that is behind, or has forgotten, shows nothing.
   */
  readonly isCertain: boolean
}

/** Payments of one price by one payer, the newest ones, among which a permit is looked for: each costs two questions. */
const MOST_CANDIDATES = 64

/**
 * Looks, newest blocks first and back to a time, for the transaction that used an authorization and paid exactly as signed.
 * Of blocks after `untilS` it looks at the newest alone. Rejects when the node cannot show all of that time.
 */
export async function findTransfer(
  client: Client,
  usdc: `0x${string}`,
  transfer: SignedTransfer,
  sinceS: number,
  untilS: number = transfer.validBeforeS + LATE_S,
): Promise<Search> {
  const isNamed = transfer.method === "eip3009"
  let looks = 0
  for await (const page of pagesOfLife(client, transfer, { sinceS, untilS })) {
    for (const hash of await candidates(client, usdc, transfer, page)) {
      const receipt = await receiptOf(client, hash)
      if (receipt === null) throw new Error("The node shows an event of a transaction, and not its receipt.")
      if (await isPaidIn(client, usdc, receipt, transfer)) {
        return { transfer: { transaction: hash, blockNumber: receipt.blockNumber }, isCertain: true }
      }
      looks += 1
      if (isNamed || looks === MOST_CANDIDATES) return { transfer: null, isCertain: isNamed }
    }
  }
  return { transfer: null, isCertain: !isNamed }
}

/** The blocks back to a time, newest first, in parts; of those after the transfer could be made only the newest. */
async function* pagesOfLife(
  client: Client,
  { validBeforeS }: SignedTransfer,
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
  for (let asked = 0; asked < MOST_GUESSES && high.timeS > timeS.most && high.number > low + 1n; asked += 1) {
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

/** Whether a transaction, of whomever, used this authorization and paid exactly as signed. */
export async function isPaidIn(
  client: Client,
  usdc: `0x${string}`,
  receipt: TransactionReceipt,
  transfer: SignedTransfer,
): Promise<boolean> {
  if (transfer.method === "eip3009") return transfersIn(usdc, receipt.logs, [transfer]).has(authorizationKey(transfer))
  const settled = settledPermits(usdc, receipt.logs, transfer)
  if (settled === 0) return false
  // No event of Permit2 names a nonce: the transaction itself has to.
  const { input } = await getTransaction(client, { hash: receipt.transactionHash })
  const { all, isThere } = permitsIn(input, usdc, transfer)
  // Fewer payments than permits: nobody can tell which was paid. And who names a permit may have settled another one.
  return isThere && settled >= all && (await isSpent(client, usdc, transfer))
}

async function isSpent(client: Client, usdc: `0x${string}`, transfer: SignedTransfer): Promise<boolean> {
  const { state, isUsed } = transferMethods[transfer.method]
  const [answer] = await readNewest(client, [state(usdc, transfer)])
  return answer?.success === true && isUsed(BigInt(answer.returnData), transfer)
}

/** Newest first. */
async function candidates(
  client: Client,
  usdc: `0x${string}`,
  { method, from, to, value, nonce }: SignedTransfer,
  page: BlockRange,
): Promise<readonly `0x${string}`[]> {
  if (method === "eip3009") {
    const logs = await readLogs(page, (range) => spendingLogs(client, usdc, { from, nonce }, range))
    return logs.map(({ transactionHash }) => transactionHash)
  }
  const event = getAbiItem({ abi: usdcAbi, name: "Transfer" })
  const logs = await readLogs(page, (range) =>
    getLogs(client, { address: usdc, event, args: { from, to }, ...range, strict: true }),
  )
  const hashes = logs.filter(({ args }) => args.value === value).map(({ transactionHash }) => transactionHash)
  return [...new Set(hashes)].toReversed()
}

/** Where a nonce was used or cancelled: the token says either once, and never both. */
function spendingLogs(
  client: Client,
  usdc: `0x${string}`,
  { from, nonce }: Pick<SignedTransfer, "from" | "nonce">,
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

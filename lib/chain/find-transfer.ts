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
 * Rejects when the node cannot show all of that time.
 */
export async function findTransfer(
  client: Client,
  usdc: `0x${string}`,
  transfer: SignedTransfer,
  sinceS: number,
): Promise<Search> {
  const isNamed = transfer.method === "eip3009"
  let looks = 0
  // viem remembers the number for seconds: a transfer of this moment would be missed, and its payer turned away.
  for (const page of pagesDown(await getBlockNumber(client, { cacheTime: 0 }))) {
    for (const hash of await candidates(client, usdc, transfer, page)) {
      const receipt = await receiptOf(client, hash)
      if (receipt === null) throw new Error("The node shows an event of a transaction, and not its receipt.")
      if (await isPaidIn(client, usdc, receipt, transfer)) {
        return { transfer: { transaction: hash, blockNumber: receipt.blockNumber }, isCertain: true }
      }
      looks += 1
      if (isNamed || looks === MOST_CANDIDATES) return { transfer: null, isCertain: isNamed }
    }
    if (page.fromBlock === 0n || (await timeOf(client, page.fromBlock)) < sinceS) break
  }
  return { transfer: null, isCertain: !isNamed }
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

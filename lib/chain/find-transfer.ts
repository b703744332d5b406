import { type Client, getAbiItem, type TransactionReceipt } from "viem"
import { getBlockNumber, getLogs, getTransaction } from "viem/actions"
import type { SignedTransfer } from "./authorization-digest"
import { readNewest } from "./multicall"
import { permitsIn } from "./permits-in"
import { receiptOf } from "./receipt-of"
import { authorizationKey, settledPermits, transfersIn } from "./transfer-logs"
import { transferMethods } from "./transfer-methods"
import { usdcAbi } from "./usdc-abi"

/** A transfer that happened. */
export type Transfer = { readonly transaction: `0x${string}`; readonly blockNumber: bigint }

/** How far back a foreign transaction is searched: more than the longest validity that we ask for, at 2 s a block. */
const SEARCH_BLOCKS = 5_000n

/** Payments of one price by one payer, the newest ones, among which a permit is looked for: each costs two questions. */
const MOST_CANDIDATES = 16

/** The transaction that used this authorization and paid exactly as signed; `null` when none is found. */
export async function findTransfer(
  client: Client,
  usdc: `0x${string}`,
  transfer: SignedTransfer,
): Promise<Transfer | null> {
  for (const hash of await candidates(client, usdc, transfer)) {
    const receipt = await receiptOf(client, hash)
    if (receipt !== null && (await isPaidIn(client, usdc, receipt, transfer))) {
      return { transaction: hash, blockNumber: receipt.blockNumber }
    }
  }
  return null
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
): Promise<readonly `0x${string}`[]> {
  // viem remembers the number for seconds: a transfer of this moment would be missed, and its payer turned away.
  const newest = await getBlockNumber(client, { cacheTime: 0 })
  const range = { fromBlock: newest > SEARCH_BLOCKS ? newest - SEARCH_BLOCKS : 0n, toBlock: newest }
  if (method === "eip3009") {
    const event = getAbiItem({ abi: usdcAbi, name: "AuthorizationUsed" })
    const logs = await getLogs(client, { address: usdc, event, args: { authorizer: from, nonce }, ...range })
    return logs.slice(-1).map(({ transactionHash }) => transactionHash)
  }
  const event = getAbiItem({ abi: usdcAbi, name: "Transfer" })
  const logs = await getLogs(client, { address: usdc, event, args: { from, to }, ...range, strict: true })
  const hashes = logs.filter(({ args }) => args.value === value).map(({ transactionHash }) => transactionHash)
  return [...new Set(hashes)].toReversed().slice(0, MOST_CANDIDATES)
}

import { BaseError, type Client, getAbiItem } from "viem"
import { getBlockNumber, getChainId, getCode, getLogs } from "viem/actions"
import { pagesDown, readLogs } from "@/lib/x402/chain/log-pages"
import { BLOCK_NUMBER, limitedMulticallOn, readState, MULTICALL3 } from "@/lib/x402/chain/multicall"
import { failureReason } from "./failure-reason"
import { isRpcError } from "@/lib/x402/chain/rpc-error"
import { usdcAbi } from "@/lib/x402/chain/usdc-contract"

export type NodeFinding = {
  readonly what: string
  /** False where payments would fail. */
  readonly isFit: boolean
  readonly says: string
}

/** Blocks that a contract call may lag behind the block that the node calls its newest. */
const MAX_BLOCKS_BEHIND = 2n

/** Blocks in which a used nonce is searched: a little more than three hours of Base. */
const HISTORY_BLOCKS = 6_000n

/**
 * Checks that a node supports every method that payments use, with the parameters that they use. Many nodes differ only
 * in logs and old blocks. Never rejects.
 */
export async function checkNode(
  client: Client,
  { chainId, usdc }: { readonly chainId: number; readonly usdc: `0x${string}` },
): Promise<readonly NodeFinding[]> {
  const answers = [
    check("chain", () => chain(client, chainId)),
    check("newest block", () => newestBlock(client, chainId)),
    check("logs of the token", () => logs(client, usdc)),
    check("receipt with the broadcast", () => receiptWithBroadcast(client)),
  ]
  return Promise.all(answers)
}

type Finding = Omit<NodeFinding, "what">

async function check(what: string, ask: () => Promise<Finding>): Promise<NodeFinding> {
  try {
    return { what, ...(await ask()) }
  } catch (error) {
    return { what, isFit: false, says: failureReason(error) }
  }
}

async function chain(client: Client, wanted: number): Promise<Finding> {
  const chainId = await getChainId(client)
  return { isFit: chainId === wanted, says: chainId === wanted ? `${wanted}` : `${chainId}, and not ${wanted}` }
}

async function newestBlock(client: Client, chainId: number): Promise<Finding> {
  const newest = await getBlockNumber(client, { cacheTime: 0 })
  if ((await getCode(client, { address: MULTICALL3 })) === undefined) {
    return { isFit: false, says: "Multicall3 is not on this chain" }
  }
  if ((await getCode(client, { address: limitedMulticallOn(chainId) })) === undefined) {
    return { isFit: false, says: "the multicall with gas limits is not on this chain" }
  }
  const [answer] = await readState(client, [BLOCK_NUMBER])
  if (answer?.success !== true) return { isFit: false, says: "a call fails that cannot fail" }
  const behind = newest - BigInt(answer.returnData)
  return { isFit: behind <= MAX_BLOCKS_BEHIND, says: `calls see ${behind > 0n ? `${behind} blocks less` : "it"}` }
}

async function logs(client: Client, address: `0x${string}`): Promise<Finding> {
  const newest = await getBlockNumber(client, { cacheTime: 0 })
  const event = getAbiItem({ abi: usdcAbi, name: "AuthorizationUsed" })
  // The zero address has no logs, so the answer is short for any range.
  const args = { authorizer: "0x0000000000000000000000000000000000000001" } as const
  let questions = 0
  let pages = 0
  for (const page of pagesDown(newest)) {
    pages += 1
    await readLogs(page, (range) => {
      questions += 1
      return getLogs(client, { address, event, args, ...range })
    })
    if (newest - page.fromBlock >= HISTORY_BLOCKS) break
  }
  return { isFit: true, says: `${pages} × 2,000 blocks in ${questions} questions` }
}

async function receiptWithBroadcast(client: Client): Promise<Finding> {
  const [plain, sync] = await Promise.all([
    refusalOf(client, "eth_sendRawTransaction"),
    refusalOf(client, "eth_sendRawTransactionSync"),
  ])
  return { isFit: true, says: sync === plain ? "known" : `not known here, so receipts are polled for: ${sync}` }
}

/** The answer of a node that knows the method to bytes that do not form a transaction. */
async function refusalOf(client: Client, method: string): Promise<string> {
  try {
    await client.request<{ Parameters: readonly unknown[]; ReturnType: unknown }>({ method, params: ["0x00"] })
  } catch (error) {
    if (error instanceof BaseError && isRpcError(error)) return error.details
    throw error
  }
  throw new Error("The node accepts bytes that do not form a transaction.")
}

import { type Client, formatTransactionReceipt, type RpcTransactionReceipt, type TransactionReceipt } from "viem"
import { getFeeHistory, getTransactionReceipt } from "viem/actions"
import { z } from "zod"
import { isRateLimit, isRpcError } from "./rpc-error"

/** Submits a signed transaction. Returns its receipt when the node waits for it, else `null`. */
export type Broadcast = (raw: `0x${string}`) => Promise<TransactionReceipt | null>

/**
 * Prefers the call that returns the receipt (EIP-7966). On nodes that do not know it the plain call is used from then
 * on.
 *
 * Proxies in front of nodes report an unknown method in different ways. So until the call has worked once, every error
 * is checked by the plain call: it has the same bytes, and reports errors of the transaction as well.
 */
export function createBroadcast(client: Client): Broadcast {
  let sync: "untried" | "known" | "unknown" = "untried"
  const request = client.request as (args: { method: string; params: readonly unknown[] }) => Promise<unknown>
  return async (raw) => {
    if (sync !== "unknown") {
      try {
        const answer = await request({ method: "eth_sendRawTransactionSync", params: [raw] })
        sync = "known"
        return isRpcReceipt(answer) ? formatTransactionReceipt(answer) : null
      } catch (error) {
        const mayBeUnknown = isUnknownMethod(error) || (sync === "untried" && isRpcError(error) && !isRateLimit(error))
        if (!mayBeUnknown) throw error
      }
    }
    await request({ method: "eth_sendRawTransaction", params: [raw] })
    sync = "unknown"
    return null
  }
}

function isRpcReceipt(answer: unknown): answer is RpcTransactionReceipt {
  return typeof answer === "object" && answer !== null && "transactionHash" in answer && "logs" in answer
}

/** Nodes report an unknown method or an unknown second parameter in different ways. */
function isUnknownMethod(error: unknown): boolean {
  return (
    error instanceof Error && /^(?:MethodNot(?:Found|Supported)|Invalid(?:Params|Request))RpcError$/.test(error.name)
  )
}

/** The receipt of a transaction; `null` while no block has it. */
export async function receiptOf(client: Client, hash: `0x${string}`): Promise<TransactionReceipt | null> {
  try {
    return await getTransactionReceipt(client, { hash })
  } catch (error) {
    if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return null
    throw error
  }
}

/** Base adds the fee for its data on Ethereum, which viem leaves as the node wrote it. */
const DataFee = z.object({
  l1Fee: z
    .string()
    .regex(/^0x[\da-f]+$/i)
    .transform(BigInt),
})

/** The cost of a transaction for its sender, in wei; `null`: the node does not report it. */
export function feeWeiOf(receipt: TransactionReceipt): bigint | null {
  // Nodes may leave the price out, although the type has it.
  const price: unknown = receipt.effectiveGasPrice
  if (typeof price !== "bigint") return null
  const dataFee = DataFee.safeParse(receipt)
  return receipt.gasUsed * price + (dataFee.success ? dataFee.data.l1Fee : 0n)
}

/**
 * Base fee of the next block, in wei per gas. `eth_gasPrice` would add a tip of the node's choice, which is a multiple of
 * Base's fee on some nodes; the tip of our transactions is fixed.
 */
export async function nextBaseFee(client: Client): Promise<bigint> {
  const { baseFeePerGas } = await getFeeHistory(client, { blockCount: 1, rewardPercentiles: [] })
  const next = baseFeePerGas.at(-1)
  if (next === undefined) throw new Error("The node returned no base fee (eth_feeHistory).")
  return next
}

import { type Client, formatTransactionReceipt, type RpcTransactionReceipt, type TransactionReceipt } from "viem"
import { isRpcError, isRateLimit } from "./rpc-error"

/** Hands over a signed transaction; answers its receipt when the node waits for it, else `null`. */
export type Broadcast = (raw: `0x${string}`) => Promise<TransactionReceipt | null>

/**
 * Prefers the call that answers with the receipt (EIP-7966), and falls back for good on nodes that do not know it.
 *
 * Proxies in front of nodes say so in words of their own. So as long as that call has not worked, whatever is wrong with it
 * is asked of the plain one: the bytes are the same, and what is wrong with those it says as well.
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

/** Nodes differ in how they say no to a method or to its second parameter. */
function isUnknownMethod(error: unknown): boolean {
  return (
    error instanceof Error && /^(?:MethodNot(?:Found|Supported)|Invalid(?:Params|Request))RpcError$/.test(error.name)
  )
}

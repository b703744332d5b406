import { type Client, formatTransactionReceipt, type RpcTransactionReceipt, type TransactionReceipt } from "viem"
import { isRpcError, isRateLimit } from "./rpc-error"

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

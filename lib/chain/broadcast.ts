import { type Client, formatTransactionReceipt, type RpcTransactionReceipt, type TransactionReceipt } from "viem"

/** Hands over a signed transaction; answers its receipt when the node waits for it, else `null`. */
export type Broadcast = (raw: `0x${string}`) => Promise<TransactionReceipt | null>

/** Prefers the call that answers with the receipt (EIP-7966); falls back for good on nodes that do not know it. */
export function createBroadcast(client: Client): Broadcast {
  let sync = true
  const request = client.request as (args: { method: string; params: readonly unknown[] }) => Promise<unknown>
  return async (raw) => {
    if (sync) {
      try {
        const answer = await request({ method: "eth_sendRawTransactionSync", params: [raw] })
        return isRpcReceipt(answer) ? formatTransactionReceipt(answer) : null
      } catch (error) {
        if (!isUnknownMethod(error)) throw error
        sync = false
      }
    }
    await request({ method: "eth_sendRawTransaction", params: [raw] })
    return null
  }
}

function isRpcReceipt(answer: unknown): answer is RpcTransactionReceipt {
  return typeof answer === "object" && answer !== null && "transactionHash" in answer && "logs" in answer
}

/** Nodes differ in how they say no to a method or to its second parameter. The plain call settles the question. */
export function isUnknownMethod(error: unknown): boolean {
  return (
    error instanceof Error && /^(?:MethodNot(?:Found|Supported)|Invalid(?:Params|Request))RpcError$/.test(error.name)
  )
}

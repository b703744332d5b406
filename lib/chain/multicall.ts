import { type Client, encodeFunctionData, numberToHex } from "viem"
import { aggregate, type Call, type CallResult, decodeResults } from "./aggregate"
import { isRpcError, isRateLimit } from "./rpc-error"
import { multicall3Abi, MULTICALL3 } from "./usdc-abi"

export type ReadOptions = {
  /** Gas limit of all calls together; absent: the limit of the node. */
  readonly gas?: number
  readonly attempts?: number
  /** Absent: the newest block. */
  readonly block?: "latest" | "pending"
}

const ATTEMPTS = 5

/** The call that returns the block number that the other calls see. */
export const BLOCK_NUMBER: Call = [
  MULTICALL3,
  encodeFunctionData({ abi: multicall3Abi, functionName: "getBlockNumber" }),
]

/**
 * Results of calls on the newest or the pending state in one round trip. Each call sees the changes of those before it.
 * Rejects on faults of the node, and when the gas does not suffice for all. A node that does not answer, or that limits
 * the rate, is called once.
 */
export async function readState(
  client: Client,
  calls: readonly Call[],
  { gas, attempts = ATTEMPTS, block = "latest" }: ReadOptions = {},
): Promise<readonly CallResult[]> {
  const call = { to: MULTICALL3, data: aggregate(calls), ...(gas === undefined ? {} : { gas: numberToHex(gas) }) }
  // A node that mines between choosing its newest block and reading it returns an error, so the call is repeated.
  for (let attempt = 1; ; attempt++) {
    try {
      const data = await client.request<{ Parameters: readonly unknown[]; ReturnType: `0x${string}` }>({
        method: "eth_call",
        params: [call, block],
      })
      return decodeResults(data)
    } catch (error) {
      if (attempt === attempts || !isRpcError(error) || isRateLimit(error)) throw error
    }
  }
}

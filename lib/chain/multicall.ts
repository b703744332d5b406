import { type Client, encodeFunctionData, numberToHex } from "viem"
import { aggregate, type Call, type CallResult, resultsIn } from "./aggregate"
import { isRpcError, isRateLimit } from "./rpc-error"
import { multicall3Abi, MULTICALL3 } from "./usdc-abi"

export type ReadOptions = {
  /** For all calls; absent: as much as the node gives. */
  readonly gas?: number
  readonly attempts?: number
  /** Absent: the newest block. */
  readonly block?: "latest" | "pending"
}

const ATTEMPTS = 5

/** Asks which block the calls beside it see. */
export const BLOCK_NUMBER: Call = [
  MULTICALL3,
  encodeFunctionData({ abi: multicall3Abi, functionName: "getBlockNumber" }),
]

/**
 * What calls come to on the newest or the pending state, one after another, in one round trip: each sees what those before it changed.
 * Rejects on faults of the node, and when there is not gas enough for all; a node that does not answer, or has
 * heard enough of us, is asked once.
 */
export async function readState(
  client: Client,
  calls: readonly Call[],
  { gas, attempts = ATTEMPTS, block = "latest" }: ReadOptions = {},
): Promise<readonly CallResult[]> {
  const call = { to: MULTICALL3, data: aggregate(calls), ...(gas === undefined ? {} : { gas: numberToHex(gas) }) }
  // A node that mines between finding its newest block and reading it refuses the read, so it is asked again.
  for (let attempt = 1; ; attempt++) {
    try {
      const data = await client.request<{ Parameters: readonly unknown[]; ReturnType: `0x${string}` }>({
        method: "eth_call",
        params: [call, block],
      })
      return resultsIn(data)
    } catch (error) {
      if (attempt === attempts || !isRpcError(error) || isRateLimit(error)) throw error
    }
  }
}

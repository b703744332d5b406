import type { Client } from "viem"
import { getFeeHistory } from "viem/actions"

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

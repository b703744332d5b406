import type { Client } from "viem"
import { getBlock } from "viem/actions"

/**
 * The time of the newest block, in seconds. An authorization lives by this clock, which stands still while the chain
 * does.
 */
export async function headTimeS(client: Client): Promise<number> {
  const { timestamp } = await getBlock(client, { blockTag: "latest" })
  return Number(timestamp)
}

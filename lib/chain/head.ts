import type { Client } from "viem"
import { getBlock } from "viem/actions"

/** The newest block. An authorization lives by its time, which stands still while the chain does. */
export type Head = { readonly blockNumber: bigint; readonly timeS: number }

export async function headOf(client: Client): Promise<Head> {
  const { number, timestamp } = await getBlock(client, { blockTag: "latest" })
  return { blockNumber: number, timeS: Number(timestamp) }
}

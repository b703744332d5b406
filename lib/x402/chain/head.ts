import type { Client } from "viem"
import { getBlock } from "viem/actions"

/** The newest block. Authorizations expire by its time, which does not advance while the chain stands still. */
export type Head = { readonly blockNumber: bigint; readonly timeS: number }

export async function headOf(client: Client): Promise<Head> {
  const { number, timestamp } = await getBlock(client, { blockTag: "latest" })
  return { blockNumber: number, timeS: Number(timestamp) }
}

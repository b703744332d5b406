import type { Client } from "viem"
import { getCode } from "viem/actions"
import { EXACT_PERMIT2_PROXY, PERMIT2 } from "./permit2"

/**
 * Of the two contracts that move money by permits, those that have no code on this chain. That they are what their
 * addresses promise is not checked.
 */
export async function permit2Missing(client: Client): Promise<readonly `0x${string}`[]> {
  const addresses = [PERMIT2, EXACT_PERMIT2_PROXY] as const
  const codes = await Promise.all(addresses.map((address) => getCode(client, { address })))
  return addresses.filter((_, index) => codes[index] === undefined)
}

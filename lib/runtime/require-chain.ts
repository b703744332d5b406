import type { Client } from "viem"
import { getChainId } from "viem/actions"
import { type Config, InvalidConfigError } from "@/lib/config/env"

type Log = (event: string, facts: Readonly<Record<string, unknown>>) => void

/**
 * The node must be one of the chain that is configured: on another, every payment is refused or waits in vain, and nothing
 * else says why. The service starts also when the node cannot be reached.
 *
 * @throws {InvalidConfigError}
 */
export async function requireChain({ mode, chain }: Pick<Config, "mode" | "chain">, client: Client, log: Log) {
  let chainId: number
  try {
    chainId = await getChainId(client)
  } catch {
    return log("chain_not_checked", { network: chain.network })
  }
  if (chainId === chain.chainId) return
  const ours = mode === "live" ? `NETWORK=${chain.networkV1}` : "the sandbox's"
  throw new InvalidConfigError([`RPC_URL: is a node of chain ${chainId}, ${ours} is ${chain.chainId}`])
}

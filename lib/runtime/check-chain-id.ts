import type { Client } from "viem"
import { getChainId } from "viem/actions"
import { type Config, InvalidConfigError } from "@/lib/config/env"

type Log = (event: string, facts: Readonly<Record<string, unknown>>) => void

/**
 * Stops the start when the node belongs to another chain than the configured one, because every payment would fail there
 * without a clear reason. An unreachable node does not stop the start.
 *
 * @throws {InvalidConfigError}
 */
export async function checkChainId({ mode, chain }: Pick<Config, "mode" | "chain">, client: Client, log: Log) {
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

import type { Client } from "viem"
import { permit2Missing } from "@/lib/chain/permit2-missing"
import { type Config, InvalidConfigError } from "@/lib/config/env"

type Log = (event: string, facts: Readonly<Record<string, unknown>>) => void

/**
 * Where payments by Permit2 are taken, its contracts must be there. A node that cannot be asked keeps nobody from starting:
 * as long as it is down, no payment is taken at all.
 *
 * @throws {InvalidConfigError}
 */
export async function requirePermit2({ permit2, chain }: Pick<Config, "permit2" | "chain">, client: Client, log: Log) {
  if (!permit2) return
  let missing: readonly string[] = []
  try {
    missing = await permit2Missing(client)
  } catch {
    log("permit2_not_checked", { network: chain.network })
  }
  if (missing.length === 0) return
  throw new InvalidConfigError([`PERMIT2: ${missing.join(" and ")} has no code on ${chain.network}. Turn it off`])
}

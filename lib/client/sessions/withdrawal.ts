import { createPublicClient, encodeFunctionData, type Hex, http, parseAbi } from "viem"
import { z } from "zod"
import { ChannelConfig } from "@/lib/client/purchase/wire"
import { parseJson } from "@/lib/domain/parse-json"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { channelIdOf } from "./channel"

/* The payer's own way out: the wallet withdraws from a channel without the service and without the session's key. */

const abi = parseAbi([
  "struct ChannelConfig { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }",
  "function initiateWithdraw(ChannelConfig config, uint128 amount)",
  "function finalizeWithdraw(ChannelConfig config)",
  "function channels(bytes32 channelId) view returns (uint128 balance, uint128 totalClaimed)",
  "function pendingWithdrawals(bytes32 channelId) view returns (uint128 amount, uint40 initiatedAt)",
])

export type ChannelOnChain = {
  readonly id: Hex
  readonly config: ChannelConfig
  /**
   * The amount that is neither withdrawn nor claimed, in atomic USDC. It includes vouchers that are not claimed yet.
   */
  readonly unclaimed: bigint
  /** A withdrawal that was started; `null` without one. */
  readonly withdrawal: { readonly amount: bigint; readonly payableAtMs: number } | null
}

/** Reads a channel from the chain. */
export async function readChannel(config: ChannelConfig, chain: ChainAccess): Promise<ChannelOnChain> {
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const id = channelIdOf(config, chain.chainId)
  const call = { address: BATCH_SETTLEMENT, abi, args: [id] } as const
  const [[balance, claimed], [amount, initiatedAt]] = await Promise.all([
    client.readContract({ ...call, functionName: "channels" }),
    client.readContract({ ...call, functionName: "pendingWithdrawals" }),
  ])
  const payableAtMs = (initiatedAt + config.withdrawDelay) * 1000
  return { id, config, unclaimed: balance - claimed, withdrawal: initiatedAt === 0 ? null : { amount, payableAtMs } }
}

export type ChainAccess = {
  /** Absolute JSON-RPC URL. */
  readonly rpcUrl: string
  readonly chainId: number
}

/** The wallet's transaction that starts a withdrawal of everything unclaimed, or ends a started one. */
export function withdrawalCall({ config, unclaimed, withdrawal }: ChannelOnChain): {
  readonly to: Hex
  readonly data: Hex
} {
  const data =
    withdrawal === null
      ? encodeFunctionData({ abi, functionName: "initiateWithdraw", args: [config, unclaimed] })
      : encodeFunctionData({ abi, functionName: "finalizeWithdraw", args: [config] })
  return { to: BATCH_SETTLEMENT, data }
}

const Kept = z.union([ChannelConfig, z.object({ channel: ChannelConfig }).transform(({ channel }) => channel)])

/** Parses a channel that the reader kept; `null` for another text. */
export function parseKeptChannel(text: string): ChannelConfig | null {
  return Kept.safeParse(parseJson(text)).data ?? null
}

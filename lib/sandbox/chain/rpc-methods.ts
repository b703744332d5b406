import { z } from "zod"

const MAX_FEE_HISTORY_BLOCKS = 1_024n

const anyParams = z.array(z.unknown()).max(4).default([])

const feeHistoryParams = anyParams.refine(
  ([count]) => (toBlockNumber(count) ?? MAX_FEE_HISTORY_BLOCKS + 1n) <= MAX_FEE_HISTORY_BLOCKS,
  `eth_feeHistory covers at most ${MAX_FEE_HISTORY_BLOCKS} blocks here.`,
)

/**
 * The methods that a wallet needs: reads, and sending a signed transaction. All other methods are refused, above all
 * anvil's own, which can create money.
 */
const PARAMS_OF: Readonly<Record<string, z.ZodType<unknown[]>>> = {
  eth_blockNumber: anyParams,
  eth_call: anyParams,
  eth_chainId: anyParams,
  eth_estimateGas: anyParams,
  eth_feeHistory: feeHistoryParams,
  eth_gasPrice: anyParams,
  eth_getBalance: anyParams,
  eth_getBlockByHash: anyParams,
  eth_getBlockByNumber: anyParams,
  eth_getCode: anyParams,
  eth_getLogs: anyParams,
  eth_getTransactionByHash: anyParams,
  eth_getTransactionCount: anyParams,
  eth_getTransactionReceipt: anyParams,
  eth_maxPriorityFeePerGas: anyParams,
  eth_sendRawTransaction: anyParams,
  net_version: anyParams,
  web3_clientVersion: anyParams,
}

/** The parameter schema of an allowed method, or `undefined` where the pass-through refuses. */
export function paramsSchemaOf(method: string): z.ZodType<unknown[]> | undefined {
  return Object.hasOwn(PARAMS_OF, method) ? PARAMS_OF[method] : undefined
}

/** A block number from a JSON-RPC quantity or a number; `null` for a tag, an absent value or anything else. */
export function toBlockNumber(value: unknown): bigint | null {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === "string" && /^0x[0-9a-f]{1,16}$/i.test(value) ? BigInt(value) : null
}

import { parseTransaction } from "viem"
import { aggregate, type Call, MULTICALL3 } from "@/lib/chain/multicall"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { keccak256 } from "@/lib/chain/crypto"
import type { SettlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { ChannelOperation } from "@/lib/ledger/channels/channel"
import type { SettlementTransaction } from "@/lib/ledger/ledger"
import { type Fees, fairFees, feesWithin, raisedFees } from "@/lib/payments/settlement/settlement-fees"

/** Gas of a transaction without its operations, but with its data. */
const GAS_BASE = 100_000n
/** A node takes no larger transaction (EIP-7825). */
const MAX_GAS = 16_000_000n
const MAX_OPERATIONS = 20

export type ChannelSignerOptions = {
  readonly account: SettlementAccount
  readonly chain: Pick<UsdcChain, "nextNonce" | "gasPrice">
  readonly chainId: number
  /** Wei per gas above which nothing is signed. */
  readonly maxFeePerGas: bigint
}

/** Signs transactions of channel operations. Rejects on RPC faults and when gas is too expensive. */
export function createChannelSigner({ account, chain, chainId, maxFeePerGas }: ChannelSignerOptions) {
  async function signWith(
    operations: readonly ChannelOperation[],
    nonce: number,
    fees: Fees,
  ): Promise<SettlementTransaction> {
    const calls = operations.map(({ call }): Call => [BATCH_SETTLEMENT, call])
    const [only] = calls
    const [to, data] = only && calls.length === 1 ? only : ([MULTICALL3, aggregate(calls)] as const)
    const gas = gasOf(operations)
    const raw = await account.signTransaction({ type: "eip1559", chainId, nonce, gas, to, data, ...fees })
    return { hash: keccak256(raw), signer: account.address, nonce, raw, maxFeePerGas: fees.maxFeePerGas }
  }

  return {
    /** Signs with the next nonce of the account. The account has no pending transaction. */
    async sign(operations: readonly ChannelOperation[]): Promise<SettlementTransaction> {
      const gasPrice = await chain.gasPrice()
      const fees = feesWithin(maxFeePerGas, gasPrice)
      if (fees === null) throw new Error(`Gas costs ${gasPrice} wei, above the ceiling.`)
      return signWith(operations, await chain.nextNonce(account.address), fees)
    },

    /** The same operations with the same nonce, for higher fees. */
    async replace(
      stuck: SettlementTransaction,
      operations: readonly ChannelOperation[],
    ): Promise<SettlementTransaction> {
      const { maxFeePerGas: fee = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(stuck.raw)
      const own = { maxFeePerGas: fee, maxPriorityFeePerGas }
      const fees = raisedFees(own, fairFees(await chain.gasPrice()), maxFeePerGas)
      if (fees === null) throw new Error(`Gas costs more than ${maxFeePerGas} wei, the ceiling.`)
      return signWith(operations, stuck.nonce, fees)
    },
  }
}

function gasOf(operations: readonly ChannelOperation[]): bigint {
  return operations.reduce((sum, { gas }) => sum + gas, GAS_BASE)
}

/**
 * The operations of the next transaction, in their order. An isolated operation has its own transaction. A channel is
 * in a transaction once, so that its events show the outcome of each operation.
 */
export function nextOperations(queued: readonly ChannelOperation[]): readonly ChannelOperation[] {
  const [first] = queued
  if (first === undefined) return []
  if (first.isIsolated) return [first]
  const chosen: ChannelOperation[] = []
  const channels = new Set<string>()
  for (const operation of queued) {
    const isFull = chosen.length === MAX_OPERATIONS || gasOf([...chosen, operation]) > MAX_GAS
    if (isFull) break
    if (operation.isIsolated || operation.channelIds.some((id) => channels.has(id))) continue
    chosen.push(operation)
    for (const id of operation.channelIds) channels.add(id)
  }
  return chosen
}

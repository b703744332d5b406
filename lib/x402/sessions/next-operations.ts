import { size } from "viem"
import { gasAround } from "@/lib/x402/chain/multicall"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"

/** A node takes no larger transaction (EIP-7825). */
export const MAX_GAS = 16_000_000n
/** Gas of a transaction without its operations, but with its data. */
export const GAS_BASE = 100_000n
const MAX_OPERATIONS = 20
/** Words of an operation in a transaction with others, beside its call. */
const BYTES_PER_OPERATION = 160

export type Queue = {
  /** Operations without one of their own transaction, oldest first. */
  readonly queued: readonly ChannelOperation[]
  /** The payer of a deposit. */
  readonly payerOf: (operation: ChannelOperation) => `0x${string}` | null
  readonly isProven: (payer: string) => boolean
  /** Where the money of a payer came from. */
  readonly sourceOf: (payer: `0x${string}`) => string
  /** Refused payments have used more than their share of the gas. */
  readonly isOverBudget: boolean
}

/**
 * The operations of the next transaction, in their order. A channel is in a transaction once, so that its events show the outcome
 * of each operation. So is the payer of deposits, because a second one may not be covered by the balance. While over budget,
 * unproven payers whose money came from one address count as one.
 */
export function nextOperations({
  queued,
  payerOf,
  isProven,
  sourceOf,
  isOverBudget,
}: Queue): readonly ChannelOperation[] {
  const chosen: ChannelOperation[] = []
  const taken = new Set<string>()
  for (const operation of queued) {
    const isFull = chosen.length === MAX_OPERATIONS || gasOf([...chosen, operation]) > MAX_GAS
    if (isFull) break
    const payer = payerOf(operation)
    const owner = payer !== null && isOverBudget && !isProven(payer) ? sourceOf(payer) : payer
    const keys = owner === null ? operation.channelIds : [...operation.channelIds, owner]
    if (keys.some((key) => taken.has(key))) continue
    chosen.push(operation)
    for (const key of keys) taken.add(key)
  }
  return chosen
}

/** Whether two operations may not be in one transaction. */
export function isSameOwner(one: ChannelOperation, other: ChannelOperation, payerOf: Queue["payerOf"]): boolean {
  const payer = payerOf(one)
  if (payer !== null && payer === payerOf(other)) return true
  return one.channelIds.some((id) => other.channelIds.includes(id))
}

/** The gas limit of one transaction: every operation can use its own limit, whatever the others use. */
export function gasOf(operations: readonly Pick<ChannelOperation, "gas" | "call">[]): bigint {
  return operations.reduce((sum, { gas, call }) => sum + gasAround(gas, size(call) + BYTES_PER_OPERATION), GAS_BASE)
}

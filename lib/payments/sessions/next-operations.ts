import type { ChannelOperation } from "@/lib/ledger/channels/channel"

/** A node takes no larger transaction (EIP-7825). */
const MAX_GAS = 16_000_000n
/** Gas of a transaction without its operations, but with its data. */
export const GAS_BASE = 100_000n
const MAX_OPERATIONS = 20
/**
 * Deposits in one transaction of payers without a settled payment. An account can get code (EIP-7702) in the block of the
 * transaction and burn the gas of all of them.
 */
const MAX_UNPROVEN = 10
const MAX_UNPROVEN_AFTER_BURN = 2

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
  /** A shared transaction has used up its gas lately. */
  readonly wasBurned: boolean
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
  wasBurned,
}: Queue): readonly ChannelOperation[] {
  const chosen: ChannelOperation[] = []
  const taken = new Set<string>()
  let unprovenRoom = wasBurned ? MAX_UNPROVEN_AFTER_BURN : MAX_UNPROVEN
  for (const operation of queued) {
    const isFull = chosen.length === MAX_OPERATIONS || gasOf([...chosen, operation]) > MAX_GAS
    if (isFull) break
    const payer = payerOf(operation)
    const isUnproven = payer !== null && !isProven(payer)
    const owner = isUnproven && isOverBudget ? sourceOf(payer) : payer
    const keys = owner === null ? operation.channelIds : [...operation.channelIds, owner]
    if (keys.some((key) => taken.has(key))) continue
    if (isUnproven && unprovenRoom === 0) continue
    if (isUnproven) unprovenRoom -= 1
    chosen.push(operation)
    for (const key of keys) taken.add(key)
  }
  return chosen
}

/** The gas limit of one transaction. `perDeposit`: the measured gas of a deposit. */
export function gasOf(operations: readonly ChannelOperation[], perDeposit: bigint | null = null): bigint {
  return operations.reduce((sum, { kind, gas }) => {
    const isLess = kind === "deposit" && perDeposit !== null && perDeposit < gas
    return sum + (isLess ? perDeposit : gas)
  }, GAS_BASE)
}

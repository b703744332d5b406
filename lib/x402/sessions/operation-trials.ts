import { type Clock, isOver } from "@/lib/domain/clock"
import type { ChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"
import { gasOf } from "./next-operations"

type OperationTrialsOptions = {
  readonly chain: Pick<ChannelChain, "trial">
  readonly clock: Clock
  /** The operation failed in two simulations. */
  readonly onFailed: (operation: ChannelOperation) => Promise<void>
}

/** A node that lags behind another one may not have the payer's money yet, so a failure is confirmed. */
const CONFIRM_AFTER_MS = 200

/** Simulates operations on the pending state before they are sent. */
export function createOperationTrials({ chain, clock, onFailed }: OperationTrialsOptions) {
  /** When an operation failed in a simulation first. */
  const suspects = new Map<string, number>()

  /** Simulated together, because one can use the money of another. One that fails is simulated alone, too. */
  async function passing(operations: readonly ChannelOperation[]): Promise<readonly ChannelOperation[]> {
    const results = await trial(operations)
    for (const [index, operation] of operations.entries()) {
      if (results[index] === true) suspects.delete(operation.id)
      else if (operations.length === 1 || (await trial([operation]))[0] !== true) await suspect(operation)
    }
    return operations.filter((_, index) => results[index])
  }

  async function trial(operations: readonly ChannelOperation[]): Promise<readonly boolean[]> {
    if (operations.length === 0) return []
    return chain.trial(
      operations.map(({ call }) => call),
      gasOf(operations),
    )
  }

  /** Ends an operation that fails in two simulations. */
  async function suspect(operation: ChannelOperation): Promise<void> {
    const sinceMs = suspects.get(operation.id)
    if (sinceMs === undefined) suspects.set(operation.id, clock())
    else if (isOver({ sinceMs, lengthMs: CONFIRM_AFTER_MS, nowMs: clock() })) await onFailed(operation)
  }

  return { passing, suspect, forget: (id: string) => void suspects.delete(id) }
}

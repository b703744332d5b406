import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import { SETTLEMENT_WAIT_MS } from "@/lib/x402/ledger/ledger"

const POLL_MS = 50

export type AwaitOperationOptions = {
  readonly channels: Pick<ChannelLedger, "findOperation">
  readonly clock: Clock
  readonly sleep: Sleep
}

/** Waits for the end of an operation, whichever process sends it. Resolves with its last row, ended or not. */
export async function awaitOperation(
  operation: ChannelOperation,
  { channels, clock, sleep }: AwaitOperationOptions,
): Promise<ChannelOperation> {
  const sinceMs = clock()
  let current = operation
  while (isOpen(current) && !isOver({ sinceMs, lengthMs: SETTLEMENT_WAIT_MS, nowMs: clock() })) {
    await sleep(POLL_MS)
    current = (await channels.findOperation(operation.id)) ?? current
  }
  return current
}

export function isOpen({ state }: ChannelOperation): boolean {
  return state === "queued" || state === "sent"
}

import type { Sleep } from "@/lib/domain/clock"
import { summarizeError } from "./summarize-error"

/** How a settler's steps are done until they are done, and what went wrong on the way. */
export type SettlementSteps = {
  /**
   * Does a step until it is done: what happened on chain must reach the ledger. Who stops tries once more. `maxDelayMs`: it
   * is tried less and less often, down to this.
   */
  readonly retryUntilDone: (step: () => Promise<void>, maxDelayMs?: number) => Promise<void>
  readonly fault: (event: string, cause: unknown) => void
  readonly lastFault: () => string | null
  readonly isStopped: () => boolean
  readonly stop: () => void
}

export type SettlementStepsOptions = {
  readonly sleep: Sleep
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

export const RETRY_MS = 1_000

export function createSettlementSteps({ sleep, log }: SettlementStepsOptions): SettlementSteps {
  let stopped = false
  let lastFault: string | null = null

  function fault(event: string, cause: unknown): void {
    lastFault = summarizeError(cause)
    log(event, { error: lastFault })
  }

  /** In parts, so that who stops does not wait for the rest. */
  async function pause(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0 && !stopped; leftMs -= RETRY_MS) await sleep(RETRY_MS)
  }

  return {
    async retryUntilDone(step, maxDelayMs = RETRY_MS) {
      let waitMs = RETRY_MS
      do {
        try {
          return await step()
        } catch (cause) {
          fault("settlement_interrupted", cause)
          await pause(waitMs)
          waitMs = Math.min(2 * waitMs, maxDelayMs)
        }
      } while (!stopped)
    },
    fault,
    lastFault: () => lastFault,
    isStopped: () => stopped,
    stop: () => void (stopped = true),
  }
}

import type { Sleep } from "@/lib/domain/clock"

/** Repeats the steps of a settler until they succeed, and remembers the last error. */
export type SettlementSteps = {
  /**
   * Repeats a step until it succeeds, because what happened on chain must reach the ledger. After `stop` it ends with the next
   * attempt. The delay doubles up to `maxDelayMs`.
   */
  readonly retryUntilDone: (step: () => Promise<void>, maxDelayMs?: number) => Promise<void>
  readonly fault: (event: string, cause: unknown) => void
  readonly lastFault: () => string | null
  readonly isStopped: () => boolean
  readonly stop: () => void
}

type SettlementStepsOptions = {
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

  /** In parts, so that `stop` does not wait for the rest. */
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

/** An error for the log: viem's message and the node's own message, which viem does not show. */
export function summarizeError(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown"
  if (cause.name === "OutOfGasError" && cause.cause instanceof Error) return cause.cause.message
  const [first = cause.name] = cause.message.split("\n")
  const details = "details" in cause && typeof cause.details === "string" ? cause.details.split("\n")[0] : null
  return details && details !== first ? `${first} ${details}` : first
}

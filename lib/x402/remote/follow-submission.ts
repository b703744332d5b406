import type { Clock } from "@/lib/domain/clock"
import type { FacilitatorSubmissions } from "@/lib/x402/ledger/facilitator-submissions"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Payment } from "@/lib/x402/ledger/payment"
import type { Facilitator, SettleAnswer } from "@/lib/x402/settlement/facilitator"
import type { Settlement } from "@/lib/x402/settlement/settler"
import { type Outcome, type OutcomePorts, outcomeOf } from "./facilitated-outcome"

export type FollowOptions = OutcomePorts & {
  readonly facilitator: Pick<Facilitator, "status">
  readonly ledger: Pick<Ledger, "markSettled" | "markRefused">
  readonly submissions: Pick<FacilitatorSubmissions, "giveUp">
  readonly clock: Clock
  readonly fault: (event: string, cause: unknown) => void
  readonly isStopped: () => boolean
  /** `null` when the process ends first; the next process reads the chain again. */
  readonly retryUntilDone: <T>(step: () => Promise<T>) => Promise<T | null>
  /** Submits the payment again. `null`, without a request, when the payment has ended elsewhere or this process ends. */
  readonly resubmit: (payment: Payment, reply: SettleAnswer | null) => Promise<SettleAnswer | null>
  readonly onSettled: () => void
}

const MIN_POLL_MS = 250
const MAX_POLL_MS = 15_000
/** After this time, the transaction of a request whose reply was lost is in a block. */
const RESUBMIT_AFTER_MS = 30_000
const NOTHING_DONE = "facilitator_did_nothing"

export const PENDING = { kind: "pending", transaction: null } as const

/**
 * Polls the chain until the outcome of a submitted payment is known and recorded, because a transaction may be pending. `null`
 * when the payment has ended elsewhere.
 */
export async function followSubmission(
  payment: Payment,
  first: SettleAnswer | null,
  options: FollowOptions,
): Promise<Settlement | null> {
  const { clock, sleep, fault, isStopped } = options
  let reply = first
  let pollMs = MIN_POLL_MS
  let submittedMs = clock()
  while (!isStopped()) {
    let isUnused = false
    try {
      const outcome = await outcomeOf(payment, reply, options)
      const settlement = outcome === null ? null : await conclude(payment.id, outcome, options)
      if (settlement !== null) return settlement
      isUnused = true
    } catch (cause) {
      fault("chain_unreachable", cause)
    }
    await sleep(pollMs)
    pollMs = Math.min(pollMs * 2, MAX_POLL_MS)
    if (isUnused && canResubmit(payment, submittedMs, options)) {
      submittedMs = clock()
      reply = await options.resubmit(payment, reply)
      if (reply === null) return null
      pollMs = MIN_POLL_MS
    }
  }
  return PENDING
}

function canResubmit({ authorization }: Payment, submittedMs: number, options: FollowOptions): boolean {
  const nowMs = options.clock()
  const isValid = nowMs < authorization.validBeforeS * 1_000
  const isLate = nowMs - submittedMs >= RESUBMIT_AFTER_MS
  return !options.isStopped() && isValid && isLate && !options.facilitator.status().isCircuitOpen
}

/** `null` when the outcome is not final. */
async function conclude(id: string, outcome: Outcome, options: FollowOptions): Promise<Settlement | null> {
  const isOver = await options.retryUntilDone(() => record(id, outcome, options))
  if (isOver === null) return PENDING
  if (!isOver) return null
  return outcome.kind === "idle" ? outcome.as : outcome
}

async function record(id: string, outcome: Outcome, options: FollowOptions): Promise<boolean> {
  const { ledger, submissions, clock } = options
  switch (outcome.kind) {
    case "settled": {
      const { transaction, blockNumber } = outcome
      await ledger.markSettled([id], { hash: transaction, blockNumber, gasUsed: null }, clock())
      options.onSettled()
      return true
    }
    case "refused":
      await ledger.markRefused(id, outcome.reason, clock())
      return true
    case "idle":
      // A claim cannot be released after a submission. So the row ends here, with its proof unused.
      return submissions.giveUp(id, outcome.as.kind === "refused" ? outcome.as.reason : NOTHING_DONE, clock())
  }
}

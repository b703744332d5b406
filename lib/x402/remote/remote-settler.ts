import { type Clock, createWaitEnd } from "@/lib/domain/clock"
import { singleFlight } from "@/lib/domain/single-flight"
import type { FacilitatorSubmissions } from "@/lib/x402/ledger/facilitator-submissions"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Payment, PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { Facilitator, SettleAnswer } from "@/lib/x402/settlement/facilitator"
import { summarizeError } from "@/lib/x402/settlement/settlement-steps"
import { knownSettlement, type Settlement, type Settler } from "@/lib/x402/settlement/settler"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { type Outcome, type OutcomePorts, outcomeOf } from "./facilitated-outcome"

export type RemoteSettlerOptions = OutcomePorts & {
  readonly facilitator: Facilitator
  readonly ledger: Ledger
  readonly submissions: FacilitatorSubmissions
  readonly clock: Clock
  /** How long a caller waits before it gets `pending`. */
  readonly waitMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

const MIN_POLL_MS = 250
const MAX_POLL_MS = 15_000
/** After this time, the transaction of a request whose reply was lost is in a block. */
const RESUBMIT_AFTER_MS = 30_000
const RETRY_MS = 1_000
/** How often payments that a dead process has left are looked for. */
const RECOVERY_INTERVAL_MS = 60_000
const MAX_RECOVERED_AT_ONCE = 1_000

/**
 * The settler of a service without a key: a facilitator sends the transfers.
 *
 * The facilitator's reply is not trusted. A payment is settled when the chain shows the signed transfer. It ends unsettled
 * when the chain shows that the transfer is impossible, or when the facilitator reports that it did nothing and the chain
 * agrees. Until then the payer gets `pending`. The payment is submitted again only after the chain shows that nothing
 * happened; the token accepts an authorization once, so money cannot move twice. After a second submission, "not settled"
 * is no longer final, because the facilitator may still execute the first one.
 */
export function createRemoteSettler(options: RemoteSettlerOptions): Settler {
  const { facilitator, ledger, submissions, clock, sleep } = options
  /** Payments that this process works on. */
  const open = new Set<string>()
  const settlementOf = singleFlight(async (id: string) => {
    open.add(id)
    try {
      return await work(id)
    } finally {
      open.delete(id)
    }
  })
  let stopped = false
  let lastSettledMs: number | null = null
  let lastFault: string | null = null

  async function settle(payment: PaymentToSettle): Promise<Settlement> {
    const wait = createWaitEnd()
    const late = sleep(options.waitMs, wait).then(() => PENDING)
    try {
      return await Promise.race([settlementOf(payment.id), late])
    } finally {
      wait.end()
    }
  }

  async function work(id: string): Promise<Settlement> {
    let payment: Payment | null
    try {
      payment = await ledger.find(id)
    } catch (cause) {
      fault("ledger_unreachable", cause)
      return PENDING
    }
    if (payment?.state === "sent") return follow(payment, null)
    if (payment?.state !== "answered") return knownSettlement(payment) ?? PENDING
    const verified = await facilitator.verify(payment)
    if (verified.kind === "unavailable") {
      fault("facilitator_unavailable", verified.cause)
      return { kind: "unsent", cause: verified.cause }
    }
    if (verified.kind === "invalid") return decline(id, verified.reason)
    return submit(payment)
  }

  async function submit(payment: Payment): Promise<Settlement> {
    const { id } = payment
    const isMine = await retryUntilDone(() => submissions.begin(payment, clock()))
    if (isMine === null) return PENDING
    return isMine ? follow(payment, await requestSettlement(payment)) : currentSettlement(id)
  }

  async function decline(id: string, reason: PaymentReason): Promise<Settlement> {
    const isMine = await retryUntilDone(() => submissions.decline(id, reason, clock()))
    if (isMine === null) return PENDING
    return isMine ? { kind: "refused", reason } : currentSettlement(id)
  }

  /** Reads the row again: another process has changed it, or a write succeeded that seemed to fail. */
  async function currentSettlement(id: string): Promise<Settlement> {
    const now = await retryUntilDone(() => ledger.find(id))
    if (now === null) return PENDING
    return now.state === "sent" ? follow(now, null) : (knownSettlement(now) ?? PENDING)
  }

  /** `null` without a request when the payment has ended elsewhere, or this process ends. */
  async function resubmit(payment: Payment, reply: SettleAnswer | null): Promise<SettleAnswer | null> {
    if ((await retryUntilDone(() => submissions.repeat(payment.id, clock()))) !== true) return null
    options.log("facilitator_asked_again", { said: reply?.kind ?? "nothing" })
    return requestSettlement(payment)
  }

  async function requestSettlement(payment: Payment): Promise<SettleAnswer> {
    const reply = await facilitator.settle(payment)
    if (reply.kind === "unsent" || reply.kind === "unknown") fault("facilitator_failed", reply.cause)
    return reply
  }

  /** Polls the chain until the outcome is known, because a transaction may be pending. */
  async function follow(payment: Payment, first: SettleAnswer | null): Promise<Settlement> {
    let reply = first
    let pollMs = MIN_POLL_MS
    let submittedMs = clock()
    while (!stopped) {
      let isUnused = false
      try {
        const outcome = await outcomeOf(payment, reply, options)
        const settlement = outcome === null ? null : await conclude(payment.id, outcome)
        if (settlement !== null) return settlement
        isUnused = true
      } catch (cause) {
        fault("chain_unreachable", cause)
      }
      await sleep(pollMs)
      pollMs = Math.min(pollMs * 2, MAX_POLL_MS)
      if (isUnused && canResubmit(payment, submittedMs)) {
        submittedMs = clock()
        reply = await resubmit(payment, reply)
        if (reply === null) return currentSettlement(payment.id)
        pollMs = MIN_POLL_MS
      }
    }
    return PENDING
  }

  function canResubmit({ authorization }: Payment, submittedMs: number): boolean {
    const isValid = clock() < authorization.validBeforeS * 1_000
    return !stopped && isValid && clock() - submittedMs >= RESUBMIT_AFTER_MS && !facilitator.status().isCircuitOpen
  }

  /** `null` when the outcome is not final. */
  async function conclude(id: string, outcome: Outcome): Promise<Settlement | null> {
    const isOver = await retryUntilDone(() => record(id, outcome))
    if (isOver === null) return PENDING
    if (!isOver) return null
    return outcome.kind === "idle" ? outcome.as : outcome
  }

  async function record(id: string, outcome: Outcome): Promise<boolean> {
    switch (outcome.kind) {
      case "settled": {
        const { transaction, blockNumber } = outcome
        await ledger.markSettled([id], { hash: transaction, blockNumber, gasUsed: null }, clock())
        lastSettledMs = clock()
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

  /** Retries a step until it succeeds. `null` when the process ends first; the next process reads the chain again. */
  async function retryUntilDone<T>(step: () => Promise<T>): Promise<T | null> {
    while (!stopped) {
      try {
        return await step()
      } catch (cause) {
        fault("settlement_interrupted", cause)
        await sleep(RETRY_MS)
      }
    }
    return null
  }

  /** Follows unfinished payments that an earlier or a dead process has left. */
  async function recoverUnfinished(): Promise<void> {
    const left = (await ledger.unfinished(MAX_RECOVERED_AT_ONCE)).filter(({ id }) => !open.has(id))
    if (left.length > 0) options.log("settler_recovering", { payments: left.length })
    for (const { id } of left) void settlementOf(id)
  }

  async function keepRecovering(): Promise<void> {
    while (!stopped) {
      await sleep(RECOVERY_INTERVAL_MS)
      await recoverUnfinished().catch((cause: unknown) => fault("settlement_interrupted", cause))
    }
  }

  function fault(event: string, cause: unknown): void {
    lastFault = summarizeError(cause)
    options.log(event, { error: lastFault })
  }

  return {
    settle,
    async recover() {
      void keepRecovering()
      await recoverUnfinished()
    },
    status() {
      const status = facilitator.status()
      return { account: null, facilitator: status, waiting: 0, inFlight: open.size, lastSettledMs, lastFault }
    },
    /** Payments on their way are in the ledger, so there is nothing to wait for. */
    stop() {
      stopped = true
      return Promise.resolve()
    },
  }
}

const NOTHING_DONE = "facilitator_did_nothing"
const PENDING = { kind: "pending", transaction: null } as const

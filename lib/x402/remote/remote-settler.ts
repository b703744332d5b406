import { type Clock, createWaitEnd } from "@/lib/domain/clock"
import { singleFlight } from "@/lib/domain/single-flight"
import type { FacilitatorSubmissions } from "@/lib/x402/ledger/facilitator-submissions"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Payment, PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { Facilitator, SettleAnswer } from "@/lib/x402/settlement/facilitator"
import { summarizeError } from "@/lib/x402/settlement/settlement-steps"
import { knownSettlement, type Settlement, type Settler } from "@/lib/x402/settlement/settler"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { OutcomePorts } from "./facilitated-outcome"
import { followSubmission, PENDING } from "./follow-submission"

export type RemoteSettlerOptions = OutcomePorts & {
  readonly facilitator: Facilitator
  readonly ledger: Ledger
  readonly submissions: FacilitatorSubmissions
  readonly clock: Clock
  /** How long a caller waits before it gets `pending`. */
  readonly waitMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

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

  async function follow(payment: Payment, reply: SettleAnswer | null): Promise<Settlement> {
    const ports = { ...options, fault, isStopped: () => stopped, retryUntilDone, resubmit, onSettled }
    return (await followSubmission(payment, reply, ports)) ?? currentSettlement(payment.id)
  }

  function onSettled(): void {
    lastSettledMs = clock()
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

import { type Clock, createWaitEnd } from "@/lib/domain/clock"
import type { Handovers } from "@/lib/ledger/handover"
import type { Ledger } from "@/lib/ledger/ledger"
import type { Payment, Owed } from "@/lib/ledger/payment"
import type { Facilitator, SettleAnswer } from "@/lib/payments/settlement/facilitator"
import { inOneLine } from "@/lib/payments/settlement/in-one-line"
import { knownSettlement } from "@/lib/payments/settlement/known-settlement"
import type { Settlement, Settler } from "@/lib/payments/settlement/settler"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import { type Outcome, type OutcomePorts, outcomeOf } from "./facilitated-outcome"

export type RemoteSettlerOptions = OutcomePorts & {
  readonly facilitator: Facilitator
  readonly ledger: Ledger
  readonly handovers: Handovers
  readonly clock: Clock
  /** How long a caller waits before it hears `pending`. */
  readonly waitMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

const FIRST_LOOK_MS = 250
const LONGEST_LOOK_MS = 15_000
/** A request that was lost on its way back has had its block by then. */
const ASK_AGAIN_MS = 30_000
const RETRY_MS = 1_000
/** How late the payments of a process that died are taken up by another. */
const TAKE_UP_MS = 60_000
/** Rows that are taken up at a time. */
const MANY = 1_000

/**
 * The settler of a service that holds no key: a facilitator sends the transfers.
 *
 * Its word is never enough. A payment is settled when the chain shows the transfer that was signed, and given up when the
 * chain shows that it cannot happen any more, or when the facilitator says that it did nothing and the chain agrees. Until
 * then the payer hears `pending`. The facilitator is asked again only after the chain said that nothing happened; the
 * token spends an authorization once, so no answer of anybody's moves money twice. From then on its word ends nothing: it
 * may yet carry out the request that was thought to be lost.
 */
export function createRemoteSettler(options: RemoteSettlerOptions): Settler {
  const { facilitator, ledger, handovers, clock, sleep } = options
  const open = new Map<string, Promise<Settlement>>()
  let stopped = false
  let lastSettledMs: number | null = null
  let lastFault: string | null = null

  async function settle(payment: Owed): Promise<Settlement> {
    const wait = createWaitEnd()
    const late = sleep(options.waitMs, wait).then(() => PENDING)
    try {
      return await Promise.race([settlementOf(payment.id), late])
    } finally {
      wait.end()
    }
  }

  /** One at a time for each payment; who asks again meanwhile hears the same. */
  function settlementOf(id: string): Promise<Settlement> {
    const known = open.get(id)
    if (known !== undefined) return known
    const settlement = work(id).finally(() => open.delete(id))
    open.set(id, settlement)
    return settlement
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
    return handOver(payment)
  }

  async function handOver(payment: Payment): Promise<Settlement> {
    const { id } = payment
    const isMine = await persist(() => handovers.begin(payment, clock()))
    if (isMine === null) return PENDING
    return isMine ? follow(payment, await ask(payment)) : moved(id)
  }

  async function decline(id: string, reason: PaymentReason): Promise<Settlement> {
    const isMine = await persist(() => handovers.decline(id, reason, clock()))
    if (isMine === null) return PENDING
    return isMine ? { kind: "refused", reason } : moved(id)
  }

  /** Another process has moved it on, or taken it back; or a write that was thought to have failed did not. */
  async function moved(id: string): Promise<Settlement> {
    const now = await persist(() => ledger.find(id))
    if (now === null) return PENDING
    return now.state === "sent" ? follow(now, null) : (knownSettlement(now) ?? PENDING)
  }

  /** `null`, and not asked: the payment has been ended elsewhere, or this process ends. */
  async function askAgain(payment: Payment, said: SettleAnswer | null): Promise<SettleAnswer | null> {
    if ((await persist(() => handovers.repeat(payment.id, clock()))) !== true) return null
    options.log("facilitator_asked_again", { said: said?.kind ?? "nothing" })
    return ask(payment)
  }

  async function ask(payment: Payment): Promise<SettleAnswer> {
    const said = await facilitator.settle(payment)
    if (said.kind === "unsent" || said.kind === "unknown") fault("facilitator_failed", said.cause)
    return said
  }

  /** Looks at the chain until it knows. Ends only with an outcome: money may be on its way. */
  async function follow(payment: Payment, first: SettleAnswer | null): Promise<Settlement> {
    let said = first
    let lookMs = FIRST_LOOK_MS
    let askedMs = clock()
    while (!stopped) {
      let isUnused = false
      try {
        const outcome = await outcomeOf(payment, said, options)
        const settlement = outcome === null ? null : await conclude(payment.id, outcome)
        if (settlement !== null) return settlement
        isUnused = true
      } catch (cause) {
        fault("chain_unreachable", cause)
      }
      await sleep(lookMs)
      lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS)
      if (isUnused && mayAskAgain(payment, askedMs)) {
        askedMs = clock()
        said = await askAgain(payment, said)
        if (said === null) return moved(payment.id)
        lookMs = FIRST_LOOK_MS
      }
    }
    return PENDING
  }

  function mayAskAgain({ authorization }: Payment, askedMs: number): boolean {
    const isAlive = clock() < authorization.validBeforeS * 1_000
    return !stopped && isAlive && clock() - askedMs >= ASK_AGAIN_MS && !facilitator.status().isResting
  }

  /** `null`: it is none yet. */
  async function conclude(id: string, outcome: Outcome): Promise<Settlement | null> {
    const isOver = await persist(() => record(id, outcome))
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
        // The claim can only be given back before the facilitator was asked; so the row ends here, its proof unspent.
        return handovers.giveUp(id, outcome.as.kind === "refused" ? outcome.as.reason : NOTHING_DONE, clock())
    }
  }

  /** Does a step until it is done. `null`: the process ends first, and the next one asks the chain again. */
  async function persist<T>(step: () => Promise<T>): Promise<T | null> {
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

  /** Takes up what is on its way and what nobody here follows: left by an earlier process, or by one that died since. */
  async function takeUp(): Promise<void> {
    const left = (await ledger.unfinished(MANY)).filter(({ id }) => !open.has(id))
    if (left.length > 0) options.log("settler_recovering", { payments: left.length })
    for (const { id } of left) void settlementOf(id)
  }

  async function keepTakingUp(): Promise<void> {
    while (!stopped) {
      await sleep(TAKE_UP_MS)
      await takeUp().catch((cause: unknown) => fault("settlement_interrupted", cause))
    }
  }

  function fault(event: string, cause: unknown): void {
    lastFault = inOneLine(cause)
    options.log(event, { error: lastFault })
  }

  return {
    settle,
    async recover() {
      void keepTakingUp()
      await takeUp()
    },
    status() {
      const status = facilitator.status()
      return { account: null, facilitator: status, waiting: 0, inFlight: open.size, lastSettledMs, lastFault }
    },
    /** What is on its way is in the ledger, so there is nothing to wait for. */
    stop() {
      stopped = true
      return Promise.resolve()
    },
  }
}

const NOTHING_DONE = "facilitator_did_nothing"
const PENDING = { kind: "pending", transaction: null } as const

import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { SettlementCluster, LeaseTerm } from "@/lib/x402/ledger/settlement-cluster"
import type { Settlement, Settler, SettlerStatus } from "@/lib/x402/settlement/settler"
import { coalesce, PAYMENT_QUEUED } from "./handoff-queue"
import { type OutcomeMessage, encodeOutcomes } from "./outcome-message"

/** The settler's lease: one process at a time holds it and settles for all. */
export type SettlerLeadership = {
  /** Acquires the lease when it is free, now or later. Resolves after the first attempt. */
  open(): Promise<void>
  /** `null`: this process does not settle, or lost the lease before it knew the outcome. */
  settle(payment: PaymentToSettle): Promise<Settlement | null>
  /** `null` while another process holds the lease. */
  status(): SettlerStatus | null
  /**
   * Takes no more payments of other processes, waits until what this one is settling has its outcome, at most
   * `MAX_DRAIN_MS`, then releases the lease, so that the next process has it at once.
   */
  close(): Promise<void>
}

export type SettlerLeadershipOptions = {
  readonly cluster: SettlementCluster
  readonly ledger: Ledger
  readonly openSettler: (ledger: Ledger, announce: (id: string, settlement: Settlement) => void) => Settler
  readonly clock: Clock
  readonly sleep: Sleep
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly onFault: (cause: unknown) => void
}

type Held = {
  readonly lease: LeaseTerm["lease"]
  readonly settler: Settler
  /** Queued payments of other processes that are being settled. */
  readonly serving: Set<string>
  /** Called when the lease is lost. */
  readonly onLeadershipLost: Set<() => void>
}

/** Topic: outcomes, as `encodeOutcomes` writes them. */
export const SETTLED = "settled"
/** Topic: the lease is free. */
const LEASE_FREE = "free"

const RENEW_MS = 1_000
const DRAIN_POLL_MS = 100
/** Transactions without a block after this time are followed by the next process. */
const MAX_DRAIN_MS = 10_000
/** Payments that are taken from the queue at a time. */
const MAX_BATCH = 500
const MAX_MESSAGE_BYTES = 7_000

export function createSettlerLeadership(options: SettlerLeadershipOptions): SettlerLeadership {
  const { cluster, ledger, clock, sleep, log, onFault } = options
  const { queue, pubsub } = cluster
  let closed = false
  let isDraining = false
  const outcomes: OutcomeMessage[] = []
  let held: Held | null = null
  let candidate = cluster.newLeaseTerm()
  let trying: Promise<void> | null = null

  const publishOutcomes = coalesce(async () => {
    for (const text of encodeOutcomes(outcomes.splice(0), MAX_MESSAGE_BYTES)) await pubsub.publish(SETTLED, text)
  }, onFault)

  const serveLine = coalesce(async () => {
    if (held !== null && !isDraining) await serve(held)
  }, onFault)

  const leaves = [pubsub.subscribe(PAYMENT_QUEUED, serveLine), pubsub.subscribe(LEASE_FREE, () => void tick())]

  /** Settles the payments that other processes have queued. */
  async function serve({ settler, serving }: Held): Promise<void> {
    for (const payment of await queue.waiting(MAX_BATCH, clock())) {
      if (serving.has(payment.id)) continue
      serving.add(payment.id)
      void settler.settle(payment).finally(() => serving.delete(payment.id))
    }
  }

  /** Renews or tries to acquire the lease, one attempt at a time. */
  function tick(): Promise<void> {
    trying ??= (held === null ? tryToLead() : renew(held)).catch(onFault).finally(() => {
      trying = null
    })
    return trying
  }

  async function tryToLead(): Promise<void> {
    if (isDraining || !(await candidate.lease.hold())) return
    if (isDraining) return candidate.lease.release()
    await ledger.releaseAbandoned(clock(), clock())
    begin(candidate)
    candidate = cluster.newLeaseTerm()
  }

  function begin({ lease, ledger: fenced }: LeaseTerm): void {
    const settler = options.openSettler(fenced, announce)
    // Recovery comes first, so that no new payment uses the nonce of an old one.
    void settler.recover().catch(onFault)
    held = { lease, settler, serving: new Set(), onLeadershipLost: new Set() }
    log("settler_leads", {})
    serveLine()
  }

  async function renew({ lease }: Held): Promise<void> {
    if (await lease.hold()) return serveLine()
    log("settler_lost_its_lease", {})
    stepDown()
  }

  /** The next process sends the unsent payments. Sent payments are finished by the process that sees them first. */
  function stepDown(): Held | null {
    const last = held
    held = null
    if (last === null) return null
    for (const isOver of last.onLeadershipLost) isOver()
    void last.settler.stop()
    return last
  }

  function announce(id: string, settlement: Settlement): void {
    // The payment is still queued for the process that holds the lease now.
    if (isLeaseLost(settlement)) return void tick()
    outcomes.push({ id, settlement })
    publishOutcomes()
  }

  /** The lease is renewed during the wait, because the outcome cannot be recorded without it. */
  async function drain(): Promise<void> {
    for (let waitedMs = 0; waitedMs < MAX_DRAIN_MS; waitedMs += DRAIN_POLL_MS) {
      const status = held?.settler.status()
      if (status === undefined || status.waiting + status.inFlight === 0) return
      await sleep(DRAIN_POLL_MS)
    }
  }

  async function keepTrying(): Promise<void> {
    while (!closed) {
      await sleep(RENEW_MS)
      await tick()
    }
  }

  return {
    async open() {
      await tick()
      void keepTrying()
    },
    settle: (payment) => (held === null ? Promise.resolve(null) : settleBy(held, payment)),
    status: () => held?.settler.status() ?? null,
    async close() {
      isDraining = true
      for (const leave of leaves) leave()
      await trying
      await drain()
      closed = true
      await trying
      const last = stepDown()
      if (last === null) return
      await last.settler.stop()
      // Without a database the lease expires.
      await last.lease
        .release()
        .then(() => pubsub.publish(LEASE_FREE, ""))
        .catch(onFault)
    },
  }
}

/** `null` when the lease is lost first. The payment may have been sent. */
function settleBy({ settler, onLeadershipLost }: Held, payment: PaymentToSettle): Promise<Settlement | null> {
  return new Promise((resolve) => {
    const isOver = (): void => resolve(null)
    onLeadershipLost.add(isOver)
    void settler.settle(payment).then((settlement) => {
      onLeadershipLost.delete(isOver)
      resolve(isLeaseLost(settlement) ? null : settlement)
    })
  })
}

/** By name, because the bundler duplicates the class. */
function isLeaseLost(settlement: Settlement): boolean {
  return settlement.kind === "unsent" && settlement.cause instanceof Error && settlement.cause.name === "LeaseLostError"
}

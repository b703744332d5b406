import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import type { SettlementCluster, LeaseTerm } from "@/lib/ledger/settlement-cluster"
import type { Settlement, Settler, SettlerStatus } from "@/lib/payments/settlement/settler"
import { coalesce } from "./coalesce"
import { PAYMENT_QUEUED } from "./handoff-queue"
import { type OutcomeMessage, encodeOutcomes } from "./outcome-message"

/** The leadership of the settler, which one process at a time holds. */
export type SettlerLeadership = {
  /** Takes the lease when it is free, now or later, for as long as the process lives. Answers after the first try. */
  open(): Promise<void>
  /** `null`: this process does not settle, or ceased to before it knew the outcome. */
  settle(payment: PaymentToSettle): Promise<Settlement | null>
  /** `null` while another process holds the leadership. */
  status(): SettlerStatus | null
  /** Lets the next process have it at once. */
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
  /** Payments of other processes that it has taken from the line. */
  readonly serving: Set<string>
  /** Who must hear when the term is over. */
  readonly onLeadershipLost: Set<() => void>
}

/** The call of outcomes, as `encodeOutcomes` writes them. */
export const SETTLED = "settled"
/** The call that the lease is free. */
const LEASE_FREE = "free"

const RENEW_MS = 1_000
/** Payments that are taken from the queue at a time. */
const MAX_BATCH = 500
const MAX_MESSAGE_BYTES = 7_000

export function createSettlerLeadership(options: SettlerLeadershipOptions): SettlerLeadership {
  const { cluster, ledger, clock, sleep, log, onFault } = options
  const { queue, pubsub } = cluster
  let closed = false
  const outcomes: OutcomeMessage[] = []
  let held: Held | null = null
  let candidate = cluster.newLeaseTerm()
  let trying: Promise<void> | null = null

  const publishOutcomes = coalesce(async () => {
    for (const text of encodeOutcomes(outcomes.splice(0), MAX_MESSAGE_BYTES)) await pubsub.publish(SETTLED, text)
  }, onFault)

  const serveLine = coalesce(async () => {
    if (held !== null) await serve(held)
  }, onFault)

  const leaves = [pubsub.subscribe(PAYMENT_QUEUED, serveLine), pubsub.subscribe(LEASE_FREE, () => void tick())]

  /** Takes what other processes have put in line. */
  async function serve({ settler, serving }: Held): Promise<void> {
    for (const payment of await queue.waiting(MAX_BATCH, clock())) {
      if (serving.has(payment.id)) continue
      serving.add(payment.id)
      void settler.settle(payment).finally(() => serving.delete(payment.id))
    }
  }

  /** Renews the lease, or tries for it. One at a time. */
  function tick(): Promise<void> {
    trying ??= (held === null ? tryToLead() : renew(held)).catch(onFault).finally(() => {
      trying = null
    })
    return trying
  }

  async function tryToLead(): Promise<void> {
    if (closed || !(await candidate.lease.hold())) return
    if (closed) return candidate.lease.release()
    await ledger.releaseAbandoned(clock(), clock())
    begin(candidate)
    candidate = cluster.newLeaseTerm()
  }

  function begin({ lease, ledger: fenced }: LeaseTerm): void {
    const settler = options.openSettler(fenced, announce)
    // First, so that no new payment takes the nonce of an old one.
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

  /** What was not sent goes to the next one; what was is finished by whoever sees it first. */
  function stepDown(): Held | null {
    const last = held
    held = null
    if (last === null) return null
    for (const isOver of last.onLeadershipLost) isOver()
    void last.settler.stop()
    return last
  }

  function announce(id: string, settlement: Settlement): void {
    // The payment still waits in line, for the process that has the lease now.
    if (isLeaseLost(settlement)) return void tick()
    outcomes.push({ id, settlement })
    publishOutcomes()
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
      closed = true
      for (const leave of leaves) leave()
      await trying
      const last = stepDown()
      if (last === null) return
      await last.settler.stop()
      // Where the database is gone too, the lease ends by itself.
      await last.lease
        .release()
        .then(() => pubsub.publish(LEASE_FREE, ""))
        .catch(onFault)
    },
  }
}

/** `null` when the term ends first: the payment may be on its way all the same. */
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

/** By name: a server that is built in pieces holds the class several times. */
function isLeaseLost(settlement: Settlement): boolean {
  return settlement.kind === "unsent" && settlement.cause instanceof Error && settlement.cause.name === "LeaseLostError"
}

import { type Clock, createWaitEnd, type Sleep, type WaitEnd } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { SettlementCluster } from "@/lib/x402/ledger/settlement-cluster"
import { summarizeError } from "@/lib/x402/settlement/settlement-steps"
import { knownSettlement, type Settlement, type Settler } from "@/lib/x402/settlement/settler"
import { createSettlementWaiters } from "@/lib/x402/settlement/settlement-outcome"
import { createHandoffQueue } from "./handoff-queue"
import { decodeOutcomes } from "./outcome-message"
import { createSettlerLeadership, SETTLED } from "./settler-leadership"

export type SharedSettlerOptions = {
  readonly cluster: SettlementCluster
  readonly ledger: Ledger
  readonly account: `0x${string}` | null
  /** The settler of one lease term. `ledger` refuses writes after the lease is lost. */
  readonly openSettler: (ledger: Ledger, announce: (id: string, settlement: Settlement) => void) => Settler
  readonly clock: Clock
  readonly sleep: Sleep
  /** How long a caller waits before it gets `pending`, or `unsent` when the payment was not sent. */
  readonly waitMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/**
 * The settler of a process that shares its ledger with others. One process holds the lease and sends for all. The others queue
 * their payments and learn the outcome from a message or by polling.
 */
export function createSharedSettler(options: SharedSettlerOptions): Settler {
  const { cluster, ledger, clock, sleep } = options
  const waiters = createSettlementWaiters()
  let lastSettledMs: number | null = null
  let lastFault: string | null = null

  function fault(cause: unknown): void {
    lastFault = summarizeError(cause)
    options.log("shared_settlement_failed", { error: lastFault })
  }

  const publish = (id: string, settlement: Settlement): void => {
    if (settlement.kind === "settled") lastSettledMs = clock()
    waiters.resolve(id, settlement)
  }
  const leadership = createSettlerLeadership({ ...options, onFault: fault })
  const handoffQueue = createHandoffQueue({ ...cluster, clock, sleep, publish, onFault: fault })
  const unsubscribe = cluster.pubsub.subscribe(SETTLED, (text) => {
    for (const { id, settlement } of decodeOutcomes(text)) publish(id, settlement)
  })

  function settle(payment: PaymentToSettle): Promise<Settlement> {
    const wait = createWaitEnd()
    return new Promise((resolve) => {
      const finish = (settlement: Settlement): void => {
        wait.end()
        forget()
        handoffQueue.untrack(payment.id)
        resolve(settlement)
      }
      const forget = waiters.add(payment.id, finish)
      handoffQueue.track(payment.id)
      void leadership.settle(payment).then((settlement) => {
        if (settlement === null) handoffQueue.enqueue(payment.id)
        else if (settlement.kind !== "pending") publish(payment.id, settlement)
      })
      void deadline(payment.id, wait).then(finish)
    })
  }

  /** A payment that was not sent in time is not charged: the caller withdraws its claim before another process sends it. */
  async function deadline(id: string, end: WaitEnd): Promise<Settlement> {
    await sleep(options.waitMs, end)
    const payment = await ledger.find(id).catch(() => undefined)
    if (payment === undefined) return { kind: "pending", transaction: null }
    if (payment?.state === "sent") return { kind: "pending", transaction: payment.transaction }
    return knownSettlement(payment) ?? { kind: "unsent", cause: new Error("No process settles payments now.") }
  }

  return {
    settle,
    recover: () => leadership.open(),
    status() {
      const own = leadership.status()
      const settledMs = Math.max(lastSettledMs ?? 0, own?.lastSettledMs ?? 0)
      return {
        account: options.account,
        isLeading: own !== null,
        stuckKeys: own?.stuckKeys ?? 0,
        ...(own?.gasUse && { gasUse: own.gasUse }),
        waiting: handoffQueue.size(),
        inFlight: own?.inFlight ?? 0,
        lastSettledMs: settledMs === 0 ? null : settledMs,
        lastFault: own?.lastFault ?? lastFault,
      }
    },
    async stop() {
      await leadership.close()
      unsubscribe()
    },
  }
}

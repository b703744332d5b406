import type { Clock, Sleep } from "@/lib/domain/clock"
import type { SettlementCluster } from "@/lib/x402/ledger/settlement-cluster"
import { knownSettlement, type Settlement } from "@/lib/x402/settlement/settler"

/** The open payments of this process, and their way to the process that settles. */
type HandoffQueue = {
  track(id: string): void
  untrack(id: string): void
  /** Puts a payment into the queue of the settling process. */
  enqueue(id: string): void
  size(): number
}

type HandoffQueueOptions = SettlementCluster & {
  readonly clock: Clock
  readonly sleep: Sleep
  readonly publish: (id: string, settlement: Settlement) => void
  readonly onFault: (cause: unknown) => void
}

/** Topic: payments were queued. */
export const PAYMENT_QUEUED = "due"

/** Interval of reads that find outcomes whose message was lost. */
const POLL_MS = 500

export function createHandoffQueue(options: HandoffQueueOptions): HandoffQueue {
  const { queue, pubsub, clock, sleep, publish, onFault } = options
  const open = new Set<string>()
  const unqueued = new Set<string>()
  let watching = false

  /** Payments that come during a write share the next one. */
  const flush = coalesce(async () => {
    const ids = [...unqueued]
    unqueued.clear()
    await queue.add(ids, clock())
    await pubsub.publish(PAYMENT_QUEUED, "")
  }, onFault)

  function enqueue(id: string): void {
    unqueued.add(id)
    flush()
  }

  async function watch(): Promise<void> {
    if (watching) return
    watching = true
    while (open.size > 0) {
      await sleep(POLL_MS)
      await poll().catch(onFault)
    }
    watching = false
  }

  /** Messages can be lost in both directions. */
  async function poll(): Promise<void> {
    for (const status of await queue.statusOf([...open])) {
      const settlement = knownSettlement(status)
      if (settlement) publish(status.id, settlement)
      else if (status.state === "answered") enqueue(status.id)
    }
  }

  return {
    track(id) {
      open.add(id)
      void watch()
    },
    untrack: (id) => void open.delete(id),
    enqueue,
    size: () => open.size,
  }
}

/** Runs `work` once at a time; all calls during a run share the next run. Errors go to `onFault`. */
export function coalesce(work: () => Promise<void>, onFault: (cause: unknown) => void): () => void {
  let running = false
  let asked = false

  async function run(): Promise<void> {
    running = true
    while (asked) {
      asked = false
      await work().catch(onFault)
    }
    running = false
  }

  return () => {
    asked = true
    if (!running) void run()
  }
}

import type { Clock, Sleep } from "@/lib/domain/clock"
import type { SettlementCluster } from "@/lib/ledger/settlement-cluster"
import { knownSettlement } from "@/lib/payments/settlement/known-settlement"
import type { Settlement } from "@/lib/payments/settlement/settler"
import { coalesce } from "./coalesce"

/** The payments of this process whose outcome is open, and their way to the process that settles. */
export type HandoffQueue = {
  join(id: string): void
  leave(id: string): void
  /** Hands a payment over through the ledger: this process does not send it. */
  advance(id: string): void
  length(): number
}

export type HandoffQueueOptions = SettlementCluster & {
  readonly clock: Clock
  readonly sleep: Sleep
  readonly publish: (id: string, settlement: Settlement) => void
  readonly onFault: (cause: unknown) => void
}

/** The call that payments wait. */
export const PAYMENT_QUEUED = "due"

/** How late an outcome is heard whose call was lost. */
const POLL_MS = 500

export function createHandoffQueue(options: HandoffQueueOptions): HandoffQueue {
  const { queue, pubsub, clock, sleep, publish, onFault } = options
  const open = new Set<string>()
  const leaving = new Set<string>()
  let watching = false

  /** All who come while one write is under way go with the next. */
  const handOver = coalesce(async () => {
    const ids = [...leaving]
    leaving.clear()
    await queue.add(ids, clock())
    await pubsub.publish(PAYMENT_QUEUED, "")
  }, onFault)

  function advance(id: string): void {
    leaving.add(id)
    handOver()
  }

  async function watch(): Promise<void> {
    if (watching) return
    watching = true
    while (open.size > 0) {
      await sleep(POLL_MS)
      await look().catch(onFault)
    }
    watching = false
  }

  /** Calls may be lost, both ways. */
  async function look(): Promise<void> {
    for (const status of await queue.statusOf([...open])) {
      const settlement = knownSettlement(status)
      if (settlement) publish(status.id, settlement)
      else if (status.state === "answered") advance(status.id)
    }
  }

  return {
    join(id) {
      open.add(id)
      void watch()
    },
    leave: (id) => void open.delete(id),
    advance,
    length: () => open.size,
  }
}

import { randomUUID } from "node:crypto"
import type { Logger } from "pino"
import type { ManagedCandleFeed } from "@/lib/feeds/candle-feed"
import type { ManagedFeed } from "@/lib/feeds/feed-ports"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"

const TICK_MS = 2_000
/** A process that ends lets go of the lease; one that dies is followed after this. */
const LEASE_MS = 10_000
/** Large answers are parsed on the thread that takes payments, so few of them come at once. */
const AT_ONCE = 4

type RefreshedFeed = Pick<ManagedFeed, "refreshIfDue" | "reload">

type Ports = {
  readonly candles: Pick<ManagedCandleFeed, "refreshDue" | "reload">
  readonly feeds: Readonly<Record<string, RefreshedFeed>>
  readonly store: Store
}

export type Scheduler = {
  /** Begins to refresh what is due when this process is the one that does, or takes what that one has stored. */
  tick(): Promise<void>
  /** Nothing begins any more, and the next process may follow at once. */
  stop(): Promise<void>
}

/**
 * Keeps feeds fresh. Of all processes that share the database one refreshes, and the others read what it stored, so ten
 * of them ask no more of a provider than one.
 */
export function createScheduler({ candles, feeds, store }: Ports): Scheduler {
  const lease = createLease(store, { name: "feeds", holder: randomUUID(), ttlMs: LEASE_MS })
  const all = Object.values(feeds)
  let round: Promise<void> | null = null
  let ticking: Promise<void> | null = null
  let isHolder = false
  let isStopped = false

  async function reload(): Promise<void> {
    await candles.reload()
    await inTurns(all, (feed) => feed.reload())
  }

  /** A round may take longer than a tick: a slow provider holds up neither prices nor the lease. */
  async function next(): Promise<void> {
    if (isStopped) return
    const wasHolder = isHolder
    isHolder = await lease.hold()
    if (isHolder) {
      // What the holder before has just stored need not be asked for again.
      if (!wasHolder) await reload()
      void candles.refreshDue()
      round ??= inTurns(all, (feed) => feed.refreshIfDue()).finally(() => {
        round = null
      })
    } else {
      // So many small questions at each tick: what has not changed since is not read again.
      await reload()
    }
  }

  return {
    tick() {
      ticking ??= next().finally(() => {
        ticking = null
      })
      return ticking
    },
    async stop() {
      isStopped = true
      // A tick that failed has said so to whoever ticks.
      await ticking?.catch(() => undefined)
      await lease.release()
    },
  }
}

/** Ticks from now on and until it is stopped. */
export function startScheduler({ log, ...ports }: Ports & { readonly log: Logger }): Scheduler {
  const scheduler = createScheduler(ports)
  const run = () => void scheduler.tick().catch((error: unknown) => log.error({ err: error }, "scheduler_failed"))
  const timer = setInterval(run, TICK_MS).unref()
  run()
  return {
    tick: () => scheduler.tick(),
    stop() {
      clearInterval(timer)
      return scheduler.stop()
    },
  }
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

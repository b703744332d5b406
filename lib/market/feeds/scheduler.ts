import { randomUUID } from "node:crypto"
import type { Logger } from "pino"
import type { ManagedCandleFeed } from "./candle-feed"
import type { ManagedFeed } from "./feed-ports"
import { singleFlight } from "@/lib/domain/single-flight"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"

const TICK_MS = 2_000
/** After a crash another process takes over when the lease expires. A process that stops releases it at once. */
const LEASE_MS = 10_000
/** Large provider answers are parsed on the thread that serves payments, so few are fetched at the same time. */
const MAX_CONCURRENT = 4

type RefreshedFeed = Pick<ManagedFeed, "refreshIfDue" | "reload">

type Ports = {
  readonly candles: Pick<ManagedCandleFeed, "refreshDue" | "reload">
  readonly feeds: Readonly<Record<string, RefreshedFeed>>
  readonly store: Store
}

export type Scheduler = {
  /** Refreshes due feeds when this process holds the lease; otherwise reads the values that the holder stored. */
  tick(): Promise<void>
  /** Whether this process refreshes for all, as of its last tick. */
  isHolder(): boolean
  /** Starts no further refresh and releases the lease. */
  stop(): Promise<void>
}

/**
 * Keeps feeds fresh. One of the processes that share a database refreshes and stores; the others read the stored
 * values. So ten processes send no more requests to a provider than one process.
 */
export function createScheduler({ candles, feeds, store }: Ports): Scheduler {
  const lease = createLease(store, { name: "feeds", holder: randomUUID(), ttlMs: LEASE_MS })
  const all = Object.values(feeds)
  const refreshFeeds = singleFlight(() => forEachLimited(all, (feed) => feed.refreshIfDue()))
  let isHolder = false
  let isStopped = false

  async function reload(): Promise<void> {
    await candles.reload()
    await forEachLimited(all, (feed) => feed.reload())
  }

  /** A round may take longer than a tick, because a slow provider must delay neither prices nor the lease. */
  async function next(): Promise<void> {
    if (isStopped) return
    const wasHolder = isHolder
    isHolder = await lease.hold()
    if (isHolder) {
      // The previous holder may have stored values just now.
      if (!wasHolder) await reload()
      void candles.refreshDue()
      void refreshFeeds()
    } else {
      // Feeds read only values that changed since the last tick.
      await reload()
    }
  }

  const tick = singleFlight(next)

  return {
    tick,
    isHolder: () => isHolder && !isStopped,
    async stop() {
      isStopped = true
      // The caller of tick() has received its error.
      await tick().catch(() => undefined)
      await lease.release()
    },
  }
}

/** Runs the scheduler until it is stopped. */
export function startScheduler({ log, ...ports }: Ports & { readonly log: Logger }): Scheduler {
  const scheduler = createScheduler(ports)
  const run = () => void scheduler.tick().catch((error: unknown) => log.error({ err: error }, "scheduler_failed"))
  const timer = setInterval(run, TICK_MS).unref()
  run()
  return {
    tick: () => scheduler.tick(),
    isHolder: () => scheduler.isHolder(),
    stop() {
      clearInterval(timer)
      return scheduler.stop()
    },
  }
}

async function forEachLimited<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
}

import { randomUUID } from "node:crypto"
import type { Logger } from "pino"
import type { ManagedCandleFeed } from "@/lib/feeds/candle-feed"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { type Feeds, managed } from "./feeds"

const TICK_MS = 2_000
const LEASE_MS = 30_000
/** How far behind the holder of the lease the other processes are at most. */
const RELOAD_MS = 10_000
/** Large answers are parsed on the thread that takes payments, so few of them come at once. */
const AT_ONCE = 4

type Ports = {
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  readonly store: Store
  readonly log: Logger
}

/**
 * Keeps feeds fresh. Of all processes that share the database one refreshes, and the others read what it stored, so ten
 * of them ask no more of a provider than one.
 */
export function startScheduler({ candles, feeds, store, log }: Ports): void {
  const lease = createLease(store, { name: "feeds", holder: randomUUID(), ttlMs: LEASE_MS })
  const all = managed(feeds).map(([, feed]) => feed)
  let round: Promise<void> | null = null
  let reloadedMs = 0

  /** A round may take longer than a tick: a slow provider holds up neither prices nor the lease. */
  async function tick(): Promise<void> {
    if (await lease.hold(Date.now())) {
      void candles.refreshDue()
      round ??= inTurns(all, (feed) => feed.refreshIfDue()).finally(() => {
        round = null
      })
    } else if (Date.now() - reloadedMs >= RELOAD_MS) {
      reloadedMs = Date.now()
      await candles.reload()
      await inTurns(all, (feed) => feed.reload())
    }
  }

  const run = () => void tick().catch((error: unknown) => log.error({ err: error }, "scheduler_failed"))
  setInterval(run, TICK_MS).unref()
  run()
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

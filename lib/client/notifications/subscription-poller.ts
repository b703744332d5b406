import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { PersistentList } from "@/lib/client/browser/persistent-list"
import type { WebLocks } from "@/lib/client/browser/tab-lock"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Versions } from "@/lib/client/versions/versions"
import { evaluateSubscription, type Subscription } from "./subscription"

type PollerDeps = {
  readonly subscriptions: PersistentList<Subscription>
  readonly receipts: ExternalStore<readonly Pick<Receipt, "productId" | "commitment">[]>
  readonly versions: Omit<Versions, "confirm">
  readonly locks: WebLocks | undefined
  readonly now: () => number
  /** Whether the user granted the permission. */
  readonly canNotify: () => boolean
  readonly notify: (watch: Subscription) => void
}

const POLL_INTERVAL_MS = 60_000

/**
 * Reads the free version list once a minute, also in background tabs, and notifies of changes. It never buys. One tab
 * does this at a time; another takes over when it closes.
 */
export function startSubscriptionPoller(deps: PollerDeps): void {
  const watch = () => {
    const { subscriptions, versions } = deps
    setInterval(() => {
      if (subscriptions.get().length > 0) void versions.refresh()
    }, POLL_INTERVAL_MS)
    versions.subscribe(() => evaluateAll(deps))
    void versions.refresh()
    return new Promise<void>(() => undefined)
  }
  if (deps.locks === undefined) void watch()
  // A browser may have Web Locks and refuse them. Each tab polls on its own then.
  else void deps.locks.request("signal402.notices", {}, watch).catch(watch)
}

function evaluateAll({ subscriptions, receipts, versions, now, canNotify, notify }: PollerDeps): void {
  const list = versions.get()
  if (list === null || !canNotify()) return
  const boughtVersions = ({ id }: Subscription) =>
    receipts.get().flatMap(({ productId, commitment }) => (productId === id && commitment ? [commitment] : []))
  const evaluations = subscriptions.get().map((watch) => {
    return { before: watch, ...evaluateSubscription(watch, { list, bought: boughtVersions(watch), nowMs: now() }) }
  })
  const changed = new Map(
    evaluations.flatMap(({ before, watch }) => (before === watch ? [] : [[before.id, watch] as const])),
  )
  if (changed.size === 0) return
  subscriptions.apply((all) => all.flatMap((one) => (changed.has(one.id) ? (changed.get(one.id) ?? []) : one)))
  for (const { before } of evaluations.filter((one) => one.notify)) notify(before)
}

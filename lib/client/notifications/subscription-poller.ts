import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { PersistentList } from "@/lib/client/browser/persistent-list"
import type { WebLocks } from "@/lib/client/browser/tab-lock"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Versions } from "@/lib/client/versions/versions"
import { evaluateSubscription, type Subscription } from "./subscription"

type PollerDeps = {
  readonly subscriptions: PersistentList<Subscription>
  readonly receipts: ExternalStore<readonly Pick<Receipt, "productId" | "commitment">[]>
  readonly versions: Versions
  readonly locks: WebLocks | undefined
  readonly now: () => number
  /** Whether the reader, and the browser, let this page notify anything. */
  readonly canNotify: () => boolean
  readonly notify: (watch: Subscription) => void
}

const POLL_INTERVAL_MS = 60_000

/**
 * Looks at the versions on sale now and then, also while nobody evaluations at the page, and tells of what is news. It
 * reads the free list alone: nothing is bought. Of several tabs one does so, and another one when that closes.
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
  // A browser may have locks and refuse them, as it refuses to keep things: then each tab evaluations by itself.
  else void deps.locks.request("signal402.subscriptions", {}, watch).catch(watch)
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

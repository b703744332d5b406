import type { PublicConfig } from "@/lib/api/public-config"
import { createPersistentList, type PersistentList, type TextStorage } from "@/lib/client/browser/persistent-list"
import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Versions } from "@/lib/client/versions/versions"
import { Subscription } from "./subscription"

export const SUBSCRIPTIONS_KEY = "signal402.notices.1"

type SubscriptionsDeps = Pick<PublicConfig, "market"> & {
  readonly storage: TextStorage
  readonly receipts: ExternalStore<readonly Receipt[]>
  readonly versions: Versions
}

/** The stored subscriptions. The poller loads when there is one. */
export function createSubscriptions({
  market,
  storage,
  receipts,
  versions,
}: SubscriptionsDeps): PersistentList<Subscription> {
  const subscriptions = createPersistentList(storage, SUBSCRIPTIONS_KEY, Subscription)
  let isWatching = false
  const begin = async () => {
    if (isWatching || subscriptions.get().length === 0) return
    isWatching = true
    const [{ startSubscriptionPoller }, { notificationPermission, showNotification }] = await Promise.all([
      import("./subscription-poller"),
      import("./browser-notification"),
    ])
    startSubscriptionPoller({
      subscriptions,
      receipts,
      versions,
      locks: navigator.locks,
      now: () => Date.now(),
      canNotify: () => notificationPermission() === "granted",
      // The permission may have been revoked, and some phones need a service worker.
      notify: (watch) => void showNotification(watch, market).catch(() => undefined),
    })
  }
  const tryToStart = () => {
    begin().catch(() => {
      // The code did not load. The next change tries again.
      isWatching = false
    })
  }
  subscriptions.subscribe(tryToStart)
  tryToStart()
  return subscriptions
}

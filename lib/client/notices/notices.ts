import type { PublicConfig } from "@/lib/api/public-config"
import { createPersistentList, type PersistentList, type TextStorage } from "@/lib/client/browser/persistent-list"
import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Versions } from "@/lib/client/versions/versions"
import { Watch } from "./watch"

export const NOTICES_KEY = "signal402.notices.1"

type NoticesDeps = Pick<PublicConfig, "mode"> & {
  readonly storage: TextStorage
  readonly receipts: ExternalStore<readonly Receipt[]>
  readonly versions: Versions
}

/** What the reader wants to be told of. The code that looks comes when there is something to look for. */
export function createNotices({ mode, storage, receipts, versions }: NoticesDeps): PersistentList<Watch> {
  const watches = createPersistentList(storage, NOTICES_KEY, Watch)
  let isWatching = false
  const begin = async () => {
    if (isWatching || watches.get().length === 0) return
    isWatching = true
    const [{ startWatcher }, { noticePermission, showNotice }] = await Promise.all([
      import("./watcher"),
      import("./notice"),
    ])
    startWatcher({
      watches,
      receipts,
      versions,
      locks: navigator.locks,
      now: () => Date.now(),
      mayTell: () => noticePermission() === "granted",
      // The permission may be gone by now, and some phones show no notice without a service worker.
      tell: (watch) => void showNotice(watch, mode).catch(() => undefined),
    })
  }
  const tryToBegin = () => {
    begin().catch(() => {
      // The code did not load: the next visit asks for it again.
      isWatching = false
    })
  }
  watches.subscribe(tryToBegin)
  tryToBegin()
  return watches
}

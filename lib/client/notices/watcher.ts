import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { PersistentList } from "@/lib/client/browser/persistent-list"
import type { TabLocks } from "@/lib/client/browser/turns"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Versions } from "@/lib/client/versions/versions"
import { afterLook, type Watch } from "./watch"

type WatcherDeps = {
  readonly watches: PersistentList<Watch>
  readonly receipts: ExternalStore<readonly Pick<Receipt, "productId" | "commitment">[]>
  readonly versions: Versions
  readonly locks: TabLocks | undefined
  readonly now: () => number
  /** Whether the reader, and the browser, let this page tell anything. */
  readonly mayTell: () => boolean
  readonly tell: (watch: Watch) => void
}

const LOOK_EVERY_MS = 60_000

/**
 * Looks at the versions on sale now and then, also while nobody looks at the page, and tells of what is news. It
 * reads the free list alone: nothing is bought. Of several tabs one does so, and another one when that closes.
 */
export function startWatcher(deps: WatcherDeps): void {
  const watch = () => {
    const { watches, versions } = deps
    setInterval(() => {
      if (watches.get().length > 0) void versions.refresh()
    }, LOOK_EVERY_MS)
    versions.subscribe(() => look(deps))
    void versions.refresh()
    return new Promise<void>(() => undefined)
  }
  if (deps.locks === undefined) void watch()
  // A browser may have locks and refuse them, as it refuses to keep things: then each tab looks by itself.
  else void deps.locks.request("signal402.notices", {}, watch).catch(watch)
}

function look({ watches, receipts, versions, now, mayTell, tell }: WatcherDeps): void {
  const list = versions.get()
  if (list === null || !mayTell()) return
  const boughtOf = ({ id }: Watch) =>
    receipts.get().flatMap(({ productId, commitment }) => (productId === id && commitment ? [commitment] : []))
  const looks = watches.get().map((watch) => {
    return { before: watch, ...afterLook(watch, { list, bought: boughtOf(watch), nowMs: now() }) }
  })
  const changed = new Map(looks.flatMap(({ before, watch }) => (before === watch ? [] : [[before.id, watch] as const])))
  if (changed.size === 0) return
  watches.apply((all) => all.flatMap((one) => (changed.has(one.id) ? (changed.get(one.id) ?? []) : one)))
  for (const { before } of looks.filter((one) => one.tell)) tell(before)
}

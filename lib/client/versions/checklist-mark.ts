import { DAY_MS } from "@/lib/domain/utc-day"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { isFresh, isNewer, noDataSince, type VersionList, versionOf } from "./newer"

type Asked = {
  readonly path: string
  readonly owned: Pick<Receipt, "commitment" | "version"> | null
  readonly nowMs: number
}

/** The mark of a panel in the checklist, by the free version check; `null` when unknown. Pure. */
export function checklistMark(list: VersionList | null, { path, owned, nowMs }: Asked): string | null {
  const newest = versionOf(list, path)
  if (newest === null || !isFresh(list, nowMs)) return null
  if (noDataSince(list, { path, nowMs }) !== null) return "Paused, waiting for data"
  const isRecent = Date.parse(newest.changed_at) > nowMs - DAY_MS
  if (owned === null) return isRecent ? "Not bought, changed in the last 24h" : "Not bought, unchanged for 24h"
  const newer = isNewer(list, { path, owned, nowMs })
  if (newer === false) return "You have the newest version"
  if (isRecent) return "New since yesterday"
  return newer === true ? "Newer than yours" : "Unchanged since yesterday"
}

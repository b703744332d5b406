import type { CachedFeed } from "./cached-feed"

/** Reads a feed of a group. A failed feed is refreshed in the background, and the group answers without it. */
export async function readIfHealthy<T>(feed: CachedFeed<T>): ReturnType<CachedFeed<T>["read"]> {
  const { isFresh, lastError } = feed.status()
  if (isFresh || lastError === null) return feed.read()
  void feed.refreshIfDue()
  return null
}

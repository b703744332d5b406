import type { CachedFeed } from "./cached-feed"

/** One of several that failed is not waited for: the others make an answer without it, and it is asked behind them. */
export async function readIfHealthy<T>(feed: CachedFeed<T>): ReturnType<CachedFeed<T>["read"]> {
  const { isFresh, lastError } = feed.status()
  if (isFresh || lastError === null) return feed.read()
  void feed.refreshIfDue()
  return null
}

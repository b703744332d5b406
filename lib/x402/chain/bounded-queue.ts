import pLimit from "p-limit"

type QueueLimits = {
  /** Calls to the node at a time. */
  readonly maxConcurrent: number
  /** Running and waiting calls together. Further calls are rejected. */
  readonly maxPending: number
}

/**
 * A queue for calls that cost their caller nothing, such as checks of invented signatures or transactions. Such calls
 * run one after another and never delay other calls. Rejects at once while too many wait.
 */
export function boundedQueue({ maxConcurrent, maxPending }: QueueLimits): <T>(call: () => Promise<T>) => Promise<T> {
  const limit = pLimit(maxConcurrent)
  return (call) => {
    if (limit.activeCount + limit.pendingCount >= maxPending)
      return Promise.reject(new Error("Too many questions of this kind wait for the node."))
    return limit(call)
  }
}

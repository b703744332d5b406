import pLimit from "p-limit"

type Room = {
  /** Calls to the node at a time. */
  readonly callsUnderWay: number
  /** Running and waiting calls together. Further calls are rejected. */
  readonly most: number
}

/**
 * A queue for calls that cost their caller nothing, such as checks of invented signatures or transactions. Such calls
 * run one after another and never delay other calls. Rejects at once while too many wait.
 */
export function boundedQueue({ callsUnderWay, most }: Room): <T>(call: () => Promise<T>) => Promise<T> {
  const line = pLimit(callsUnderWay)
  return (call) => {
    if (line.activeCount + line.pendingCount >= most)
      return Promise.reject(new Error("Too many questions of this kind wait for the node."))
    return line(call)
  }
}

import pLimit from "p-limit"

type Room = {
  /** Calls to the node at a time. */
  readonly callsUnderWay: number
  /** Those and who waits for them; whoever comes after is turned away. */
  readonly most: number
}

/**
 * A line for questions that cost their asker nothing, as with a signature of no key or an invented transaction: they wait
 * for each other, and for nobody else's. Rejects at once while too many wait.
 */
export function boundedQueue({ callsUnderWay, most }: Room): <T>(call: () => Promise<T>) => Promise<T> {
  const line = pLimit(callsUnderWay)
  return (call) => {
    if (line.activeCount + line.pendingCount >= most)
      return Promise.reject(new Error("Too many questions of this kind wait for the node."))
    return line(call)
  }
}

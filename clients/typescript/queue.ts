import { throwIfAborted, untilAborted } from "./request.js"

/** Runs tasks of one name one after another. */
export function createQueues() {
  const queues = new Map<string, Promise<unknown>>()
  return async <T>(name: string, signal: AbortSignal | null, task: () => Promise<T>): Promise<T> => {
    const before = queues.get(name) ?? Promise.resolve()
    const turn = before.then(() => (signal?.aborted === true ? undefined : task()))
    const done = turn.catch(() => undefined)
    queues.set(name, done)
    void done.then(() => queues.get(name) === done && queues.delete(name))
    await untilAborted(before, signal)
    throwIfAborted(signal)
    return (await turn) as T
  }
}

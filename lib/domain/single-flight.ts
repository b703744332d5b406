/** Calls with the key of a call that is still running share its result instead of starting the work again. */
export function singleFlight<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return (key) => {
    const running = inFlight.get(key)
    if (running !== undefined) return running
    const result = work(key).finally(() => inFlight.delete(key))
    inFlight.set(key, result)
    return result
  }
}

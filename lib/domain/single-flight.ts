/**
 * Calls that arrive while an equal call is running share its result instead of starting the work again.
 *
 * @param keyOf calls with equal keys are equal
 */
export function singleFlight<T, A = void>(
  work: (argument: A) => Promise<T>,
  keyOf: (argument: A) => string = String,
): (argument: A) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return (argument) => {
    const key = keyOf(argument)
    const running = inFlight.get(key)
    if (running !== undefined) return running
    const result = work(argument).finally(() => inFlight.delete(key))
    inFlight.set(key, result)
    return result
  }
}

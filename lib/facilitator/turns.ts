/** Runs at most `most` pieces of work at a time; the others wait in the order in which they came. */
export function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  function turn(): Promise<void> {
    if (running < most) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      waiting.push(resolve)
    })
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

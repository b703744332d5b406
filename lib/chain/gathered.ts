export type GatheredOptions = {
  /** Calls at once; whoever comes meanwhile waits for company. */
  readonly callsUnderWay: number
  /** Questions in one call. */
  readonly most: number
  /** Whoever comes while so many wait is turned away. */
  readonly mostWaiting: number
}

type Waiting<Q, A> = {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Answers together what is asked in one turn of the event loop, or while calls are under way: a crowd costs as many calls as
 * the node answers one after another, and nobody waits who is alone.
 *
 * `ask` answers in the order of the questions. A call that fails fails all who share it. Rejects at once while too many wait.
 */
export function gathered<Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
  { callsUnderWay, most, mostWaiting }: GatheredOptions,
): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = []
  let underWay = 0
  let isTurnOpen = false

  async function call(group: readonly Waiting<Q, A>[]): Promise<void> {
    underWay += 1
    try {
      const answers = await ask(group.map(({ question }) => question))
      if (answers.length !== group.length) throw new Error(`${group.length} questions got ${answers.length} answers.`)
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer)
    } catch (cause) {
      for (const one of group) one.reject(cause)
    } finally {
      underWay -= 1
      next()
    }
  }

  function next(): void {
    while (waiting.length > 0 && underWay < callsUnderWay) void call(waiting.splice(0, most))
  }

  /** Whoever asks in this turn has come. */
  function atEndOfTurn(): void {
    if (isTurnOpen) return
    isTurnOpen = true
    setImmediate(() => {
      isTurnOpen = false
      next()
    })
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) throw new Error("Too many questions wait for the node.")
      waiting.push({ question, resolve, reject })
      // The node works on a full call while the rest of a crowd still comes.
      if (waiting.length === most) next()
      else atEndOfTurn()
    })
}

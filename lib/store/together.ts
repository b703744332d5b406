/**
 * Whoever was answered asks the chain next, which has something to do then while the rest of a crowd is still read. Of rows
 * with twenty columns far fewer than a statement of either database may have parameters.
 */
const MOST = 25

type Waiting<Q, A> = {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Answers in one call what is asked in one turn of the event loop: by requests that came together, and by all who went on
 * when a call was answered. Nobody waits for company that is not there, and a full call for no end of the turn.
 *
 * `ask` answers in the order of the questions, in one step. When that fails for company, and `isRolledBack` says that nothing of
 * it was done, each is asked alone: none fails for another one's fault.
 */
export function together<Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
  isRolledBack: (cause: unknown) => boolean = () => true,
): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = []

  function askAll(): void {
    while (waiting.length > 0) void answer(waiting.splice(0, MOST))
  }

  async function answer(group: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await ask(group.map(({ question }) => question))
      if (answers.length !== group.length) throw new Error(`${group.length} questions got ${answers.length} answers.`)
      for (const [index, value] of answers.entries()) group[index]?.resolve(value)
    } catch (cause) {
      if (group.length > 1 && isRolledBack(cause)) for (const one of group) void answer([one])
      else for (const { reject } of group) reject(cause)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === MOST) askAll()
      else if (waiting.length === 1) setImmediate(askAll)
    })
}

export type BatchLoaderOptions = {
  readonly maxBatch: number
  /** Batches that run at a time; absent: any number. Questions that come while all run wait for the next batch. */
  readonly maxConcurrent?: number
  /** A request is rejected while this many wait; absent: without limit. */
  readonly maxWaiting?: number
  /**
   * Whether a failed batch has changed nothing. Then each of its requests is repeated alone, so that none fails because
   * of another. Absent: all requests of the batch fail.
   */
  readonly isRolledBack?: (cause: unknown) => boolean
}

type Waiting<Q, A> = {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Answers all requests of one turn of the event loop in one call. A full batch starts at once, other batches at the end
 * of the turn. `load` returns the answers in the order of the requests.
 */
export function batchLoader<Q, A>(
  load: (questions: readonly Q[]) => Promise<readonly A[]>,
  options: BatchLoaderOptions,
): (question: Q) => Promise<A> {
  const { maxBatch, maxConcurrent = Infinity, maxWaiting = Infinity, isRolledBack = () => false } = options
  const waiting: Waiting<Q, A>[] = []
  let running = 0
  let isScheduled = false

  async function run(batch: readonly Waiting<Q, A>[]): Promise<void> {
    running += 1
    try {
      const answers = await load(batch.map(({ question }) => question))
      if (answers.length !== batch.length) throw new Error(`${batch.length} questions got ${answers.length} answers.`)
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer)
    } catch (cause) {
      if (batch.length > 1 && isRolledBack(cause)) for (const one of batch) void run([one])
      else for (const { reject } of batch) reject(cause)
    } finally {
      const wasFull = running >= maxConcurrent
      running -= 1
      if (wasFull) startBatches()
    }
  }

  function startBatches(): void {
    while (waiting.length > 0 && running < maxConcurrent) void run(waiting.splice(0, maxBatch))
  }

  function scheduleBatches(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      startBatches()
    })
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) throw new Error("Too many questions wait.")
      waiting.push({ question, resolve, reject })
      if (waiting.length === maxBatch) startBatches()
      else scheduleBatches()
    })
}

type CachedAnswer<T> = { readonly stamp: string; readonly answer: Promise<T> }

/** The owner of the inputs (the runtime), and the revision of their content. */
export type Inputs = { readonly of: object; readonly revision: number }

/** When more questions are cached, the oldest is computed again. */
const MAX_ANSWERS = 500

/**
 * Computes an answer once for all equal requests within one second and one revision of the inputs. Ages in the answer stay
 * exact to the second. A failure is not cached.
 */
export function shareAnswers<P, T>(
  handle: (params: P) => Promise<T>,
  { inputs, clock }: { readonly inputs: () => Promise<Inputs>; readonly clock: () => number },
): (params: P) => Promise<T> {
  const caches = new WeakMap<object, Map<string, CachedAnswer<T>>>()
  return async (params) => {
    const { of, revision } = await inputs()
    const answers = caches.get(of) ?? new Map<string, CachedAnswer<T>>()
    caches.set(of, answers)
    const key = JSON.stringify(params)
    const stamp = `${Math.floor(clock() / 1000)} ${revision}`
    const known = answers.get(key)
    if (known?.stamp === stamp) return known.answer
    const answer = handle(params)
    answers.delete(key)
    answers.set(key, { stamp, answer })
    answer.catch(() => answers.get(key)?.answer === answer && answers.delete(key))
    for (const oldest of [...answers.keys()].slice(0, Math.max(0, answers.size - MAX_ANSWERS))) answers.delete(oldest)
    return answer
  }
}

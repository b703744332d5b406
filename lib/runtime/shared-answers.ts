import type { Contract, Params, ResponseOf } from "@/lib/api/contract"

type Handle<C extends Contract> = (params: Params<C>) => Promise<ResponseOf<C>>

type Held<T> = { readonly stamp: string; readonly answer: Promise<T> }

/** Which process' inputs an answer is made of, and which state of them. */
export type Inputs = { readonly of: object; readonly revision: number }

/** What is asked within a second, at most; beyond that the oldest is computed again. */
const MOST_ANSWERS = 500

/**
 * One computation for all who ask the same question within one second and one state of the inputs: the same inputs make
 * the same answer, and its ages stay exact to the second. A failure is not remembered.
 */
export function shareAnswers<C extends Contract>(
  handle: Handle<C>,
  { inputs, clock }: { readonly inputs: () => Promise<Inputs>; readonly clock: () => number },
): Handle<C> {
  const desks = new WeakMap<object, Map<string, Held<ResponseOf<C>>>>()
  return async (params) => {
    const { of, revision } = await inputs()
    const answers = desks.get(of) ?? new Map<string, Held<ResponseOf<C>>>()
    desks.set(of, answers)
    const key = JSON.stringify(params)
    const stamp = `${Math.floor(clock() / 1000)} ${revision}`
    const known = answers.get(key)
    if (known?.stamp === stamp) return known.answer
    const answer = handle(params)
    answers.delete(key)
    answers.set(key, { stamp, answer })
    answer.catch(() => answers.get(key)?.answer === answer && answers.delete(key))
    for (const oldest of [...answers.keys()].slice(0, Math.max(0, answers.size - MOST_ANSWERS))) answers.delete(oldest)
    return answer
  }
}

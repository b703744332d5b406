import fc from "fast-check"
import { expect, test } from "vitest"
import { gathered } from "./gathered"

/** A node that answers when it is told to. */
function slowNode() {
  const calls: { readonly questions: readonly number[]; readonly answer: () => void; readonly fail: () => void }[] = []
  const ask = (questions: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      const answer = () => resolve(questions.map((question) => question * 10))
      calls.push({ questions, answer, fail: () => reject(new Error("down")) })
    })
  return { calls, ask }
}

test("who is alone is asked about at once; who comes while calls are under way shares the next", async () => {
  const { calls, ask } = slowNode()
  const answerTo = gathered(ask, { callsUnderWay: 2, most: 3, mostWaiting: 9 })
  const answers = [1, 2, 3, 4, 5, 6].map((question) => answerTo(question))
  expect(calls.map(({ questions }) => questions)).toEqual([[1], [2]])
  calls[0]?.answer()
  expect(await answers[0]).toBe(10)
  expect(calls[2]?.questions).toEqual([3, 4, 5])
  calls[1]?.answer()
  await answers[1]
  expect(calls[3]?.questions).toEqual([6])
  calls[3]?.answer()
  calls[2]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60])
})

test("a call that fails fails those in it, and the next is made", async () => {
  const { calls, ask } = slowNode()
  const [first, ...others] = [1, 2, 3, 4].map(gathered(ask, { callsUnderWay: 1, most: 2, mostWaiting: 9 }))
  const outcomes = Promise.allSettled(others)
  calls[0]?.answer()
  await first
  calls[1]?.fail()
  await expect(others[0]).rejects.toThrow("down")
  calls[2]?.answer()
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"])
})

test("one too many hears so at once, and the others are served", async () => {
  const { calls, ask } = slowNode()
  const answerTo = gathered(ask, { callsUnderWay: 1, most: 9, mostWaiting: 2 })
  const answers = [1, 2, 3].map((question) => answerTo(question))
  await expect(answerTo(4)).rejects.toThrow("Too many")
  calls[0]?.answer()
  await answers[0]
  calls[1]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20, 30])
})

test("everybody gets the answer to what it asked, however many come", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 80 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      async (questions, callsUnderWay, most) => {
        const answerTo = gathered(async (group: readonly number[]) => group.map((n) => n + 1), {
          callsUnderWay,
          most,
          mostWaiting: 80,
        })
        expect(await Promise.all(questions.map((question) => answerTo(question)))).toEqual(questions.map((n) => n + 1))
      },
    ),
  )
})

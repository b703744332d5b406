import { setImmediate } from "node:timers/promises"
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

/** Whoever asks in one turn of the event loop has asked. */
const endOfTurn = () => setImmediate()

test("what is asked in one turn shares a call, and so does what is asked while calls are under way", async () => {
  const { calls, ask } = slowNode()
  const answerTo = gathered(ask, { callsUnderWay: 2, most: 3, mostWaiting: 9 })
  const asked = () => calls.map(({ questions }) => questions)
  const alone = answerTo(1)
  await endOfTurn()
  expect(asked(), "who is alone waits for nobody").toEqual([[1]])
  const others = [2, 3, 4, 5].map(answerTo)
  expect(asked(), "a full call waits for no end").toEqual([[1], [2, 3, 4]])
  const late = answerTo(6)
  await endOfTurn()
  expect(asked(), "two are under way").toHaveLength(2)
  calls[0]?.answer()
  expect(await alone).toBe(10)
  await endOfTurn()
  expect(asked()[2]).toEqual([5, 6])
  calls[2]?.answer()
  calls[1]?.answer()
  expect(await Promise.all([...others, late])).toEqual([20, 30, 40, 50, 60])
})

test("a call that fails fails those in it, and the next is made", async () => {
  const { calls, ask } = slowNode()
  const outcomes = Promise.allSettled([1, 2, 3].map(gathered(ask, { callsUnderWay: 1, most: 2, mostWaiting: 9 })))
  await endOfTurn()
  calls[0]?.fail()
  await endOfTurn()
  calls[1]?.answer()
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"])
})

test("one too many hears so at once, and the others are served", async () => {
  const { calls, ask } = slowNode()
  const answerTo = gathered(ask, { callsUnderWay: 1, most: 9, mostWaiting: 2 })
  const answers = [1, 2].map(answerTo)
  await expect(answerTo(3)).rejects.toThrow("Too many")
  await endOfTurn()
  calls[0]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20])
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

import { setImmediate } from "node:timers/promises"
import fc from "fast-check"
import { expect, test } from "vitest"
import { batchLoader } from "./batch-loader"

/** A node whose answers the test triggers. */
function slowNode() {
  const calls: { readonly questions: readonly number[]; readonly answer: () => void; readonly fail: () => void }[] = []
  const ask = (questions: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      const answer = () => resolve(questions.map((question) => question * 10))
      calls.push({ questions, answer, fail: () => reject(new Error("down")) })
    })
  return { calls, ask }
}

const nextMacrotask = () => setImmediate()

test("calls of one turn share a batch, and so do calls that arrive while all batches run", async () => {
  const { calls, ask } = slowNode()
  const answerTo = batchLoader(ask, { maxConcurrent: 2, maxBatch: 3, maxWaiting: 9 })
  const asked = () => calls.map(({ questions }) => questions)
  const alone = answerTo(1)
  await nextMacrotask()
  expect(asked(), "one question waits for no other").toEqual([[1]])
  const others = [2, 3, 4, 5].map(answerTo)
  expect(asked(), "a full batch starts at once").toEqual([[1], [2, 3, 4]])
  const late = answerTo(6)
  await nextMacrotask()
  expect(asked(), "two batches run").toHaveLength(2)
  calls[0]?.answer()
  expect(await alone).toBe(10)
  await nextMacrotask()
  expect(asked()[2]).toEqual([5, 6])
  calls[2]?.answer()
  calls[1]?.answer()
  expect(await Promise.all([...others, late])).toEqual([20, 30, 40, 50, 60])
})

test("a failed batch fails its calls, and the next batch runs", async () => {
  const { calls, ask } = slowNode()
  const outcomes = Promise.allSettled([1, 2, 3].map(batchLoader(ask, { maxConcurrent: 1, maxBatch: 2, maxWaiting: 9 })))
  await nextMacrotask()
  calls[0]?.fail()
  await nextMacrotask()
  calls[1]?.answer()
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"])
})

test("a call above the limit is rejected at once, and the others are answered", async () => {
  const { calls, ask } = slowNode()
  const answerTo = batchLoader(ask, { maxConcurrent: 1, maxBatch: 9, maxWaiting: 2 })
  const answers = [1, 2].map(answerTo)
  await expect(answerTo(3)).rejects.toThrow("Too many")
  await nextMacrotask()
  calls[0]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20])
})

test("each call gets its own answer, for any number of calls", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 80 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      async (questions, maxConcurrent, maxBatch) => {
        const answerTo = batchLoader(async (group: readonly number[]) => group.map((n) => n + 1), {
          maxConcurrent,
          maxBatch,
          maxWaiting: 80,
        })
        expect(await Promise.all(questions.map((question) => answerTo(question)))).toEqual(questions.map((n) => n + 1))
      },
    ),
  )
})

function recorded(fault: (questions: readonly number[]) => Error | null = () => null) {
  const calls: (readonly number[])[] = []
  const ask = async (questions: readonly number[]) => {
    calls.push(questions)
    const cause = fault(questions)
    if (cause !== null) throw cause
    return questions.map((question) => question * 10)
  }
  return { calls, ask }
}

test("without a limit, calls of one turn are one batch", async () => {
  const { calls, ask } = recorded()
  const one = batchLoader(ask, { maxBatch: 25, isRolledBack: () => true })
  const later = nextMacrotask()
    .then(nextMacrotask)
    .then(() => one(4))
  expect(await Promise.all([one(1), one(2), Promise.resolve().then(() => one(1))])).toEqual([10, 20, 10])
  expect(await later).toBe(40)
  expect(calls).toEqual([[1, 2, 1], [4]])
})

test("calls that follow the answers of a batch share the next batch", async () => {
  const { calls, ask } = recorded()
  const one = batchLoader(ask, { maxBatch: 25, isRolledBack: () => true })
  await Promise.all([1, 2, 3].map(async (n) => one(await one(n))))
  expect(calls).toEqual([
    [1, 2, 3],
    [10, 20, 30],
  ])
})

test("many calls are split into batches of at most 25, which start at once", async () => {
  const { calls, ask } = recorded()
  const one = batchLoader(ask, { maxBatch: 25, isRolledBack: () => true })
  const numbers = Array.from({ length: 150 }, (_, n) => n)
  const answers = numbers.map(one)
  expect(calls).toHaveLength(6)
  expect(await Promise.all(answers)).toEqual(numbers.map((n) => n * 10))
  expect(calls.map(({ length }) => length)).toEqual([25, 25, 25, 25, 25, 25])
})

test("after a rolled-back failure each call is repeated alone", async () => {
  const { calls, ask } = recorded((questions) => (questions.includes(2) ? new Error("two") : null))
  const one = batchLoader(ask, { maxBatch: 25, isRolledBack: () => true })
  expect(await Promise.allSettled([one(1), one(2), one(3)])).toEqual([
    { status: "fulfilled", value: 10 },
    { status: "rejected", reason: new Error("two") },
    { status: "fulfilled", value: 30 },
  ])
  expect(calls).toEqual([[1, 2, 3], [1], [2], [3]])
})

test("a batch that may have been executed is not repeated", async () => {
  const { calls, ask } = recorded(() => new Error("connection lost"))
  const one = batchLoader(ask, { maxBatch: 25, isRolledBack: () => false })
  expect((await Promise.allSettled([one(1), one(2)])).map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(calls).toEqual([[1, 2]])
})

import { expect, test } from "vitest"
import { together } from "./together"

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

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

test("what is asked in one turn is one call, and each hears its own answer", async () => {
  const { calls, ask } = recorded()
  const one = together(ask)
  const later = turn()
    .then(turn)
    .then(() => one(4))
  expect(await Promise.all([one(1), one(2), Promise.resolve().then(() => one(1))])).toEqual([10, 20, 10])
  expect(await later).toBe(40)
  expect(calls).toEqual([[1, 2, 1], [4]])
})

test("whoever goes on when a call was answered is in company again", async () => {
  const { calls, ask } = recorded()
  const one = together(ask)
  await Promise.all([1, 2, 3].map(async (n) => one(await one(n))))
  expect(calls).toEqual([
    [1, 2, 3],
    [10, 20, 30],
  ])
})

test("a crowd is several calls of 25 at most, which begin while it comes", async () => {
  const { calls, ask } = recorded()
  const one = together(ask)
  const crowd = Array.from({ length: 150 }, (_, n) => n)
  const answers = crowd.map(one)
  expect(calls).toHaveLength(6)
  expect(await Promise.all(answers)).toEqual(crowd.map((n) => n * 10))
  expect(calls.map(({ length }) => length)).toEqual([25, 25, 25, 25, 25, 25])
})

test("none fails for another one's fault", async () => {
  const { calls, ask } = recorded((questions) => (questions.includes(2) ? new Error("two") : null))
  const one = together(ask)
  expect(await Promise.allSettled([one(1), one(2), one(3)])).toEqual([
    { status: "fulfilled", value: 10 },
    { status: "rejected", reason: new Error("two") },
    { status: "fulfilled", value: 30 },
  ])
  expect(calls).toEqual([[1, 2, 3], [1], [2], [3]])
})

test("what may have been done is not asked again", async () => {
  const { calls, ask } = recorded(() => new Error("connection lost"))
  const one = together(ask, () => false)
  expect((await Promise.allSettled([one(1), one(2)])).map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(calls).toEqual([[1, 2]])
})

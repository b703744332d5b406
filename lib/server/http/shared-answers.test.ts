import { expect, test } from "vitest"
import { shareAnswers } from "./shared-answers"

function setUp(fail = (_computed: number) => false) {
  const state = { nowMs: 1_000, of: {}, revision: 1, computed: 0 }
  const ask = shareAnswers(
    async ({ of }: { readonly of: string }) => {
      const computed = ++state.computed
      await Promise.resolve()
      if (fail(computed)) throw new Error("no data")
      return { of, computed }
    },
    { inputs: async () => state, clock: () => state.nowMs },
  )
  return { state, ask }
}

test("concurrent equal requests receive one answer, computed once", async () => {
  const { ask, state } = setUp()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ of: "a" })))
  expect(new Set(answers).size).toBe(1)
  expect(state.computed).toBe(1)
  expect(await ask({ of: "b" })).toEqual({ of: "b", computed: 2 })
})

test.each([
  ["in the next second", (state: { nowMs: number }) => (state.nowMs += 1_000)],
  ["after a newer input", (state: { revision: number }) => (state.revision = 2)],
  ["for another owner of the inputs", (state: { of: object }) => (state.of = {})],
])("a new answer is computed %s", async (_, change) => {
  const { ask, state } = setUp()
  await ask({ of: "a" })
  change(state)
  expect(await ask({ of: "a" })).toEqual({ of: "a", computed: 2 })
})

test("a failure is shared by concurrent requests and not cached", async () => {
  const { ask } = setUp((computed) => computed === 1)
  const outcomes = await Promise.allSettled([ask({ of: "a" }), ask({ of: "a" })])
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await ask({ of: "a" })).toEqual({ of: "a", computed: 2 })
})

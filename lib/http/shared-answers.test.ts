import { expect, test } from "vitest"
import { defineContract } from "@/lib/api/contract"
import { z } from "zod"
import { NoParams } from "@/lib/api/fields"
import { parseUsdc } from "@/lib/domain/usdc"
import { shareAnswers } from "./shared-answers"

const contract = defineContract({
  id: "count",
  path: "/count",
  price: parseUsdc("0.01"),
  title: "Count",
  description: "How often it was computed.",
  tags: [],
  freshness: { changesWith: "price", needs: ["price"] },
  pathParams: NoParams,
  queryParams: z.object({ of: z.string() }),
  response: z.object({ of: z.string(), computed: z.number() }),
  exampleParams: { of: "a" },
  example: { of: "a", computed: 1 },
})

function setUp(fail = (_computed: number) => false) {
  const state = { nowMs: 1_000, of: {}, revision: 1, computed: 0 }
  const ask = shareAnswers<typeof contract>(
    async ({ of }) => {
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
  ["the next second", (state: { nowMs: number }) => (state.nowMs += 1_000)],
  ["a newer input", (state: { revision: number }) => (state.revision = 2)],
  ["another process", (state: { of: object }) => (state.of = {})],
])("%s makes a new answer", async (_, change) => {
  const { ask, state } = setUp()
  await ask({ of: "a" })
  change(state)
  expect(await ask({ of: "a" })).toEqual({ of: "a", computed: 2 })
})

test("a failure is shared by those who waited for it, and not remembered", async () => {
  const { ask } = setUp((computed) => computed === 1)
  const outcomes = await Promise.allSettled([ask({ of: "a" }), ask({ of: "a" })])
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await ask({ of: "a" })).toEqual({ of: "a", computed: 2 })
})

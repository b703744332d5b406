import { afterAll, beforeAll, expect, test } from "vitest"
import { openPaymentWorld, type PaymentWorld } from "@/lib/testing/payment-world"
import { randomPlan } from "./campaign"
import { crashRun } from "./harness"
import { CALM, type Death } from "./weather"

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const DEADLINE_MS = 60_000

test.each<Death>([
  { step: "ledger.claim", side: "after", occurrence: 2 },
  { step: "ledger.markSent", side: "before", occurrence: 1 },
  { step: "ledger.markSent", side: "after", occurrence: 1 },
  { step: "chain.broadcast", side: "after", occurrence: 1 },
  { step: "deliver", side: "before", occurrence: 2 },
])(
  "killed $side $step: who paid is served, once, and nothing is left in between",
  async (death) => {
    const report = await crashRun(world, { payers: 4, deaths: [death], weather: CALM, seed: 1 })
    expect(report).toEqual({ killed: 1, faults: [] })
  },
  DEADLINE_MS,
)

test.each([402, 8453])(
  "several deaths, foul weather (plan %i): the same",
  async (seed) => {
    expect((await crashRun(world, randomPlan(seed))).faults).toEqual([])
  },
  DEADLINE_MS,
)

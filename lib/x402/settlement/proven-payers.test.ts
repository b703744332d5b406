import { expect, test } from "vitest"
import { createProvenPayers } from "./proven-payers"

/** With a ledger that holds these counts. */
function openProven(counts: Record<string, number>) {
  let nowMs = 1_000_000
  const asked: string[] = []
  const ledger = { isDown: false }
  const proven = createProvenPayers({
    settledPayments(payer) {
      asked.push(payer)
      return ledger.isDown ? Promise.reject(new Error("The ledger is down.")) : Promise.resolve(counts[payer] ?? 0)
    },
    clock: () => nowMs,
  })
  return { proven, asked, ledger, wait: (ms: number) => (nowMs += ms) }
}

test("a payer of an earlier process is proven after one look into the ledger", async () => {
  const { proven, asked } = openProven({ known: 3 })
  expect(proven.countOf("known")).toBe(0)
  await proven.load("known")
  expect(proven.countOf("known")).toBe(3)
  proven.add("known")
  expect([proven.countOf("known"), proven.load("known"), asked]).toEqual([4, null, ["known"]])
})

test("a new payer is looked up once in 30 seconds, at most, because it may have paid at another process", async () => {
  const counts: Record<string, number> = {}
  const { proven, asked, wait } = openProven(counts)
  await Promise.all([proven.load("new"), proven.load("new")])
  counts["new"] = 1
  await proven.load("new")
  expect([asked.length, proven.countOf("new")]).toEqual([1, 0])
  wait(-90_000_000)
  await proven.load("new")
  expect([asked.length, proven.countOf("new"), "after a jump of the clock"]).toEqual([
    2,
    1,
    "after a jump of the clock",
  ])
})

test("a payer whose deposit failed is not proven by the ledger, which may not know it, until its next payment", async () => {
  const { proven } = openProven({ payer: 5 })
  await proven.load("payer")
  proven.remove("payer")
  expect([proven.load("payer"), proven.countOf("payer")]).toEqual([null, 0])
  proven.add("payer")
  expect(proven.countOf("payer")).toBe(1)
})

test("a ledger that is down proves nobody, and is asked again", async () => {
  const { proven, ledger } = openProven({ payer: 1 })
  ledger.isDown = true
  await proven.load("payer")
  expect(proven.countOf("payer")).toBe(0)
  ledger.isDown = false
  await proven.load("payer")
  expect(proven.countOf("payer")).toBe(1)
})

test("10,000 payers without a payment keep no proven payer from being known", async () => {
  const { proven } = openProven({})
  proven.add("known")
  for (let n = 0; n < 10_001; n += 1) await proven.load(`new ${n}`)
  expect(proven.countOf("known")).toBe(1)
})

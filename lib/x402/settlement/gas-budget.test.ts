import { expect, test } from "vitest"
import { createGasBudget } from "./gas-budget"

function openBudget() {
  const time = { ms: 0 }
  const events: string[] = []
  const budget = createGasBudget({
    clock: () => time.ms,
    maxRefusedShare: 0.2,
    log: (event) => void events.push(event),
  })
  return { time, events, budget }
}

test("the gas of a transaction is divided evenly among its payments", () => {
  const { budget } = openBudget()
  budget.record({ gasUsed: 1_000n, settled: 3, refused: 1 })
  expect(budget.use()).toEqual({ settledGas: 750n, refusedGas: 250n, isExceeded: false })
})

test("an empty transaction, which only uses a nonce, does not count", () => {
  const { budget } = openBudget()
  budget.record({ gasUsed: 21_000n, settled: 0, refused: 0 })
  expect(budget.use()).toMatchObject({ settledGas: 0n, refusedGas: 0n })
})

test("the budget is exceeded above a share of settled gas, and not by a few refusals alone", () => {
  const { budget, events } = openBudget()
  budget.record({ gasUsed: 250_000n, settled: 0, refused: 5 })
  expect(budget.isExceeded()).toBe(false)
  budget.record({ gasUsed: 50_000n, settled: 0, refused: 1 })
  expect(budget.isExceeded()).toBe(true)
  budget.record({ gasUsed: 1_500_000n, settled: 30, refused: 0 })
  expect(budget.isExceeded(), "300,000 is 20% of 1,500,000").toBe(false)
  budget.record({ gasUsed: 50_000n, settled: 0, refused: 1 })
  expect(budget.isExceeded()).toBe(true)
  expect(events).toEqual(["high", "normal", "high"].map((state) => `settlement_refusals_${state}`))
})

test("a transaction counts for a minute", () => {
  const { budget, time, events } = openBudget()
  budget.record({ gasUsed: 1_000_000n, settled: 0, refused: 20 })
  time.ms = 59_999
  expect(budget.isExceeded()).toBe(true)
  time.ms = 60_000
  expect(budget.use()).toEqual({ settledGas: 0n, refusedGas: 0n, isExceeded: false })
  expect(events).toHaveLength(2)
})

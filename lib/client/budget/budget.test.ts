import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createPersistentList } from "@/lib/client/browser/persistent-list"
import { attemptAt, memoryStorage, NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import { Attempt } from "@/lib/client/purchase/attempt"
import { Receipt } from "@/lib/client/purchase/receipt"
import { type AutoRefreshInput, stopsAutoRefresh, isAutoRefreshDue } from "./auto-refresh"
import { defaultBudget, isWithinLimit, isAutomatic, remaining } from "./budget"
import { parseLimit } from "./limit-input"
import { createBudgetStore } from "./budget-store"
import { createSpendLimiter } from "./spend-limiter"

const Amount = fc.bigInt({ min: 0n, max: 10_000_000n })

test("a purchase within the limit does not raise spending above the limit", () => {
  fc.assert(
    fc.property(Amount, Amount, Amount, Amount, (limit, spent, reserved, amount) => {
      const budget = { limit: limit.toString() }
      if (isWithinLimit(budget, { spent, reserved }, amount) && amount > 0n) {
        expect(spent + reserved + amount).toBeLessThanOrEqual(limit)
      }
      expect(remaining(budget, { spent, reserved })).toBeGreaterThanOrEqual(0n)
    }),
  )
})

test.each([
  ["2", "2000000"],
  ["$0.05", "50000"],
  [" 1,5 ", "1500000"],
  ["0", "0"],
  ["1000", "1000000000"],
])("%s dollars are parsed", (text, limit) => expect(parseLimit(text)).toEqual({ kind: "limit", limit }))

test.each(["", "-1", "1e3", "0.005", "1000.01", "99999", "two"])("the amount %s is rejected", (text) =>
  expect(parseLimit(text)).toEqual({ kind: "invalid" }),
)

describe("the spend limiter", () => {
  const limiterWith = (limit: string) => {
    const storage = memoryStorage()
    const receipts = createPersistentList(storage, "r", Receipt)
    const attempts = createPersistentList(storage, "a", Attempt)
    const budget = createBudgetStore(storage, "b")
    budget.change({ limit })
    return { receipts, attempts, budget, spendLimiter: createSpendLimiter({ budget, receipts, attempts }) }
  }

  test("stops at the limit and counts pending signatures", () => {
    const { spendLimiter } = limiterWith("100000")
    expect(["a", "b", "c"].map((id) => spendLimiter.reserve(id, 50_000n, NOW_MS))).toEqual([true, true, false])
    spendLimiter.release("a")
    expect(spendLimiter.reserve("c", 50_000n, NOW_MS)).toBe(true)
  })

  test("a second reservation for the same payment counts once", () => {
    const { spendLimiter, receipts } = limiterWith("100000")
    expect([spendLimiter.reserve("a", 60_000n, NOW_MS), spendLimiter.reserve("a", 60_000n, NOW_MS)]).toEqual([
      true,
      true,
    ])
    expect(spendLimiter.spendingAt(NOW_MS).reserved).toBe(60_000n)
    receipts.update(() => [receiptAt(NOW_MS, { id: "0xother", amount: "50000" })])
    expect(spendLimiter.reserve("a", 60_000n, NOW_MS), "others have spent meanwhile").toBe(false)
  })

  test("one payment counts once at every stage", () => {
    const { spendLimiter, attempts, receipts } = limiterWith("100000")
    const attempt = attemptAt()
    spendLimiter.reserve(attempt.id, 50_000n, NOW_MS)
    expect(spendLimiter.spendingAt(NOW_MS)).toEqual({ spent: 0n, reserved: 50_000n })
    attempts.update(() => [attempt])
    expect(spendLimiter.spendingAt(NOW_MS)).toEqual({ spent: 0n, reserved: 50_000n })
    receipts.update(() => [receiptAt(NOW_MS, { id: attempt.id })])
    expect(spendLimiter.spendingAt(NOW_MS)).toEqual({ spent: 50_000n, reserved: 0n })
  })

  test("spending resets each day, but an unconfirmed payment keeps counting", () => {
    const { spendLimiter, attempts, receipts } = limiterWith("50000")
    receipts.update(() => [receiptAt(NOW_MS - 2 * 86_400_000, { id: "0xold" })])
    expect(spendLimiter.reserve("a", 50_000n, NOW_MS)).toBe(true)
    spendLimiter.release("a")
    attempts.update(() => [attemptAt(NOW_MS - 2 * 86_400_000)])
    expect(spendLimiter.reserve("a", 50_000n, NOW_MS)).toBe(false)
  })
})

describe("the stored budget", () => {
  test("survives a reload and is read by other tabs", () => {
    const storage = memoryStorage()
    const here = createBudgetStore(storage, "b")
    const there = createBudgetStore(storage, "b")
    here.change({ limit: "50000", autoDayMs: NOW_MS })
    there.reload()
    expect([there.get(), createBudgetStore(storage, "b").get()]).toEqual([here.get(), here.get()])
  })

  test.each(["{{", "null", '{"limit":"-1"}', '{"limit":5}', "[]"])(
    "with the text %s is read as the default",
    (text) => {
      const storage = memoryStorage()
      storage.setItem("b", text)
      expect(createBudgetStore(storage, "b").get()).toEqual(defaultBudget)
    },
  )

  test("allows auto-refresh only on the day it was switched on", () => {
    expect(isAutomatic({ autoDayMs: NOW_MS }, NOW_MS)).toBe(true)
    expect(isAutomatic({ autoDayMs: NOW_MS }, NOW_MS + 86_400_000)).toBe(false)
    expect(isAutomatic(defaultBudget, NOW_MS)).toBe(false)
  })
})

describe("auto-refresh", () => {
  const due: AutoRefreshInput = {
    allowed: true,
    visible: true,
    checked: true,
    status: { kind: "delivered-stale" },
    action: "pay",
    paid: "50000",
    price: "50000",
    newer: null,
  }
  test("is due when allowed, visible, outdated and not more expensive", () => {
    expect(isAutoRefreshDue(due)).toBe(true)
    expect(isAutoRefreshDue({ ...due, status: { kind: "outdated" }, newer: true })).toBe(true)
  })

  test.each<[string, Partial<AutoRefreshInput>]>([
    ["nobody allowed it", { allowed: false }],
    ["nobody looks", { visible: false }],
    ["what is on sale has not been asked again since somebody looks", { checked: false }],
    ["it was never opened by hand", { paid: null }],
    ["the price rose", { price: "50001" }],
    ["nothing is newer", { newer: false }],
    ["the answer is fresh", { status: { kind: "delivered" } }],
    ["the reader declined", { status: { kind: "rejected" } }],
    ["a payment is in doubt", { status: { kind: "unknown" }, action: "resume" }],
    ["the limit is reached", { action: "raise-limit" }],
    ["the price changed", { action: "accept-price" }],
  ])("is not due when %s", (_, change) => expect(isAutoRefreshDue({ ...due, ...change })).toBe(false))

  test.each(["rejected", "cancelled", "wallet-failed", "refused", "failed", "unknown", "spent", "unsent"] as const)(
    "stops after %s",
    (kind) => expect(stopsAutoRefresh({ kind })).toBe(true),
  )

  test.each(["signing", "settling", "delivered", "outdated", "overtaken"] as const)("continues after %s", (kind) =>
    expect(stopsAutoRefresh({ kind })).toBe(false),
  )
})

import { expect, test } from "vitest"
import { createSettlementWaiters } from "./settlement-outcome"

const settled = { kind: "settled", transaction: "0x01" } as const
const unsent = { kind: "unsent", cause: null } as const

test("each waiter is resolved once; others are not affected", () => {
  const waiters = createSettlementWaiters()
  const heard: string[] = []
  waiters.add("a", ({ kind }) => heard.push(`first ${kind}`))
  waiters.add("a", ({ kind }) => heard.push(`second ${kind}`))
  const unsubscribe = waiters.add("a", ({ kind }) => heard.push(`gone ${kind}`))
  waiters.add("b", ({ kind }) => heard.push(`other ${kind}`))
  unsubscribe()
  waiters.resolve("a", settled)
  waiters.resolve("a", unsent)
  expect(heard).toEqual(["first settled", "second settled"])
})

test("unsubscribing a resolved waiter does not remove a newer waiter", () => {
  const waiters = createSettlementWaiters()
  const heard: string[] = []
  const unsubscribe = waiters.add("a", () => heard.push("old"))
  waiters.resolve("a", settled)
  waiters.add("a", () => heard.push("new"))
  unsubscribe()
  waiters.resolve("a", settled)
  expect(heard).toEqual(["old", "new"])
})

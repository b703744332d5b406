import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { combineStores } from "@/lib/client/browser/combined-store"
import { createStore } from "@/lib/client/browser/external-store"
import { initialPanel, type PurchaseState } from "@/lib/client/panel/machine"
import { quoteFor } from "@/lib/client/testing/fixtures"
import { bundleText, goesOn, isSignable, type Part, partState, runBundle, totalOf } from "./bundle"

type Kind = PurchaseState["kind"]

const bundle = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ item: index, title: `P${index}`, price: "50000" }))
const run = async (ends: readonly Kind[]) => {
  const asked: number[] = []
  const parts = await runBundle(
    bundle(ends.length),
    (item) => {
      asked.push(item)
      return Promise.resolve(ends[item] ?? "idle")
    },
    () => undefined,
  )
  return { asked, parts, states: parts.map(({ state }) => state) }
}

describe("a bundle", () => {
  test("is paid part by part", async () => {
    const { asked, parts } = await run(["delivered", "delivered", "delivered"])
    expect(asked).toEqual([0, 1, 2])
    expect(bundleText(parts)).toBe("3 of 3 delivered for $0.15.")
  })

  test("reaches the wallet in the same task as the click", () => {
    const asked: number[] = []
    void runBundle(
      bundle(2),
      (item) => {
        asked.push(item)
        return new Promise<Kind>(() => undefined)
      },
      () => undefined,
    )
    expect(asked).toEqual([0])
  })

  test("goes on past what failed, which is not charged", async () => {
    const { states, parts } = await run(["delivered", "failed", "delivered"])
    expect(states).toEqual(["delivered", "not-charged", "delivered"])
    expect(bundleText(parts)).toBe("2 of 3 delivered for $0.10. Not delivered and not charged: P1.")
  })

  test.each<[Kind, string]>([
    ["rejected", "You declined P1. Not signed: P2."],
    ["unknown", "Not known yet: P1; resume it in its panel. Not signed: P2."],
    ["idle", "Not signed: P1, P2."],
  ])("signs nothing more after %s", async (end, words) => {
    const { asked, parts } = await run(["delivered", end, "delivered"])
    expect(asked).toEqual([0, 1])
    expect(bundleText(parts)).toBe(`1 of 3 delivered for $0.05. ${words}`)
  })

  test("never asks for a signature in doubt or after a decline, and counts only what was delivered", async () => {
    const kinds: readonly Kind[] = ["delivered", "rejected", "unknown", "refused", "failed", "wallet-failed", "idle"]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }), async (ends) => {
        const { asked, states } = await run(ends)
        const stop = ends.findIndex((end) => !goesOn(partState(end)))
        expect(asked).toHaveLength(stop < 0 ? ends.length : stop + 1)
        expect(states.slice(asked.length).every((state) => state === "left-out")).toBe(true)
      }),
    )
  })

  test("says where it is", () => {
    const parts: readonly Part[] = [
      { title: "A", price: "50000", state: "delivered" },
      { title: "B", price: "20000", state: "paying" },
    ]
    expect(bundleText(parts)).toBe("Paying 2 of 2: B…")
    expect(totalOf(parts)).toBe(70_000n)
  })
})

test("a part can be signed when its quote is the price that it shows", () => {
  const panel = initialPanel("50000")
  expect(isSignable(panel)).toBe(false)
  expect(isSignable({ ...panel, quote: { kind: "ready", quote: quoteFor() } })).toBe(true)
  expect(isSignable({ ...panel, quote: { kind: "ready", quote: quoteFor("60000") } })).toBe(false)
})

test("combined stores give the same array until one of them changes", () => {
  const [a, b] = [createStore(1), createStore(2)]
  const both = combineStores([a, b])
  const before = both.get()
  let heard = 0
  const leave = both.subscribe(() => (heard += 1))
  expect(both.get()).toBe(before)
  b.set(3)
  expect([both.get(), heard]).toEqual([[1, 3], 1])
  leave()
  a.set(9)
  expect(heard).toBe(1)
})

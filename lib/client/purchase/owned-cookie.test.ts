import { expect, test } from "vitest"
import { formatOwned, ownedIn, parseOwned } from "./owned-cookie"

test("ids survive a round trip without duplicates", () => {
  expect(formatOwned(["signal:BTC", "context:ETH", "signal:BTC"])).toBe("signal:BTC.context:ETH")
  expect(parseOwned("signal:BTC.context:ETH")).toEqual(new Set(["signal:BTC", "context:ETH"]))
})

test("the newest purchase is first, and the oldest are dropped", () => {
  const receipts = Array.from({ length: 50 }, (_, index) => ({ productId: `yields?limit=${index}`, body: {} }))
  const held = [...receipts, { productId: "yields", body: null }, { productId: "yields?limit=3", body: {} }]
  const kept = [...parseOwned(formatOwned(ownedIn(held)))]
  expect(kept.slice(0, 2)).toEqual(["yields?limit=3", "yields?limit=49"])
  expect(kept).toHaveLength(40)
  expect(kept.at(-1)).toBe("yields?limit=11")
})

test.each([undefined, "", "..."])("the cookie %s is an empty set", (text) => {
  expect(parseOwned(text).size).toBe(0)
})

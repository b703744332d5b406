import { expect, test } from "vitest"
import { formatOwned, parseOwned } from "./owned-cookie"

test("what a browser holds comes back as it was written, once each", () => {
  expect(formatOwned(["signal:BTC", "context:ETH", "signal:BTC"])).toBe("signal:BTC.context:ETH")
  expect(parseOwned("signal:BTC.context:ETH")).toEqual(new Set(["signal:BTC", "context:ETH"]))
})

test.each([undefined, "", "..."])("%s holds nothing", (text) => {
  expect(parseOwned(text).size).toBe(0)
})

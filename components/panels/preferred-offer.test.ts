import { expect, test } from "vitest"
import { attemptAt, product } from "@/lib/client/testing/fixtures"
import { preferredOffer } from "./preferred-offer"

const offer = (name: string, owned = false) => ({ name, owned, product: { ...product, id: `signal:${name}` } })
const [btc, eth, sol] = [offer("BTC"), offer("ETH", true), offer("SOL")]
const inDoubt = { ...attemptAt(), productId: "signal:SOL" }

test("a payment in doubt is shown before what is owned, and that before the first", () => {
  expect(preferredOffer([btc, eth, sol], [inDoubt])).toBe(sol)
  expect(preferredOffer([btc, eth, sol], [])).toBe(eth)
  expect(preferredOffer([btc, sol], [])).toBe(btc)
  expect(preferredOffer([], [inDoubt])).toBeUndefined()
})

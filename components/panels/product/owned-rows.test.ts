import { expect, test } from "vitest"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { narrowings } from "@/lib/endpoints/narrowings"
import { ownedRowsIn } from "./owned-rows"

const [token] = dexAlphaContract.example.tokens
const { counts } = dexAlphaContract.example
const rows = (scored: number) => {
  const tokens = [true, false].map((boosted, index) => ({ ...token, rank: index + 1, address: `0x${index}`, boosted }))
  const excluded = { chain: 0, low_liquidity: 0, age: 0, boosted: 0, flag: 0, verdict: 0 }
  return { ...dexAlphaContract.example, tokens, counts: { ...counts, scored, returned: 2, excluded } }
}
const asked = { id: "dex_alpha?include_boosted=false", endpoint: "dex_alpha" }

test("rows without paid boosts come from the owned list, ranked anew", () => {
  const found = ownedRowsIn([{ productId: "dex_alpha", body: rows(2) }], asked, narrowings)
  expect(found).toMatchObject({
    productId: "dex_alpha",
    isComplete: true,
    body: { tokens: [{ rank: 1, boosted: false }] },
  })
})

test("a list that ended before says so, and a complete one is preferred", () => {
  const short = { productId: "dex_alpha", body: rows(40) }
  expect(ownedRowsIn([short], asked, narrowings)?.isComplete).toBe(false)
  const whole = { productId: "dex_alpha?limit=50", body: rows(2) }
  expect(ownedRowsIn([short, whole], asked, narrowings)?.productId).toBe("dex_alpha?limit=50")
})

test("a wider request, an evicted answer and an endpoint without rows are not filtered", () => {
  const narrower = { productId: "dex_alpha?include_boosted=false", body: rows(2) }
  expect(ownedRowsIn([narrower], { ...asked, id: "dex_alpha" }, narrowings)).toBeNull()
  expect(ownedRowsIn([{ productId: "dex_alpha", body: null }], asked, narrowings)).toBeNull()
  expect(
    ownedRowsIn([{ productId: "signal:BTC", body: {} }], { id: "signal:ETH", endpoint: "signal" }, narrowings),
  ).toBeNull()
})

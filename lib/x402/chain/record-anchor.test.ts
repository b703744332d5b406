import fc from "fast-check"
import { expect, test } from "vitest"
import { purchase } from "@/tools/testing/ledger/fixtures"
import { aggregate, aggregateLimited } from "./multicall"
import { anchorIn, withAnchor } from "./record-anchor"
import { transferCall } from "./usdc-contract"

const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
const ANCHOR = { link: "cd".repeat(32), head: "ab".repeat(32) }
const FORGED = `${"ef".repeat(32)}53343032${"ef".repeat(32)}`

const bytes = fc.uint8Array({ maxLength: 300 }).map((array): `0x${string}` => `0x${Buffer.from(array).toString("hex")}`)

/** What a payer may send: any signature, also one that ends as an anchor, with and without the deployment of a wallet. */
const signature = fc.oneof(
  bytes,
  bytes.map((start): `0x${string}` => `${start}${FORGED}`),
  bytes.map(
    (start): `0x${string}` =>
      `${start}${"0".repeat((128 - ((start.length - 2 + 8) % 64)) % 64)}53343032${"ef".repeat(32)}`,
  ),
)
const transfer = signature.map((given) =>
  transferCall(USDC, purchase(1, { authorization: { signature: given } }).authorization),
)
const single = transfer.map(([, data]) => data)
const several = fc
  .array(
    fc.oneof(
      transfer,
      signature.map((data) => [USDC, data] as const),
    ),
    { maxLength: 4 },
  )
  .map((calls) => aggregate(calls))
const limited = fc
  .array(fc.tuple(signature, fc.bigInt({ min: 0n, max: 10n ** 7n })), { maxLength: 4 })
  .map((calls) => aggregateLimited(calls.map(([data, gas]) => ({ target: USDC, data, gas }))))
const settlement = fc.oneof(single, several, limited)

test("the anchor after a settlement is read, whatever payers signed, also in upper case", () => {
  fc.assert(
    fc.property(settlement, (call) => {
      const anchored = withAnchor(call, ANCHOR)
      expect(anchored.startsWith(call)).toBe(true)
      expect(anchorIn(anchored)).toEqual(ANCHOR)
      expect(anchorIn(`0x${anchored.slice(2).toUpperCase()}`)).toEqual(ANCHOR)
    }),
  )
})

test("no bytes of a payer are an anchor", () => {
  fc.assert(
    fc.property(settlement, (call) => {
      expect(anchorIn(call)).toBeNull()
    }),
  )
})

test("fewer or more bytes than an anchor's, another call, and no call have no anchor", () => {
  const call = aggregate([[USDC, "0x"]])
  for (const data of [
    `${call}53343032${ANCHOR.head}`,
    `${withAnchor(call, ANCHOR)}00`,
    withAnchor("0x12345678", ANCHOR),
    "0x",
  ]) {
    expect(anchorIn(data)).toBeNull()
  }
})

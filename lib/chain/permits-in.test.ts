import { concat, encodeFunctionData, numberToHex } from "viem"
import { expect, test } from "vitest"
import type { Authorization } from "@/lib/ledger/payment"
import { authorize, newPayer, terms } from "@/lib/testing/payments/fixtures"
import { permitsIn } from "./permits-in"
import { transferMethods } from "./transfer-methods"
import { multicall3Abi } from "./usdc-abi"

const payer = newPayer()
const sign = (changes: Partial<Authorization> = {}, by = payer) => authorize(by, { method: "permit2", ...changes })
const callOf = (permit: Authorization) => transferMethods.permit2.transfer(terms.asset, permit)
const bundle = (...permits: readonly Authorization[]) => {
  const calls = permits.map(callOf).map(([target, callData]) => ({ target, allowFailure: true, callData }))
  return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] })
}
const find = (input: `0x${string}`, permit: Authorization) => permitsIn(input, terms.asset, permit)

test("a permit is found in its own call, and in a bundle of calls", async () => {
  const permit = await sign()
  expect(find(callOf(permit)[1], permit)).toEqual({ all: 1, isThere: true })
  expect(find(bundle(await sign(), permit), permit)).toEqual({ all: 2, isThere: true })
})

test("wherever it begins in the data", async () => {
  const permit = await sign()
  for (const shift of [1, 7, 31]) {
    const input = concat(["0xdeadbeef", numberToHex(0, { size: shift }), callOf(permit)[1]])
    expect(find(input, permit)).toEqual({ all: 1, isThere: true })
  }
})

test("the same permit twice counts once, others by whom, to whom and how much they pay", async () => {
  const permit = await sign()
  const stranger = await sign({}, newPayer())
  const elsewhere = await sign({ to: "0x00000000000000000000000000000000000000ee" })
  expect(find(bundle(permit, permit, stranger, elsewhere), permit)).toEqual({ all: 1, isThere: true })
})

test.each<keyof Authorization>(["nonce", "validBeforeS", "validAfterS"])(
  "a permit with another %s is another one",
  async (field) => {
    const permit = await sign()
    const other = { ...permit, [field]: field === "nonce" ? numberToHex(2n ** 255n) : 77 }
    expect(find(bundle(permit), other)).toEqual({ all: 1, isThere: false })
  },
)

test("nothing is found in other data", async () => {
  const permit = await sign()
  expect(find("0x", permit)).toEqual({ all: 0, isThere: false })
  expect(find(callOf(permit)[1].slice(0, 200) as `0x${string}`, permit)).toEqual({ all: 0, isThere: false })
})

import fc from "fast-check"
import { encodeFunctionData, encodeAbiParameters, type Log, pad, toEventSelector } from "viem"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { terms, authorize, newPayer, PRICE } from "@/tools/testing/payments/fixtures"
import type { Authorization } from "@/lib/x402/ledger/payment"
import {
  authorizationStateCall,
  transferCall,
  usdcAbi,
  authorizationKey,
  plainTransfersIn,
  transfersIn,
} from "./usdc-contract"

const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)

const proofs = fc.record({
  from: hex(20),
  to: hex(20),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(usdc),
  validAfterS: fc.maxSafeNat(),
  validBeforeS: fc.maxSafeNat(),
  nonce: hex(32),
  signature: hex(65, 300),
  deployment: fc.constant(null),
})

test("the calls are encoded like viem's", () => {
  fc.assert(
    fc.property(proofs, (proof) => {
      const { from, to, value, validAfterS, validBeforeS, nonce, signature } = proof
      const args = [from, to, value, BigInt(validAfterS), BigInt(validBeforeS), nonce, signature] as const
      const transfer = encodeFunctionData({ abi: usdcAbi, functionName: "transferWithAuthorization", args })
      const state = encodeFunctionData({ abi: usdcAbi, functionName: "authorizationState", args: [from, nonce] })
      expect(transferCall(terms.asset, proof)).toEqual([terms.asset, transfer])
      expect(authorizationStateCall(terms.asset, proof)).toEqual([terms.asset, state])
    }),
  )
})

const OTHER_ADDRESS = "0x00000000000000000000000000000000000000ee"
const payer = newPayer()
const sign = (changes: Partial<Authorization> = {}) => authorize(payer, changes)

const log = (address: `0x${string}`, event: string, topics: readonly `0x${string}`[], data: `0x${string}` = "0x") =>
  ({ address, topics: [toEventSelector(event), ...topics], data }) as Log
const transferred = ({ from, to, value }: Pick<Authorization, "from" | "to" | "value">): Log =>
  log(
    terms.asset,
    "Transfer(address,address,uint256)",
    [pad(from), pad(to)],
    encodeAbiParameters([{ type: "uint256" }], [value]),
  )
const used = ({ from, nonce }: Authorization): Log =>
  log(terms.asset, "AuthorizationUsed(address,bytes32)", [pad(from), nonce])

const paid = (logs: readonly Log[], ...expected: readonly Authorization[]) => transfersIn(terms.asset, logs, expected)
const keys = (...expected: readonly Authorization[]) => new Set(expected.map(authorizationKey))
const plain = (logs: readonly Log[], { from, to }: Authorization) => plainTransfersIn(terms.asset, logs, { from, to })

test("each authorization of a transaction is found by its own AuthorizationUsed event", async () => {
  const [a, b] = [await sign(), await sign({ to: OTHER_ADDRESS })]
  expect(paid([used(a), transferred(a), used(b), transferred(b)], a, b)).toEqual(keys(a, b))
  expect(plain([used(a), transferred(a)], a)).toEqual([])
})

test("a transfer belongs to the AuthorizationUsed event before it, not after it", async () => {
  const [a, b] = [await sign(), await sign()]
  // The nonce of b was signed a second time, for the payer itself.
  const redirected = [used(b), transferred({ ...b, to: b.from })]
  expect(paid([used(a), transferred(a), ...redirected], a, b)).toEqual(keys(a))
  expect(plain([transferred(a), ...redirected], a)).toEqual([PRICE])
  expect(paid([transferred(a), ...redirected], a, b)).toEqual(new Set())
})

test("an AuthorizationUsed event counts for the next event only", async () => {
  const a = await sign()
  const logs = [used(a), log(OTHER_ADDRESS, "Else()", []), transferred(a)]
  expect(paid(logs, a)).toEqual(new Set())
  expect(plain(logs, a)).toEqual([PRICE])
})

test("another token's transfer does not pay", async () => {
  const a = await sign()
  const foreign = [used(a), transferred(a)].map((event): Log => ({ ...event, address: OTHER_ADDRESS }))
  expect(paid(foreign, a)).toEqual(new Set())
  expect(plain(foreign, a)).toEqual([])
})

test("plain transfers are listed in order, without transfers of zero", async () => {
  const a = await sign()
  const moved = (value: bigint) => transferred({ ...a, value: usdc(value) })
  const logs = [
    moved(3n),
    moved(0n),
    used(a),
    transferred(a),
    moved(1n),
    transferred({ ...a, to: OTHER_ADDRESS }),
    moved(2n),
  ]
  expect(plain(logs, a)).toEqual([3n, 1n, 2n])
})

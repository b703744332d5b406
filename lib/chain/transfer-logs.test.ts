import { encodeAbiParameters, type Log, numberToHex, pad, toEventSelector } from "viem"
import { expect, test } from "vitest"
import type { Authorization } from "@/lib/ledger/payment"
import { authorize, newPayer, PRICE, terms } from "@/lib/testing/payments/fixtures"
import { EXACT_PERMIT2_PROXY } from "./permit2"
import { authorizationKey, largestPlainTransfer, settledPermits, transfersIn } from "./transfer-logs"

const STRANGER = "0x00000000000000000000000000000000000000ee"
const payer = newPayer()
const sign = (changes: Partial<Authorization> = {}) => authorize(payer, changes)
const permit = (changes: Partial<Authorization> = {}) => sign({ method: "permit2", ...changes })

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
const settled = (by: `0x${string}` = EXACT_PERMIT2_PROXY, event = "Settled()"): Log => log(by, event, [])

const paid = (logs: readonly Log[], ...expected: readonly Authorization[]) => transfersIn(terms.asset, logs, expected)
const keys = (...expected: readonly Authorization[]) => new Set(expected.map(authorizationKey))
const plain = (logs: readonly Log[], { from, to }: Authorization) =>
  largestPlainTransfer(terms.asset, logs, { from, to })

test("both methods in one transaction, each by its own announcement", async () => {
  const [a, b, c] = [await sign(), await permit(), await permit({ to: STRANGER })]
  const logs = [used(a), transferred(a), transferred(b), settled(), transferred(c), settled()]
  expect(paid(logs, a, b, c)).toEqual(keys(a, b, c))
  expect(plain(logs, a)).toBe(0n)
})

test("an authorization and a permit of one nonce are two payments", async () => {
  const a = await sign()
  const b = await permit({ nonce: a.nonce })
  expect(paid([transferred(b), settled()], a, b)).toEqual(keys(b))
  expect(paid([used(a), transferred(a)], a, b)).toEqual(keys(a))
})

test("what x402's spender moved is neither an authorization's transfer nor a plain one", async () => {
  const a = await sign()
  const b = await permit()
  // Used for something else, in front of a permit that pays the same.
  const redirected = [used(a), transferred({ ...a, to: STRANGER })]
  for (const logs of [
    [transferred(b), settled(), ...redirected],
    [...redirected, transferred(b), settled()],
  ]) {
    expect(paid(logs, a, b)).toEqual(keys(b))
    expect(plain(logs, a)).toBe(0n)
  }
})

test("a transfer belongs to the announcement in front of it, never to the one behind", async () => {
  const [a, b] = [await sign(), await sign()]
  // The nonce of b was signed a second time, for the payer itself.
  const redirected = [used(b), transferred({ ...b, to: b.from })]
  expect(paid([used(a), transferred(a), ...redirected], a, b)).toEqual(keys(a))
  expect(plain([transferred(a), ...redirected], a)).toBe(PRICE)
  expect(paid([transferred(a), ...redirected], a, b)).toEqual(new Set())
})

test("what an authorization moved is no permit's, whatever x402's spender announces behind it", async () => {
  const [a, b] = [await sign(), await permit()]
  // The spender has settled another token, which is silent about it.
  const logs = [used(a), transferred(a), settled()]
  expect(paid(logs, a, b)).toEqual(keys(a))
  expect(plain(logs, a)).toBe(0n)
})

test("an announcement counts for the very next event alone", async () => {
  const a = await sign()
  const logs = [used(a), log(STRANGER, "Else()", []), transferred(a)]
  expect(paid(logs, a)).toEqual(new Set())
  expect(plain(logs, a)).toBe(PRICE)
})

test.each([
  ["by nobody", []],
  ["by another contract", [settled(STRANGER)]],
  ["with another event", [settled(EXACT_PERMIT2_PROXY, "Paused()")]],
  ["too late", [log(STRANGER, "Else()", []), settled()]],
] as const)("a transfer that is announced %s is the payer's own", async (_, behind) => {
  const b = await permit()
  const logs = [transferred(b), ...behind]
  expect(paid(logs, b)).toEqual(new Set())
  expect(plain(logs, b)).toBe(PRICE)
})

test("an approval that somebody sponsored on the way changes nothing", async () => {
  const b = await permit()
  expect(paid([transferred(b), settled(EXACT_PERMIT2_PROXY, "SettledWithPermit()")], b)).toEqual(keys(b))
})

test("of permits that say the same but for their nonce all were paid, or nobody can tell", async () => {
  const [a, b] = [await permit(), await permit({ nonce: numberToHex(77, { size: 32 }) })]
  const one = [transferred(a), settled()]
  expect(paid([...one, ...one], a, b)).toEqual(keys(a, b))
  expect(paid(one, a, b)).toEqual(new Set())
  expect([settledPermits(terms.asset, one, b), settledPermits(terms.asset, [...one, ...one], b)]).toEqual([1, 2])
})

test("another token's transfer pays nothing", async () => {
  const b = await permit()
  expect(paid([{ ...transferred(b), address: STRANGER }, settled()], b)).toEqual(new Set())
})

import { type Hex, numberToHex, parseAbi } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { EXACT_PERMIT2_PROXY, PERMIT2 } from "@/lib/chain/permit2"
import { usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/ledger/payment"
import { openAttackedTill } from "@/lib/testing/payments/attacked-till"
import { btc, eth, newPayer, present, PRICE, terms, typedPermit } from "@/lib/testing/payments/fixtures"
import { authorizeNow, openPaymentWorld, type PaymentWorld } from "@/lib/testing/payments/world"
import { malleate } from "@/lib/testing/payments/token-calls"

/* What somebody may try with a permit, and what it costs us: see attack.test.ts. */

const STRANGER = "0x00000000000000000000000000000000000000ee"
const SIGNATURE = "invalid_permit2_signature"
const BALANCE = "permit2_insufficient_balance"
const nowS = () => Math.floor(Date.now() / 1_000)

let world: PaymentWorld
let payer: ReturnType<typeof newPayer>
let till: Awaited<ReturnType<typeof openAttackedTill>>
let counts: (typeof till)["counts"]
let attempt: (typeof till)["attempt"]

beforeAll(async () => {
  world = await openPaymentWorld()
}, 30_000)
afterAll(() => world.stop())
beforeEach(async () => {
  till = await openAttackedTill(world)
  ;({ counts, attempt } = till)
  payer = newPayer()
  await world.mint(payer.address)
  await world.approve(payer)
})
afterEach(() => till.close())

const signed = (changes: Partial<Authorization> = {}) => authorizeNow(payer, { method: "permit2", ...changes })

async function changed(change: (good: Authorization) => Partial<Authorization>): Promise<Authorization> {
  const good = await signed()
  return { ...good, ...change(good) }
}

describe("a permit", () => {
  test("is taken for what it says, once, by one question to the node and one transaction", async () => {
    const permit = await signed()
    expect(await attempt(permit)).toMatchObject({ kind: "delivered", payer: permit.from })
    expect(counts.produced).toBe(1)
    expect(counts.asked.filter((method) => method === "eth_call")).toHaveLength(1)
    expect([await world.balanceOf(payer.address), await isUsed(permit)]).toEqual([0n, true])
  })

  test.each([
    ["for less than the price", () => signed({ value: usdc(PRICE - 1n) }), "permit2_amount_mismatch", 0],
    ["for more than the price", () => signed({ value: usdc(PRICE + 1n) }), "permit2_amount_mismatch", 0],
    ["to another payee", () => signed({ to: STRANGER }), "invalid_permit2_recipient_mismatch", 0],
    ["that is over", () => signed({ validBeforeS: nowS() - 1 }), "permit2_deadline_expired", 0],
    ["that begins later", () => signed({ validAfterS: nowS() + 60 }), "permit2_not_yet_valid", 0],
    ["changed after it was signed", () => changed(() => ({ nonce: numberToHex(99, { size: 32 }) })), SIGNATURE, 1],
    ["in the name of somebody without money", () => changed(() => ({ from: STRANGER })), BALANCE, 1],
    ["with half a signature", () => changed(({ signature }) => ({ signature: half(signature) })), SIGNATURE, 1],
    ["signed as an authorization of EIP-3009", asAuthorization, SIGNATURE, 1],
    ["signed for another spender", forAnotherSpender, SIGNATURE, 1],
  ] as const)("%s is refused", async (_, make, reason, calls) => {
    const permit = await make()
    expect(await attempt(permit)).toMatchObject({ kind: "refused", reason })
    expect([counts.produced, counts.asked]).toEqual([0, Array.from({ length: calls }, () => "eth_call")])
    expect(await world.balanceOf(payer.address)).toBe(PRICE)
  })

  test.each([
    ["another spender", { permit: { token: terms.asset, spender: STRANGER } }, "invalid_permit2_spender"],
    ["another token", { permit: { token: STRANGER, spender: EXACT_PERMIT2_PROXY } }, "permit2_token_mismatch"],
    ["another network", { network: "eip155:1" }, "invalid_exact_evm_network_mismatch"],
    ["another resource", { resourceUrl: `${terms.origin}/api/quote/ETH` }, "payment_resource_mismatch"],
  ] as const)("that names %s asks the node nothing", async (_, changes, reason) => {
    expect(await attempt(await signed(), changes)).toMatchObject({ kind: "refused", reason })
    expect([counts.produced, counts.asked]).toEqual([0, []])
  })

  test("that its payer has not approved, or not far enough, is told so", async () => {
    await world.approve(payer, PRICE - 1n)
    expect(await attempt(await signed())).toMatchObject({ kind: "refused", reason: "permit2_allowance_required" })
    await world.approve(payer, 0n)
    expect(await attempt(await signed())).toMatchObject({ kind: "refused", reason: "permit2_allowance_required" })
    expect([counts.produced, counts.asked]).toEqual([0, ["eth_call", "eth_call"]])
    await world.approve(payer, PRICE)
    expect(await attempt(await signed()), "as much as the price is enough").toMatchObject({ kind: "delivered" })
  })
})

describe("somebody who has", () => {
  test("bought once replays it 50 times, and for another question: one answer, one transfer, no word to the node", async () => {
    const permit = await signed()
    expect(await attempt(permit)).toMatchObject({ kind: "delivered" })
    counts.asked = []
    const replays = await Promise.all(Array.from({ length: 50 }, () => attempt(permit)))
    expect(new Set(replays.map(({ kind }) => kind))).toEqual(new Set(["delivered"]))
    expect(await attempt(permit, {}, eth)).toMatchObject({ kind: "refused", reason: "payment_already_used" })
    expect([counts.produced, counts.asked]).toEqual([1, []])
  })

  test("bought before permits were turned off fetches it again, and buys nothing new", async () => {
    const permit = await signed()
    expect(await attempt(permit)).toMatchObject({ kind: "delivered" })
    const after = await openAttackedTill(world, [], { books: till.books, permit2: false })
    expect(await after.attempt(permit)).toMatchObject({ kind: "delivered", redelivered: true })
    const other = await after.attempt(await signed())
    expect(other).toMatchObject({ kind: "refused", reason: "unsupported_payload_type" })
    expect([after.counts.produced, after.counts.asked.filter((method) => method === "eth_call")]).toEqual([0, []])
    await after.close()
  })

  test("used a nonce signs other terms, or another question, under the same: refused", async () => {
    const { nonce, ...permit } = await signed()
    await attempt({ nonce, ...permit })
    await world.mint(payer.address)
    const again = await signed({ nonce, validBeforeS: nowS() + 200 })
    expect(await attempt(again, {}, eth)).toMatchObject({ kind: "refused", reason: "permit2_invalid_nonce" })
    expect([counts.produced, await world.balanceOf(payer.address)]).toEqual([1, PRICE])
  })

  test("paid by an authorization pays by a permit of the same nonce: two payments, two answers", async () => {
    await world.mint(payer.address)
    const permit = await signed()
    const authorization = await authorizeNow(payer, { nonce: permit.nonce })
    const outcomes = [await attempt(permit), await attempt(authorization)]
    expect(outcomes.map(({ kind }) => kind)).toEqual(["delivered", "delivered"])
    expect([counts.produced, await world.balanceOf(payer.address)]).toEqual([2, 0n])
  })

  test("the twin of a permit's signature, which Permit2 takes too, buys nothing a second time", async () => {
    const permit = await signed()
    expect(await attempt(permit)).toMatchObject({ kind: "delivered" })
    await world.mint(payer.address)
    const twin = { ...permit, signature: malleate(permit.signature) }
    expect(await attempt(twin, {}, eth)).toMatchObject({ kind: "refused" })
    expect([counts.produced, await world.balanceOf(payer.address)]).toEqual([1, PRICE])
  })

  test("taken a permit back is told that its nonce is gone", async () => {
    const permit = await signed()
    const bit = 1n << (BigInt(permit.nonce) & 255n)
    const abi = parseAbi(["function invalidateUnorderedNonces(uint256 word, uint256 mask)"])
    const call = { account: payer, address: PERMIT2, abi, functionName: "invalidateUnorderedNonces" } as const
    const hash = await world.client.writeContract({ ...call, args: [BigInt(permit.nonce) >> 8n, bit] })
    await world.client.waitForTransactionReceipt({ hash })
    expect(await attempt(permit)).toMatchObject({ kind: "refused", reason: "permit2_invalid_nonce" })
    expect(counts.asked, "whether somebody has settled it is looked up once").toEqual([
      "eth_call",
      "eth_blockNumber",
      "eth_getLogs",
    ])
    expect([counts.produced, await world.balanceOf(payer.address)]).toEqual([0, PRICE])
  })

  test("had a permit settled does not sell its transaction a second time as a transfer of its own", async () => {
    const outcome = await attempt(await signed())
    if (outcome.kind !== "delivered") throw new Error("The permit was not taken.")
    const parties = { from: outcome.payer, to: terms.payTo }
    expect(await world.usdcChain.plainTransfer(outcome.transaction, parties)).toMatchObject({ value: 0n })
  })

  test("signed away the same money twice at once is served once", async () => {
    const outcomes = await Promise.all([attempt(await signed()), attempt(await signed())])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["delivered", "refused"])
    expect(await world.balanceOf(payer.address)).toBe(0n)
  })

  test("withdrawn the allowance while the answer was computed gets nothing and pays nothing", async () => {
    const permit = await signed()
    const outcome = await till.gate.pay(present(permit), btc, async () => {
      await world.approve(payer, 0n)
      return { body: "{}", etag: null }
    })
    expect(outcome).toMatchObject({ kind: "refused", reason: "permit2_allowance_required" })
    expect([await world.balanceOf(payer.address), await isUsed(permit)]).toEqual([PRICE, false])
    await world.approve(payer)
    expect(await attempt(permit), "the proof is as good as new").toMatchObject({ kind: "delivered" })
  })
})

async function asAuthorization(): Promise<Authorization> {
  return { ...(await authorizeNow(payer)), method: "permit2" }
}

async function forAnotherSpender(): Promise<Authorization> {
  const permit = await signed()
  return { ...permit, signature: await payer.signTypedData(typedPermit(permit, STRANGER)) }
}

function half(signature: Hex): Hex {
  return `0x${signature.slice(2, 66)}`
}

async function isUsed(permit: Authorization): Promise<boolean> {
  return (await world.usdcChain.preflight(permit)).used
}

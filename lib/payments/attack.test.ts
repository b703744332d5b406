import { serializeErc6492Signature, type Hex } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { TokenDomain } from "@/lib/chain/authorization-digest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import { usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/ledger/payment"
import { btc, eth, newPayer, present, PRICE, terms, tokenDomain } from "@/lib/testing/payment-fixtures"
import { authorizeNow, openBooks, openPaymentWorld, type PaymentWorld } from "@/lib/testing/payment-world"
import type { PresentedPayment } from "./decode"
import type { Gate } from "./gate"
import type { Offer } from "./requirements"
import { openTill } from "./till"

/*
 * What somebody who wants an answer for nothing, or our gas for his sport, may try: each attempt is refused with its
 * reason, computes nothing, moves nothing, and costs at most the named number of questions to the node.
 */

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let world: PaymentWorld
let gate: Gate
let payer: ReturnType<typeof newPayer>
let questions: number
let produced: number
let close: () => Promise<void>

beforeAll(async () => {
  world = await openPaymentWorld()
  payer = newPayer()
  await world.mint(payer.address)
}, 30_000)
afterAll(() => world.stop())
beforeEach(async () => {
  const books = await openBooks()
  ;[questions, produced] = [0, 0]
  const till = await openTill({
    ...books,
    chain: counting(world.usdcChain),
    settlerPrivateKey: world.chain.settlerPrivateKey,
    chainId: tokenDomain.chainId,
    terms,
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    clock: Date.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    warn: () => undefined,
  })
  gate = till.gate
  close = () => till.settler.stop()
  return () => close()
})

/** Each method of the chain is one round trip, but for the search of a transfer, which is two. */
function counting(chain: UsdcChain): UsdcChain {
  return {
    ...chain,
    preflight(proof) {
      questions += 1
      return chain.preflight(proof)
    },
    findTransfer(transfer) {
      questions += 2
      return chain.findTransfer(transfer)
    },
  }
}

function attempt(authorization: Authorization, changes: Partial<PresentedPayment> = {}, offer: Offer = btc) {
  const produce = async () => {
    produced += 1
    return { body: "{}", etag: null }
  }
  return gate.pay({ ...present(authorization, offer), ...changes }, offer, produce)
}

const signed = (changes: Partial<Authorization> = {}, domain?: TokenDomain) => authorizeNow(payer, changes, domain)

/** The other signature that the curve allows for the same message. */
function malleated(signature: Hex): Hex {
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const flipped = (ORDER - s).toString(16).padStart(64, "0")
  const v = signature.endsWith("1b") ? "1c" : "1b"
  return `${signature.slice(0, 66)}${flipped}${v}` as Hex
}

async function changed(change: (good: Authorization) => Partial<Authorization>): Promise<Authorization> {
  const good = await signed()
  return { ...good, ...change(good) }
}

const STRANGER = "0x00000000000000000000000000000000000000ee"
const nowS = () => Math.floor(Date.now() / 1_000)

describe("an attempt", () => {
  test.each([
    [
      "for less than the price",
      () => signed({ value: usdc(PRICE - 1n) }),
      "invalid_exact_evm_payload_authorization_value_mismatch",
      0,
    ],
    [
      "for more than the price",
      () => signed({ value: usdc(PRICE + 1n) }),
      "invalid_exact_evm_payload_authorization_value_mismatch",
      0,
    ],
    ["to another payee", () => signed({ to: STRANGER }), "invalid_exact_evm_recipient_mismatch", 0],
    [
      "that is over",
      () => signed({ validBeforeS: nowS() - 1 }),
      "invalid_exact_evm_payload_authorization_valid_before",
      0,
    ],
    [
      "that begins later",
      () => signed({ validAfterS: nowS() + 60 }),
      "invalid_exact_evm_payload_authorization_valid_after",
      0,
    ],
    [
      "signed for another token",
      () => signed({}, { ...tokenDomain, verifyingContract: STRANGER }),
      "invalid_exact_evm_signature",
      1,
    ],
    ["signed for another chain", () => signed({}, { ...tokenDomain, chainId: 1 }), "invalid_exact_evm_signature", 1],
    [
      "changed after it was signed",
      () => changed(() => ({ nonce: `0x${"ab".repeat(32)}` })),
      "invalid_exact_evm_signature",
      1,
    ],
    [
      "in the name of somebody else",
      () => changed(() => ({ from: STRANGER })),
      "invalid_exact_evm_insufficient_balance",
      1,
    ],
    [
      "with the signature's twin",
      () => changed(({ signature }) => ({ signature: malleated(signature) })),
      "invalid_exact_evm_signature",
      1,
    ],
    [
      "with half a signature",
      () => changed(({ signature }) => ({ signature: signature.slice(0, 66) as Hex })),
      "invalid_exact_evm_signature",
      1,
    ],
    ["with no signature", () => changed(() => ({ signature: "0x" })), "invalid_exact_evm_signature", 1],
    [
      "with a wallet of a hostile factory",
      () =>
        changed(({ signature }) => ({
          signature: serializeErc6492Signature({ address: STRANGER, data: `0x${"ff".repeat(500)}`, signature }),
        })),
      "eip6492_factory_not_allowed",
      1,
    ],
  ] as const)("%s", async (_, make, reason, most) => {
    const authorization = await make()
    expect(await attempt(authorization)).toMatchObject({ kind: "refused", reason })
    expect(produced).toBe(0)
    expect(questions).toBeLessThanOrEqual(most)
    expect(await world.balanceOf(payer.address)).toBe(PRICE)
  })

  test.each([
    ["on another network", { network: "eip155:1" }, "invalid_exact_evm_network_mismatch"],
    ["with another scheme", { scheme: "upto" }, "unsupported_scheme"],
    ["for another resource", { resourceUrl: `${terms.origin}/api/quote/ETH` }, "payment_resource_mismatch"],
    [
      "for another price",
      { accepted: { amount: "1", asset: terms.asset, payTo: terms.payTo } },
      "invalid_exact_evm_payload_authorization_value_mismatch",
    ],
    [
      "in another token",
      { accepted: { amount: String(PRICE), asset: STRANGER, payTo: terms.payTo } },
      "invalid_exact_evm_asset_mismatch",
    ],
  ] as const)("%s asks the node nothing", async (_, changes, reason) => {
    expect(await attempt(await signed(), changes)).toMatchObject({ kind: "refused", reason })
    expect([produced, questions]).toEqual([0, 0])
  })
})

describe("somebody who has", () => {
  test("bought once replays it 50 times and elsewhere: one answer, one transfer, nothing asked anew", async () => {
    const authorization = await signed()
    expect(await attempt(authorization)).toMatchObject({ kind: "delivered" })
    expect(await world.balanceOf(payer.address)).toBe(0n)
    const asked = questions
    const replays = await Promise.all(Array.from({ length: 50 }, () => attempt(authorization)))
    expect(new Set(replays.map(({ kind }) => kind))).toEqual(new Set(["delivered"]))
    expect(await attempt(authorization, {}, eth)).toMatchObject({ kind: "refused", reason: "payment_already_used" })
    expect([produced, questions - asked]).toEqual([1, 0])
    await world.mint(payer.address)
  })

  test("emptied the account between the check and the transfer gets nothing, for one transaction of ours", async () => {
    const [first, second] = [await signed(), await signed()]
    const outcomes = await Promise.all([attempt(first), attempt(second)])
    const kinds = outcomes.map(({ kind }) => kind).toSorted()
    expect(kinds, "one of two is served, for one price").toEqual(["delivered", "refused"])
    expect(await world.balanceOf(payer.address)).toBe(0n)
    await world.mint(payer.address)
  })
})

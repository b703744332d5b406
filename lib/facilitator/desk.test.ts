import { encodeDeployData, type Hex, parseAbi, serializeErc6492Signature } from "viem"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { createFacilitatedBooks } from "@/lib/ledger/facilitated"
import { createHandovers } from "@/lib/ledger/handover"
import { type Authorization, FACILITATED, paymentId } from "@/lib/ledger/payment"
import type { Ledger } from "@/lib/ledger/ledger"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createGate } from "@/lib/payments/gate/gate"
import type { Settler } from "@/lib/payments/settlement/settler"
import hostileWallet from "@/lib/sandbox/chain/artifacts/HostileWallet.json"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { send } from "@/lib/testing/payments/fakes"
import { btc, digestOf, newPayer, payloadV1, payloadV2, present, PRICE, terms } from "@/lib/testing/payments/fixtures"
import { authorizeNow, openPaymentWorld, openSettler, type PaymentWorld, sell } from "@/lib/testing/payments/world"
import { createFacilitatorDesk, type DeskAnswer, type DeskOptions, type FacilitatorDesk } from "./desk"

let world: PaymentWorld
let incomeBefore: bigint

beforeAll(async () => {
  world = await openPaymentWorld()
}, 30_000)
afterAll(() => world.stop())
beforeEach(async () => {
  incomeBefore = await world.balanceOf(terms.payTo)
})

const income = async () => (await world.balanceOf(terms.payTo)) - incomeBefore

async function wealthy() {
  const payer = newPayer()
  await world.mint(payer.address)
  return payer
}

async function openDesk(changes: Partial<DeskOptions> = {}): Promise<FacilitatorDesk> {
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  return createFacilitatorDesk({
    ledger,
    books: createFacilitatedBooks(store),
    chain: world.usdcChain,
    settler: openSettler(world, ledger),
    terms: { ...terms, payees: [lower(terms.payTo)] },
    payerDigest: digestOf,
    clock: Date.now,
    sleep: timerSleep,
    log: () => undefined,
    ...changes,
  })
}

const lower = (address: `0x${string}`): `0x${string}` => `0x${address.slice(2).toLowerCase()}`

/** The body of both questions, as a version 2 resource server asks. */
function asked(authorization: Authorization, changes: Record<string, unknown> = {}) {
  const paymentPayload = payloadV2(authorization)
  return { x402Version: 2, paymentPayload, paymentRequirements: { ...paymentPayload.accepted, ...changes } }
}

test("a good payment is valid, settles once, and is told once", async () => {
  const desk = await openDesk()
  const payer = await wealthy()
  const question = asked(await authorizeNow(payer))
  const owner = payer.address.toLowerCase()
  expect(await desk.verify(question)).toEqual({ status: 200, body: { isValid: true, payer: owner } })
  const settled = await desk.settle(question, null)
  expect(settled).toMatchObject({ body: { success: true, network: terms.network, payer: owner, amount: "50000" } })
  expect(await income()).toBe(PRICE)
  const again = { success: false, errorReason: "invalid_exact_evm_nonce_already_used" }
  expect(await desk.settle(question, null), "who delivers on this delivers twice").toMatchObject({ body: again })
  expect(await desk.verify(question)).toMatchObject({
    body: { isValid: false, invalidReason: "invalid_exact_evm_nonce_already_used" },
  })
})

test("a permit is verified and settled like an authorization, where it is asked for or nothing is said", async () => {
  const desk = await openDesk()
  for (const extra of [{ assetTransferMethod: "permit2" }, {}]) {
    const payer = await wealthy()
    await world.approve(payer)
    const question = asked(await authorizeNow(payer, { method: "permit2" }), { extra })
    expect(await desk.verify(question)).toMatchObject({ body: { isValid: true, payer: lower(payer.address) } })
    expect(await desk.settle(question, null)).toMatchObject({ body: { success: true, payer: lower(payer.address) } })
    const again = { success: false, errorReason: "permit2_invalid_nonce" }
    expect(await desk.settle(question, null)).toMatchObject({ body: again })
  }
  expect(await income()).toBe(2n * PRICE)
})

test("a permit is refused where permits are off, not asked for or not approved", async () => {
  const payer = await wealthy()
  const permit = await authorizeNow(payer, { method: "permit2" })
  const desk = await openDesk()
  const off = await openDesk({ terms: { ...terms, permit2: false, payees: [lower(terms.payTo)] } })
  const invalid = (invalidReason: string) =>
    expect.objectContaining({ body: expect.objectContaining({ invalidReason }) })
  expect(await off.verify(asked(permit))).toEqual(invalid("unsupported_payload_type"))
  expect(await desk.verify(asked(permit, { extra: { ...terms.domain, assetTransferMethod: "eip3009" } }))).toEqual(
    invalid("unsupported_payload_type"),
  )
  expect(await desk.verify(asked(permit))).toEqual(invalid("permit2_allowance_required"))
  expect(await income()).toBe(0n)
})

test("of five who settle one payment at once one may deliver, and the money moves once", async () => {
  const desk = await openDesk()
  const question = asked(await authorizeNow(await wealthy()))
  const answers = await Promise.all(Array.from({ length: 5 }, () => desk.settle(question, null)))
  expect(answers.filter(({ body }) => body["success"] === true)).toHaveLength(1)
  expect(await income()).toBe(PRICE)
})

test("a nonce that was signed twice is settled in the words of the first, and never confirmed in others", async () => {
  const desk = await openDesk()
  const payer = await wealthy()
  const askedFor = (authorization: Authorization) => {
    const { paymentPayload, ...rest } = asked(authorization, { amount: `${authorization.value}` })
    return { ...rest, paymentPayload: { ...paymentPayload, accepted: rest.paymentRequirements } }
  }
  const cheap = await authorizeNow(payer, { value: usdc(1n) })
  const { signature: _, ...fields } = { ...cheap, value: PRICE }
  const dear = await authorizeNow(payer, fields)
  expect(await desk.settle(askedFor(cheap), "mine")).toMatchObject({ body: { success: true, amount: "1" } })
  for (const other of [dear, { ...dear, signature: cheap.signature }]) {
    expect(await desk.settle(askedFor(other), "mine")).toMatchObject({
      body: { success: false, transaction: "", errorReason: "invalid_exact_evm_nonce_already_used" },
    })
  }
  expect(await income()).toBe(1n)
})

test("one signature for our own shop and for another service at once buys at one of them at most", async () => {
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  const settler = openSettler(world, ledger)
  const desk = await openDesk({ ledger, books: createFacilitatedBooks(store), settler })
  const shop = createGate({
    ledger,
    chain: world.usdcChain,
    settler,
    isPaused: () => false,
    terms,
    payerDigest: digestOf,
    clock: Date.now,
    sleep: timerSleep,
    resendWindowMs: 300_000,
    confirmations: 1,
    settlesForOthers: true,
    paysGas: true,
  })
  for (const isShopFirst of [true, false, true, false]) {
    const authorization = await authorizeNow(await wealthy())
    const buy = () => shop.pay(present(authorization), btc, () => Promise.resolve({ body: "{}", etag: null }))
    const settle = () => desk.settle(asked(authorization), null)
    const [one, other] = isShopFirst ? [buy(), settle()] : [settle(), buy()]
    const answers = [...(await Promise.all([one, other])), await settle(), await buy()]
    const sold = answers.filter((answer) =>
      "kind" in answer ? answer.kind === "delivered" && !answer.redelivered : answer.body["success"] === true,
    )
    expect(sold, "one at once or, where each stepped back, one later").toHaveLength(1)
  }
})

test("what a shop of the same books hands over is settled for a payer who holds the price and no more", async () => {
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  const authorization = await authorizeNow(await wealthy())
  const sold = await ledger.find(await sell(ledger, authorization))
  if (sold === null) throw new Error("It was sold.")
  await createHandovers(store).begin(sold, Date.now())
  const desk = await openDesk({ ledger, books: createFacilitatedBooks(store), settler: openSettler(world, ledger) })
  expect(await desk.settle(asked(authorization), null)).toMatchObject({ body: { success: true } })
  expect(await income()).toBe(PRICE)
})

test("a request that names itself hears the same again, and only it", async () => {
  const desk = await openDesk()
  const question = asked(await authorizeNow(await wealthy()))
  const first = await desk.settle(question, "mine")
  expect(first).toMatchObject({ body: { success: true } })
  expect(await desk.settle(question, "mine")).toEqual(first)
  expect(await desk.settle(question, "other")).toMatchObject({ body: { success: false } })
})

test("version 1 is understood in its own words", async () => {
  const desk = await openDesk()
  const payer = await wealthy()
  const { amount: maxAmountRequired, ...rest } = payloadV2(await authorizeNow(payer)).accepted
  const paymentRequirements = { ...rest, maxAmountRequired, network: "base" }
  const question = { x402Version: 1, paymentPayload: payloadV1(await authorizeNow(payer)), paymentRequirements }
  expect(await desk.verify(question)).toMatchObject({ body: { isValid: true } })
  expect(await desk.settle(question, null)).toMatchObject({ body: { success: true, network: "base" } })
})

test.each([
  ["another payee", { payTo: newPayer().address }, "payee_not_allowed"],
  ["another amount", { amount: "49999" }, "invalid_exact_evm_payload_authorization_value_mismatch"],
  ["another token", { asset: newPayer().address }, "invalid_exact_evm_asset_mismatch"],
  ["another network", { network: "eip155:84532" }, "invalid_exact_evm_network_mismatch"],
  ["another scheme", { scheme: "upto" }, "unsupported_scheme"],
  ["another name of the token", { extra: { name: "USDC", version: "2" } }, "invalid_exact_evm_token_name_mismatch"],
  ["no name of the token", { extra: {} }, "invalid_exact_evm_missing_eip712_domain"],
  ["Permit2", { extra: { ...terms.domain, assetTransferMethod: "permit2" } }, "unsupported_payload_type"],
  ["no requirements", { amount: 5, payTo: null }, "invalid_payload"],
])("%s is refused before the chain is asked, and nothing is sent", async (_, changes, reason) => {
  const failing = () => Promise.reject(new Error("asked"))
  const desk = await openDesk({
    chain: { preflight: failing, findTransfer: failing, isValidSignature: failing, hasCode: failing },
  })
  const question = asked(await authorizeNow(newPayer()), changes)
  expect(await desk.verify(question)).toMatchObject({ status: 200, body: { isValid: false, invalidReason: reason } })
  expect(await desk.settle(question, null)).toMatchObject({ body: { success: false, errorReason: reason } })
})

test.each([[null], [[]], ["text"], [{}], [{ paymentPayload: { x402Version: 7 } }]])(
  "%j is no payment",
  async (body) => {
    const desk = await openDesk()
    expect(await desk.verify(body)).toMatchObject({ status: 200, body: { isValid: false } })
    expect(await desk.settle(body, null)).toMatchObject({ body: { success: false, transaction: "" } })
  },
)

test("a poor payer and a forged signature are refused, and cost no gas", async () => {
  const desk = await openDesk()
  const before = await world.client.getTransactionCount({ address: world.account.address })
  const poor = asked(await authorizeNow(newPayer()))
  const forged = asked(await authorizeNow(newPayer(), { from: lower((await wealthy()).address) }))
  for (const [question, reason] of [
    [poor, "invalid_exact_evm_insufficient_balance"],
    [forged, "invalid_exact_evm_signature"],
  ] as const) {
    expect(await desk.settle(question, null)).toMatchObject({ body: { success: false, errorReason: reason } })
  }
  expect(await world.client.getTransactionCount({ address: world.account.address })).toBe(before)
})

/** A wallet that says yes when it is tried out and burns all gas when it counts. */
async function deployBurner(): Promise<Hex> {
  const abi = parseAbi(["constructor(uint8 manner)"])
  const data = encodeDeployData({ abi, bytecode: hostileWallet.bytecode as Hex, args: [3] })
  const hash = await world.client.sendTransaction({ account: world.wallet, data })
  const { contractAddress } = await world.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error("The wallet was not deployed.")
  await world.mint(contractAddress)
  return lower(contractAddress)
}

test("a wallet that burned our gas once burns no more, neither with the same proof nor with another", async () => {
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  const shared = { ledger, books: createFacilitatedBooks(store), settler: openSettler(world, ledger) }
  const desk = await openDesk(shared)
  const from = await deployBurner()
  const [first, other] = [
    asked(await authorizeNow(newPayer(), { from })),
    asked(await authorizeNow(newPayer(), { from })),
  ]
  const refused = { body: { success: false, errorReason: "invalid_transaction_state" } }
  expect(await desk.verify(first)).toMatchObject({ body: { isValid: true } })
  expect(await desk.settle(first, null)).toMatchObject(refused)

  const before = await world.client.getTransactionCount({ address: world.account.address })
  for (const question of [first, first, other]) expect(await desk.settle(question, null)).toMatchObject(refused)
  expect(await desk.verify(other)).toMatchObject({ body: { isValid: false } })
  const restarted = await openDesk(shared)
  expect(await restarted.settle(first, null), "the books know it after a restart, too").toMatchObject(refused)
  expect(await world.client.getTransactionCount({ address: world.account.address })).toBe(before)
  expect(await desk.settle(asked(await authorizeNow(await wealthy())), null)).toMatchObject({ body: { success: true } })
})

test("of 12 settlements at once with the money for two, two are made and nothing more is sent", async () => {
  const desk = await openDesk()
  const payer = await wealthy()
  await world.mint(payer.address)
  const before = await world.client.getTransactionCount({ address: world.account.address })
  const questions = await Promise.all(Array.from({ length: 12 }, async () => asked(await authorizeNow(payer))))
  const answers = await Promise.all(questions.map((question) => desk.settle(question, null)))
  const isMade = ({ body }: DeskAnswer) => body["success"] === true
  expect(answers.filter(isMade)).toHaveLength(2)
  for (const answer of answers.filter((one) => !isMade(one))) {
    expect(answer).toMatchObject({ status: 200, body: { errorReason: "invalid_exact_evm_insufficient_balance" } })
  }
  expect(await world.client.getTransactionCount({ address: world.account.address })).toBeLessThanOrEqual(before + 2)
  expect(await income()).toBe(2n * PRICE)
})

test("while the chain cannot be asked nothing is said about the payment", async () => {
  const failing = () => Promise.reject(new Error("connect ETIMEDOUT"))
  const desk = await openDesk({
    chain: { preflight: failing, findTransfer: failing, isValidSignature: failing, hasCode: failing },
  })
  const question = asked(await authorizeNow(newPayer()))
  expect(await desk.verify(question)).toMatchObject({
    status: 503,
    body: { invalidReason: "unexpected_verify_error" },
  })
  expect(await desk.settle(question, null)).toMatchObject({
    status: 503,
    body: { success: false, errorReason: "unexpected_settle_error" },
  })
})

test("a settlement that breaks off before it is sent can be asked for again at once", async () => {
  const store = await openEmbeddedStore(":memory:")
  const books = createSqlLedger(store)
  let isDown = true
  const ledger: Ledger = {
    ...books,
    ahead: (...args) => (isDown ? Promise.reject(new Error("no connection")) : books.ahead(...args)),
  }
  const desk = await openDesk({ ledger, books: createFacilitatedBooks(store), settler: openSettler(world, books) })
  const question = asked(await authorizeNow(await wealthy()))
  expect(await desk.settle(question, null)).toMatchObject({ status: 503 })
  isDown = false
  expect(await desk.settle(question, null)).toMatchObject({ status: 200, body: { success: true } })
})

test("what is heard of an earlier attempt is no answer: nothing refused is sent later, nothing on its way is refused", async () => {
  const store = await openEmbeddedStore(":memory:")
  const shared = { ledger: createSqlLedger(store), books: createFacilitatedBooks(store) }
  const status = () => ({ account: null, waiting: 0, inFlight: 0, lastSettledMs: null, lastFault: null })
  const deskWhere = (isOnItsWay: boolean) => {
    const settle: Settler["settle"] = async ({ id }) => {
      if (isOnItsWay) await send(shared.ledger, id, Date.now())
      return { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
    }
    return openDesk({ ...shared, settler: { settle, status } })
  }
  const [moving, still] = [await authorizeNow(await wealthy()), await authorizeNow(await wealthy())]
  expect(await (await deskWhere(true)).settle(asked(moving), null)).toMatchObject({
    body: { success: false, errorReason: "settlement_pending" },
  })
  expect(await (await deskWhere(false)).settle(asked(still), null)).toMatchObject({
    body: { success: false, errorReason: "invalid_exact_evm_insufficient_balance" },
  })
  const id = paymentId({ ...terms, endpoint: FACILITATED, authorization: still })
  await expect(send(shared.ledger, id, Date.now())).rejects.toThrow("does not wait for settlement")
})

test("who asks again before the first request has written it down hears that it is on its way", async () => {
  const store = await openEmbeddedStore(":memory:")
  const plain = createSqlLedger(store)
  const question = asked(await authorizeNow(await wealthy()))
  const heard: unknown[] = []
  const ledger: typeof plain = {
    ...plain,
    async saveAnswer(...args) {
      heard.push(await desk.settle(question, "one"))
      return plain.saveAnswer(...args)
    },
  }
  const desk = await openDesk({ ledger, books: createFacilitatedBooks(store), settler: openSettler(world, plain) })
  expect(await desk.settle(question, "one")).toMatchObject({ status: 200, body: { success: true } })
  expect(heard).toMatchObject([{ status: 200, body: { success: false, errorReason: "settlement_pending" } }])
  expect(await income()).toBe(PRICE)
})

test("a settlement that takes too long is pending, and told to who asks again", async () => {
  const settler: Pick<Settler, "settle" | "status"> = {
    settle: () => Promise.resolve({ kind: "pending", transaction: null }),
    status: () => ({ account: null, waiting: 0, inFlight: 0, lastSettledMs: null, lastFault: null }),
  }
  const store = await openEmbeddedStore(":memory:")
  const shared = { ledger: createSqlLedger(store), books: createFacilitatedBooks(store) }
  const question = asked(await authorizeNow(await wealthy()))
  const slow = await openDesk({ ...shared, settler })
  expect(await slow.settle(question, null)).toMatchObject({ body: { errorReason: "settlement_pending" } })
  const desk = await openDesk({ ...shared, settler: openSettler(world, shared.ledger) })
  expect(await desk.settle(question, null)).toMatchObject({ body: { success: true } })
  expect(await income()).toBe(PRICE)
})

test("whoever heard that it is pending verifies it again, as the official resource server does, and it is told once", async () => {
  const store = await openEmbeddedStore(":memory:")
  const shared = { ledger: createSqlLedger(store), books: createFacilitatedBooks(store) }
  const settler = openSettler(world, shared.ledger)
  const authorization = await authorizeNow(await wealthy())
  const question = asked(authorization)
  const pending: Settler["settle"] = () => Promise.resolve({ kind: "pending", transaction: null })
  const slow = await openDesk({ ...shared, settler: { ...settler, settle: pending } })
  expect(await slow.settle(question, null)).toMatchObject({ body: { errorReason: "settlement_pending" } })
  await settler.settle({ id: paymentId({ ...terms, endpoint: FACILITATED, authorization }), authorization })
  expect(await income(), "the payer is charged, and has nothing yet").toBe(PRICE)

  const desk = await openDesk({ ...shared, settler })
  const late = await openDesk({ ...shared, settler, clock: () => authorization.validBeforeS * 1_000 })
  for (const asking of [desk, late]) expect(await asking.verify(question)).toMatchObject({ body: { isValid: true } })
  expect(await desk.settle(question, null)).toMatchObject({ body: { success: true } })
  for (const asking of [desk, late]) {
    expect(await asking.verify(question)).toMatchObject({
      body: { isValid: false, invalidReason: "invalid_exact_evm_nonce_already_used" },
    })
  }
  expect(await income()).toBe(PRICE)
})

test("who asks again with a deployment around the signature has the proof settled that the row has", async () => {
  const store = await openEmbeddedStore(":memory:")
  const shared = { ledger: createSqlLedger(store), books: createFacilitatedBooks(store) }
  const wanted: Authorization[] = []
  const status = () => ({ account: null, waiting: 0, inFlight: 0, lastSettledMs: null, lastFault: null })
  const settle: Settler["settle"] = ({ authorization }) => {
    wanted.push(authorization)
    return Promise.resolve({ kind: "pending", transaction: null })
  }
  const desk = await openDesk({ ...shared, settler: { settle, status } })
  const plain = await authorizeNow(await wealthy())
  const signature = serializeErc6492Signature({ address: terms.payTo, data: "0x01", signature: plain.signature })
  for (const proof of [plain, { ...plain, signature }]) await desk.settle(asked(proof), null)
  expect(wanted).toEqual([plain, plain])
})

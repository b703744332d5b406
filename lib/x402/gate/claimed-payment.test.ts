import { afterEach, beforeEach, expect, test } from "vitest"
import { lowerHex } from "@/lib/domain/lower-hex"
import { CLAIM_MS } from "@/lib/x402/ledger/ledger"
import { type Authorization, type PaymentToSettle, paymentId } from "@/lib/x402/ledger/payment"
import { resourceOf } from "@/lib/x402/wire/requirements"
import { PASSING_PREFLIGHT, openGate, send, settled } from "@/tools/testing/payments/fakes"
import { authorize, btc, newPayer, PRICE, present, terms } from "@/tools/testing/payments/fixtures"

/*
 * A wallet may be deployed between two reads of the chain. The settled authorization must be the one in the ledger row,
 * because the ledger records a transaction only for that one.
 */

const payer = newPayer()
let opened: Awaited<ReturnType<typeof openGate>>
let wrapped: Authorization
let wanted: readonly PaymentToSettle[]

beforeEach(async () => {
  opened = await openGate()
  wanted = []
  const { ledger, fakes } = opened
  fakes.settle = (id, payment) => {
    wanted = [...wanted, payment]
    return settled(ledger, id, fakes.nowMs)
  }
  wrapped = await authorize(payer, { deployment: { factory: lowerHex(terms.payTo), data: "0x01" } })
})
afterEach(() => opened.close())

const idOf = (authorization: Authorization) => paymentId({ ...terms, authorization })
const buy = () => opened.gate.pay(present(wrapped, btc), btc, () => Promise.resolve({ body: "{}", etag: null }))

async function expectAsInItsRow(): Promise<void> {
  const row = await opened.ledger.find(idOf(wrapped))
  expect(wanted.map(({ authorization }) => authorization)).toEqual([row?.authorization])
}

test("a wallet that is deployed while its second purchase waits for the first settles the row's authorization", async () => {
  const { ledger, fakes } = opened
  const earlier = await authorize(payer)
  const bought = { ...terms, resource: resourceOf(btc), endpoint: "quote", authorization: earlier }
  const claim = await ledger.claim(bought, fakes.nowMs)
  const owner = claim.kind === "claimed" ? claim.owner : ""
  await ledger.saveAnswer(idOf(earlier), owner, { body: "{}", etag: null }, fakes.nowMs)
  const hash = await send(ledger, idOf(earlier), fakes.nowMs)
  fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, balance: PRICE, deployment: "needed" })
  fakes.onSleep = async () => {
    await ledger.markSettled([idOf(earlier)], { hash, blockNumber: 1n, gasUsed: 1n }, fakes.nowMs)
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, balance: PRICE, deployment: "unneeded" })
  }
  expect(await buy()).toMatchObject({ kind: "delivered" })
  await expectAsInItsRow()
})

test("a wallet that is deployed after an unfinished attempt settles the row's authorization", async () => {
  const { ledger, fakes } = opened
  const bought = { ...terms, resource: resourceOf(btc), endpoint: "quote", authorization: wrapped }
  const claim = await ledger.claim(bought, fakes.nowMs)
  const owner = claim.kind === "claimed" ? claim.owner : ""
  await ledger.saveAnswer(idOf(wrapped), owner, { body: "{}", etag: null }, fakes.nowMs)
  fakes.nowMs += CLAIM_MS + 1
  fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, deployment: "unneeded" })
  expect(await buy()).toMatchObject({ kind: "delivered" })
  await expectAsInItsRow()
})

import { decodePaymentResponseHeader, wrapFetchWithPayment, x402HTTPClient } from "@x402/fetch"
import { signalContract } from "@/lib/api/signal"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, officialClient, PLAY_MONEY, poorPayer } from "@/e2e/support/payer"
import { approvePermit2, permit2Client } from "@/e2e/support/permit2"
import { readChallenge } from "@/e2e/support/terms"

const PRICE = 50_000n

test("@x402/fetch 2.27 pays by Permit2: approved once, then signed; exactly the price, once for each answer", async ({
  origin,
  chain,
  terms,
}) => {
  const payer = await newPayer(origin)
  await approvePermit2(origin, payer)
  const before = await chain.balanceOf(payer.address)
  const pay = wrapFetchWithPayment(fetch, permit2Client(payer))
  const receipts: string[] = []
  for (const coin of ["BTC", "ETH"]) {
    const response = await pay(`${origin}/api/signal/${coin}`)
    expect(response.status).toBe(200)
    expect(signalContract.response.parse(await response.json()).coin).toBe(coin)
    const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")
    expect(receipt).toMatchObject({ success: true, network: "eip155:8453", payer: payer.address.toLowerCase() })
    receipts.push(receipt.transaction)
  }
  expect(await chain.balanceOf(payer.address)).toBe(before - 2n * PRICE)
  expect(await chain.transfersFrom(payer.address)).toEqual(
    receipts.map((transaction) => ({ to: terms.payTo, value: PRICE, transaction })),
  )
})

test("without an approval the answer is 412, nothing is charged, and the same permit is good afterwards", async ({
  origin,
  chain,
}) => {
  const payer = await newPayer(origin)
  const url = `${origin}/api/signal/BTC`
  const http = new x402HTTPClient(permit2Client(payer))
  const headers = http.encodePaymentSignatureHeader(await http.createPaymentPayload(await readChallenge(url)))
  const early = await fetch(url, { headers })
  expect(early.status).toBe(412)
  expect(await early.json()).toMatchObject({ error: "permit2_allowance_required", charged: "no" })
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY)
  await approvePermit2(origin, payer, PRICE)
  const before = await chain.balanceOf(payer.address)
  const bodies = [await fetch(url, { headers }), await fetch(url, { headers })].map((response) => response.text())
  const [first, again] = await Promise.all(bodies)
  expect(again, "shown again, it fetches the same answer").toBe(first)
  expect(await chain.balanceOf(payer.address)).toBe(before - PRICE)
  expect((await fetch(`${origin}/api/signal/ETH`, { headers })).status, "and buys nothing else").toBe(402)
})

test("who does not ask for Permit2 signs EIP-3009 as ever", async ({ origin }) => {
  const required = await readChallenge(`${origin}/api/signal/BTC`)
  const { payload, accepted } = await officialClient(poorPayer()).createPaymentPayload(required)
  expect(Object.keys(payload)).toContain("authorization")
  expect(accepted).toEqual(required.accepts[0])
})

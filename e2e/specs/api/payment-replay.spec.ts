import { decodePaymentResponseHeader } from "@x402/fetch"
import { z } from "zod"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, FAUCET_AMOUNT, unfundedPayer, signFor } from "@/tools/testing/payments/x402-payer"

const PRICE = 50_000n
const PaymentRejection = z.object({ x402Version: z.literal(1), error: z.string(), charged: z.literal("no") })

test("fifty parallel copies of one proof are charged once and get the same bytes", async ({ origin, chain }) => {
  const url = `${origin}/api/signal/BTC`
  const payer = await newPayer(origin)
  const headers = await signFor(url, payer)
  const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(url, { headers })))
  const bodies = await Promise.all(responses.map((response) => response.text()))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(bodies).size, "distinct bodies").toBe(1)
  expect(new Set(responses.map(({ headers }) => headers.get("payment-response"))).size, "distinct receipts").toBe(1)
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - PRICE)
})

test("a repeated proof gets the same bytes with either header and on either path", async ({ origin, chain }) => {
  const url = `${origin}/api/signal/ETH`
  const payer = await newPayer(origin)
  const headers = await signFor(url, payer)
  const first = await fetch(url, { headers })
  expect(first.status).toBe(200)
  const body = await first.text()
  const proof = headers["PAYMENT-SIGNATURE"]
  const repeats = [
    await fetch(url, { headers }),
    await fetch(url, { headers: { "X-PAYMENT": proof } }),
    await fetch(url, { headers: { ...headers, "X-PAYMENT": proof } }),
    await fetch(`${origin}/signal/ETH`, { headers }),
  ]
  for (const repeat of repeats) {
    expect(repeat.status).toBe(200)
    expect(await repeat.text()).toBe(body)
    expect(repeat.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
  }
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test("a proof that bought one resource is rejected for other resources", async ({ origin, chain }) => {
  const payer = await newPayer(origin)
  const { accepted, ...rest } = decode(await signFor(`${origin}/api/signal/BTC`, payer))
  // A thief would remove `resource`, because the signature does not cover this field.
  const headers = { "PAYMENT-SIGNATURE": encode({ ...rest, accepted, resource: undefined }) }
  expect((await fetch(`${origin}/api/signal/BTC`, { headers })).status).toBe(200)
  for (const path of ["/api/context/BTC", "/api/signal/ETH"]) {
    const response = await fetch(origin + path, { headers })
    expect(response.status, path).toBe(402)
    expect(PaymentRejection.parse(await response.json()).error).toBe("payment_already_used")
    const outcome = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")
    expect(outcome).toMatchObject({ success: false, errorReason: "payment_already_used" })
    expect(response.headers.get("payment-required"), "a new challenge").not.toBeNull()
  }
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test("twenty parallel payers are each charged once", async ({ origin, chain }) => {
  const url = `${origin}/api/signal/SOL`
  const payers = await Promise.all(Array.from({ length: 20 }, () => newPayer(origin)))
  const proofs = await Promise.all(payers.map((payer) => signFor(url, payer)))
  const responses = await Promise.all(proofs.map((headers) => fetch(url, { headers })))
  expect(responses.map(({ status }) => status)).toEqual(payers.map(() => 200))
  const charged = await Promise.all(payers.map(async ({ address }) => (await chain.transfersFrom(address)).length))
  expect(charged).toEqual(payers.map(() => 1))
})

test("a payment without enough balance is rejected with the reason", async ({ origin, chain }) => {
  const url = `${origin}/api/signal/BTC`
  const payer = unfundedPayer()
  const response = await fetch(url, { headers: await signFor(url, payer) })
  expect(response.status).toBe(402)
  expect(PaymentRejection.parse(await response.json()).error).toBe("invalid_exact_evm_insufficient_balance")
  expect(await chain.transfersFrom(payer.address)).toEqual([])
})

for (const [what, value] of [
  ["nothing", ""],
  ["no base64", "%%%"],
  ["null", "null"],
  ["a list", "[]"],
  ["an unknown version", encode({ x402Version: 7 })],
  ["half a payment", encode({ x402Version: 2, accepted: {} })],
  ["9 kB of noise", "A".repeat(9_000)],
] as const) {
  test(`a payment header with ${what} is answered with a new challenge`, async ({ origin }) => {
    for (const name of ["PAYMENT-SIGNATURE", "X-PAYMENT"]) {
      const response = await fetch(`${origin}/api/signal/BTC`, { headers: { [name]: value } })
      expect(response.status, name).toBe(402)
      expect(response.headers.get("payment-required")).not.toBeNull()
      PaymentRejection.parse(await response.json())
    }
  })
}

function decode(headers: { readonly "PAYMENT-SIGNATURE": string }): Record<string, unknown> {
  const json = Buffer.from(headers["PAYMENT-SIGNATURE"], "base64").toString()
  return z.record(z.string(), z.unknown()).parse(JSON.parse(json))
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64")
}

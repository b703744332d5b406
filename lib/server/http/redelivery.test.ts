import { describe, expect, test } from "vitest"
import { z } from "zod"
import { signArtifacts } from "@/lib/x402/wire/signed-artifacts"
import {
  authorize,
  base64,
  btc,
  newPayer,
  NOW_MS,
  NOW_S,
  payloadV1,
  payloadV2,
  signIn,
  terms,
} from "@/tools/testing/payments/fixtures"
import { REDELIVERY_WINDOW_MS } from "@/tools/testing/payments/fakes"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"

describe("signing in", () => {
  const moment = (nonce: string) => ({ nonce, nowMs: NOW_MS })
  const header = async (payer: ReturnType<typeof newPayer>, nonce = "a1b2c3d4e5f6") => ({
    "sign-in-with-x": base64(await signIn(payer, btc, moment(nonce))),
  })

  const announced = {
    extensions: {
      "sign-in-with-x": {
        info: {
          domain: "signal402.example",
          uri: `${terms.origin}/api/quote/BTC`,
          nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
        supportedChains: [{ chainId: "eip155:8453", type: "eip191" }],
      },
    },
  }
  const required = (response: Response): unknown =>
    JSON.parse(Buffer.from(response.headers.get("payment-required") ?? "", "base64").toString())

  test("is announced in the body of the 402 with a message to sign", async () => {
    const { get } = await openPaidRoute()
    expect(await (await get()).json()).toMatchObject(announced)
  })

  test("is announced in the 402's header only for requests with a payment or a sign-in", async () => {
    const { get } = await openPaidRoute()
    expect(required(await get({ "sign-in-with-x": "?" }))).toMatchObject(announced)
    expect(required(await get({ "x-payment": "?" }))).toMatchObject(announced)
    expect(required(await get())).not.toMatchObject(announced)
  })

  test("fetches the bought answer once, without a receipt because nothing is charged", async () => {
    const { get, endpoint } = await openPaidRoute()
    const payer = newPayer()
    const first = await get({ "payment-signature": base64(payloadV2(await authorize(payer))) })
    const signed = await header(payer)
    const again = await get(signed)
    expect([again.status, await again.text()]).toEqual([200, await first.text()])
    expect([again.headers.get("payment-response"), again.headers.get("etag")]).toEqual([null, 'W/"7-abc"'])
    const third = await get(signed)
    expect([third.status, await third.json()]).toMatchObject([402, { error: "invalid_siwx_nonce" }])
    expect(third.headers.get("payment-required")).not.toBeNull()
    expect(endpoint.served()).toBe(1)
  })

  test("names the purchase in the X-Purchase header", async () => {
    const { get } = await openPaidRoute()
    const payer = newPayer()
    const authorization = await authorize(payer)
    const first = await get({ "payment-signature": base64(payloadV2(authorization)) })
    const receipt: unknown = JSON.parse(Buffer.from(first.headers.get("payment-response") ?? "", "base64").toString())
    const again = await get(await header(payer))
    const purchase: unknown = JSON.parse(again.headers.get("x-purchase") ?? "")
    const soldAt = new Date(NOW_MS).toISOString()
    expect(purchase).toMatchObject({ nonce: authorization.nonce, amount: "50000", soldAt })
    expect(receipt).toMatchObject({ transaction: z.object({ transaction: z.string() }).parse(purchase).transaction })
  })

  test("is possible while payments are paused", async () => {
    const { get, endpoint } = await openPaidRoute()
    const payer = newPayer()
    await get({ "payment-signature": base64(payloadV2(await authorize(payer))) })
    endpoint.paused = true
    expect((await get(await header(payer))).status).toBe(200)
  })

  test("is ignored beside a payment, which buys a new answer", async () => {
    const { get, endpoint } = await openPaidRoute()
    const payer = newPayer()
    const pay = async () => ({ "payment-signature": base64(payloadV2(await authorize(payer))) })
    await get(await pay())
    const both = await get({ ...(await pay()), ...(await header(payer)) })
    expect([both.status, endpoint.served()]).toEqual([200, 2])
  })

  test.each(["", "null", "x".repeat(20_000), base64({ domain: "evil.example" })])(
    "with the header %s is refused",
    async (value) => {
      const { get } = await openPaidRoute()
      const response = await get({ "sign-in-with-x": value })
      expect([response.status, await response.json()]).toMatchObject([402, { error: "invalid_siwx_payload" }])
    },
  )

  test("keeps the challenge below 6 kB, because clients accept 16 kB of headers", async () => {
    const { get } = await openPaidRoute()
    expect((await get()).headers.get("payment-required")?.length).toBeLessThan(6_000)
  })
})

describe("a payment identifier", () => {
  const identified = async (payer: ReturnType<typeof newPayer>, id: unknown = "pay_7d5d747be160e280504c") => {
    const extensions = { "payment-identifier": { info: { required: false, id } } }
    return { "payment-signature": base64({ ...payloadV2(await authorize(payer)), extensions }) }
  }

  test("is announced as optional, with the schema of the extension", async () => {
    const { get } = await openPaidRoute()
    const required = (await get()).headers.get("payment-required") ?? ""
    expect(JSON.parse(Buffer.from(required, "base64").toString())).toMatchObject({
      extensions: { "payment-identifier": { info: { required: false }, schema: { required: ["required"] } } },
    })
  })

  test("with a new signature gets the first answer, and for another resource 409 without a charge", async () => {
    const { get, endpoint } = await openPaidRoute()
    const payer = newPayer()
    const [first, second] = [await get(await identified(payer)), await get(await identified(payer))]
    expect([first.status, second.status, endpoint.served()]).toEqual([200, 200, 1])
    expect(second.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
    expect(await second.text()).toBe(await first.text())
    const withoutResource = { ...payloadV2(await authorize(payer)), resource: undefined }
    const extensions = { "payment-identifier": { info: { required: false, id: "pay_7d5d747be160e280504c" } } }
    const conflict = await get({ "payment-signature": base64({ ...withoutResource, extensions }) }, "ETH")
    expect(conflict.status).toBe(409)
    expect(await conflict.json()).toMatchObject({
      code: "payment_conflict",
      charged: "no",
      details: { reason: "payment_identifier_conflict" },
    })
  })

  test("whose answer has expired is 409 without a charge", async () => {
    const { get, endpoint } = await openPaidRoute()
    const payer = newPayer()
    await get(await identified(payer))
    endpoint.fakes.nowMs += REDELIVERY_WINDOW_MS + 1
    const authorization = await authorize(payer, { validBeforeS: NOW_S + 3_600 })
    const extensions = { "payment-identifier": { info: { required: false, id: "pay_7d5d747be160e280504c" } } }
    const late = await get({ "payment-signature": base64({ ...payloadV2(authorization), extensions }) })
    expect([late.status, await late.json(), endpoint.served()]).toMatchObject([
      409,
      { charged: "no", details: { reason: "payment_identifier_spent" } },
      1,
    ])
  })

  test.each(["short", "x".repeat(129), "with space and more", 7, null])("with the value %s is refused", async (id) => {
    const { get, endpoint } = await openPaidRoute()
    const response = await get(await identified(newPayer(), id))
    expect(await response.json()).toMatchObject({ error: "invalid_payment_identifier" })
    expect([response.status, endpoint.served()]).toEqual([402, 0])
  })

  test("without a value does not affect the purchase", async () => {
    const { get } = await openPaidRoute()
    expect((await get(await identified(newPayer(), undefined))).status).toBe(200)
  })
})

test("with a receipt key the receipt is signed in both x402 versions", async () => {
  const { get } = await openPaidRoute(signArtifacts(`0x${"42".repeat(32)}`))
  const payer = newPayer()
  for (const headers of [
    { "x-payment": base64(payloadV1(await authorize(payer))) },
    { "payment-signature": base64(payloadV2(await authorize(payer))) },
  ]) {
    const header = (await get(headers)).headers.get("payment-response") ?? ""
    expect(JSON.parse(Buffer.from(header, "base64").toString())).toMatchObject({
      success: true,
      extensions: {
        "offer-receipt": {
          info: {
            receipt: {
              format: "eip712",
              payload: { network: "eip155:8453", payer: payer.address.toLowerCase(), transaction: expect.any(String) },
            },
          },
        },
      },
    })
  }
})

import { getEventListeners } from "node:events"
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { type BuyerOptions, memoryStore } from "@/clients/typescript/index"
import { session } from "@/clients/typescript/session"
import { answerTypes, pythonResources } from "@/tools/cli/answer-types"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { BTC, cutAnswer, ETH, openService, rateLimited, unavailable } from "./service"

test("an answer is bought for its price, with its version and a verified receipt", async () => {
  const service = await openService()
  expect(await service.buyer().buy(BTC)).toMatchObject({
    status: "bought",
    answer: { coin: "BTC", serial: 1 },
    version: 7,
    amount: PRICE,
    transaction: expect.stringMatching(/^0x/),
    receipt: { status: "verified", issuer: service.signer },
  })
})

test("a receipt that another key signed is reported, and the answer is kept", async () => {
  const service = await openService()
  service.signer = newPayer().address
  expect(await service.buyer().buy(BTC)).toMatchObject({
    answer: { serial: 1 },
    receipt: { status: "invalid", problem: expect.stringContaining("did.json") },
  })
})

test("a receipt with the hash of the answer is verified, and a changed answer is reported", async () => {
  const service = await openService(true)
  const bought = await service.buyer().buy(BTC)
  expect(bought).toMatchObject({
    body: '{"coin":"BTC","serial":1}',
    receipt: { status: "verified", payload: { version: 2, responseHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } },
  })
  service.fetchFaults.push(async (send) => {
    const { headers } = await send()
    return new Response('{"coin":"ETH","serial":3}', { headers })
  })
  expect(await service.buyer().buy(ETH)).toMatchObject({
    answer: { serial: 3 },
    receipt: { status: "invalid", problem: expect.stringContaining("responseHash") },
  })
})

test("a price above maxAmountPerPayment is not signed", async () => {
  const service = await openService()
  const buying = service.buyer({ maxAmountPerPayment: PRICE - 1n }).buy(BTC)
  await expect(buying).rejects.toMatchObject({ code: "price_above_limit", charged: "no" })
  expect(service.sent).toEqual([])
})

test("another token than the expected one is not signed", async () => {
  const service = await openService()
  const buying = service.buyer({ asset: terms.payTo }).buy(BTC)
  await expect(buying).rejects.toMatchObject({ code: "offer_missing" })
  expect(service.sent).toEqual([])
})

test("maxPerDay limits the purchases of 24 hours, also concurrent purchases", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: 2n * PRICE - 1n })
  const both = await Promise.allSettled([buyer.buy(BTC), buyer.buy(ETH)])
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"])
  await expect(buyer.buy(ETH)).rejects.toMatchObject({ code: "day_limit_reached" })
  expect(service.sent).toHaveLength(1)
  service.endpoint.fakes.nowMs += 86_400_000
  expect(await buyer.buy(ETH)).toMatchObject({ status: "bought" })
})

test("a failed purchase counts for maxPerDay until the chain shows its signature unused", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: PRICE, isUnused: () => true })
  service.endpoint.failing = true
  await expect(buyer.buy(BTC)).rejects.toMatchObject({ code: "not_charged", reason: "data_unavailable" })
  service.endpoint.failing = false
  await expect(buyer.buy(BTC)).rejects.toMatchObject({ code: "day_limit_reached" })
  service.endpoint.fakes.nowMs += 361_000
  expect(await buyer.buy(BTC)).toMatchObject({ status: "bought" })
})

test("after a 503 and a broken connection the same header is sent again, and one answer is sold", async () => {
  const service = await openService()
  service.fetchFaults.push(unavailable({ "Retry-After": "7" }), cutAnswer, unavailable())
  expect(await service.buyer().buy(BTC)).toMatchObject({ answer: { serial: 1 } })
  expect(new Set(service.sent).size).toBe(1)
  expect(service.waits).toEqual([7_000, 2_000, 4_000])
  expect(service.endpoint.served()).toBe(1)
})

test("an answer that is cut in the middle is fetched again with the same header", async () => {
  const service = await openService()
  service.fetchFaults.push(async (send) => new Response((await (await send()).text()).slice(0, 10)))
  expect(await service.buyer().buy(BTC)).toMatchObject({ answer: { serial: 1 } })
  expect([new Set(service.sent).size, service.sent.length, service.endpoint.served()]).toEqual([1, 2, 1])
})

test("a payment whose outcome stays unknown is sent again by the next call, also after a restart", async () => {
  const service = await openService()
  const signer = newPayer()
  const store = memoryStore()
  service.fetchFaults.push(...Array.from({ length: 6 }, () => cutAnswer))
  const first = service.buyer({ signer, store, maxPerDay: PRICE }).buy(BTC)
  await expect(first).rejects.toMatchObject({ code: "outcome_unknown", charged: "unknown" })
  const restarted = service.buyer({ signer, store, maxPerDay: PRICE })
  expect(await restarted.buy(BTC)).toMatchObject({ answer: { serial: 1 } })
  expect([new Set(service.sent).size, service.endpoint.served()]).toEqual([1, 1])
  await expect(restarted.buy(BTC)).rejects.toMatchObject({ code: "day_limit_reached" })
})

test("a payment whose answer has expired counts as charged", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: PRICE })
  service.fetchFaults.push(...Array.from({ length: 6 }, () => cutAnswer))
  await expect(buyer.buy(BTC)).rejects.toMatchObject({ code: "outcome_unknown" })
  service.endpoint.fakes.nowMs += 301_000
  const late = buyer.buy(BTC)
  await expect(late).rejects.toMatchObject({
    code: "outcome_unknown",
    charged: "unknown",
    reason: "redelivery_window_closed",
  })
  await expect(buyer.buy(ETH)).rejects.toMatchObject({ code: "day_limit_reached" })
})

test("a long Retry-After ends the retries", async () => {
  const service = await openService()
  service.fetchFaults.push(unavailable({ "Retry-After": "3600" }))
  await expect(service.buyer().buy(BTC)).rejects.toMatchObject({ code: "outcome_unknown" })
  expect(service.waits).toEqual([])
})

test("a known version is not bought, and a newer version is", async () => {
  const service = await openService()
  const buyer = service.buyer()
  expect(await buyer.buy(BTC, { ifNewerThan: 7 })).toEqual({ status: "current", version: 7 })
  expect(service.sent).toEqual([])
  service.version = 8
  expect(await buyer.buy(BTC, { ifNewerThan: 7 })).toMatchObject({ status: "bought" })
})

test.each([
  ["origin", { origin: "http://signal402.example" }],
  ["maxAmountPerPayment", { maxAmountPerPayment: 0n }],
  ["maxPerDay", { maxPerDay: 1 as never }],
  ["signer", { signer: {} as never }],
  ["signer", { session: session({ deposit: 1n, maxPerDay: 1n }) }],
  ["asset", { network: "eip155:1337", asset: undefined as never }],
  ["timeoutMs", { timeoutMs: Number.NaN }],
  ["maxRetries", { maxRetries: -1 }],
] satisfies [string, Partial<BuyerOptions>][])(
  "an invalid option is refused with its name: %s",
  async (name, changes) => {
    const service = await openService()
    expect(() => service.buyer(changes)).toThrow(new RegExp(`^${name}: `))
  },
)

test("an invalid option of a session and of a call is refused with its name", async () => {
  expect(() => session({ deposit: 0n, maxPerDay: 1n })).toThrow(/^session\.deposit: /)
  const service = await openService()
  await expect(service.buyer().buy("/api/quote/BTC" as typeof BTC)).rejects.toThrow(/^resource: /)
  await expect(service.buyer().buy("//evil.example/x" as typeof BTC)).rejects.toThrow(/^resource: /)
  await expect(service.buyer().buy(BTC, { maxAmount: 1 as never })).rejects.toThrow(/^maxAmount: /)
})

test("a quote names price, token and version, and signs nothing", async () => {
  const service = await openService()
  const preview = { version: 7, status: "current" } as never
  service.endpoint.preview = preview
  const signer = { ...newPayer(), signTypedData: () => Promise.reject(new Error("asked to sign")) }
  const quote = await service.buyer({ signer, maxAmountPerPayment: 1n }).quote(BTC)
  expect(quote).toMatchObject({ resource: BTC, amount: PRICE, scheme: "exact", asset: terms.asset, payTo: terms.payTo })
  expect(quote.preview).toEqual(preview)
  expect(service.sent).toEqual([])
})

test("query parameters are part of the resource, in any order, and lists have commas", async () => {
  const service = await openService()
  const options = { query: { risk: "low", depth: [2], absent: undefined } } as never
  const quote = await service.buyer().quote(BTC, options)
  expect(quote.resource).toBe("/quote/BTC?depth=2&risk=low")
  expect(await service.buyer().quote("/quote/BTC?risk=low&depth=2" as typeof BTC)).toMatchObject({
    resource: quote.resource,
  })
  const invalid = service.buyer().quote(BTC, { query: { depth: [1, 2] } } as never)
  await expect(invalid).rejects.toMatchObject({ code: "not_charged", status: 400, reason: "invalid_query" })
  expect(service.asked).toEqual([
    "/api/quote/BTC?depth=2&risk=low",
    "/api/quote/BTC?depth=2&risk=low",
    "/api/quote/BTC?depth=1%2C2",
  ])
  await expect(service.buyer().quote("/quote/BTC?dept=2" as typeof BTC)).rejects.toThrow(/It does not know dept\./)
})

test("maxAmount of a call is a lower limit, and not a higher one", async () => {
  const service = await openService()
  const low = service.buyer().buy(BTC, { maxAmount: PRICE - 1n })
  await expect(low).rejects.toMatchObject({ code: "price_above_limit" })
  const high = service.buyer({ maxAmountPerPayment: PRICE - 1n }).buy(BTC, { maxAmount: PRICE })
  await expect(high).rejects.toMatchObject({ code: "price_above_limit" })
  expect(await service.buyer().buy(BTC, { maxAmount: PRICE })).toMatchObject({ amount: PRICE })
})

test("spent and remaining count payments of 24 hours", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: 3n * PRICE })
  await buyer.buy(BTC)
  expect([await buyer.spent(), await buyer.remaining()]).toEqual([PRICE, 2n * PRICE])
  service.endpoint.fakes.nowMs += 86_400_000
  expect([await buyer.spent(), await buyer.remaining()]).toEqual([0n, 3n * PRICE])
})

test("the hook sees a payment before it is signed, and can decline it", async () => {
  const service = await openService()
  const seen: unknown[] = []
  const signed: string[] = []
  const payer = newPayer()
  const signTypedData: typeof payer.signTypedData = (data) => {
    signed.push("signed")
    return payer.signTypedData(data)
  }
  const signer = { ...payer, signTypedData }
  const buyer = service.buyer({
    signer,
    onBeforePayment: (payment) => {
      seen.push(payment)
      return payment.resource === BTC
    },
  })
  await expect(buyer.buy(ETH)).rejects.toMatchObject({ code: "declined", charged: "no" })
  expect(signed).toEqual([])
  await buyer.buy(BTC)
  expect(seen[1]).toMatchObject({ resource: BTC, amount: PRICE, payTo: terms.payTo, scheme: "exact" })
  expect([signed.length, await buyer.spent()]).toEqual([1, PRICE])
})

test("the price is asked for again after 429 and 503, after Retry-After", async () => {
  const service = await openService()
  service.priceFaults.push(unavailable({ "Retry-After": "9" }, 429), unavailable(), () =>
    Promise.reject(new TypeError("reset")),
  )
  expect(await service.buyer().buy(BTC)).toMatchObject({ status: "bought" })
  expect(service.waits).toEqual([9_000, 2_000, 4_000])
  service.priceFaults.push(unavailable(), unavailable())
  const once = service.buyer().buy(BTC, { maxRetries: 1 })
  await expect(once).rejects.toMatchObject({ code: "not_charged", status: 503, charged: "no" })
})

test("errors name status, request id and reason of the service", async () => {
  const service = await openService()
  service.endpoint.failing = true
  const failed = { code: "not_charged", reason: "data_unavailable", status: 503, requestId: "request", charged: "no" }
  await expect(service.buyer({ maxRetries: 0 }).buy(BTC)).rejects.toMatchObject(failed)
  service.routes["/api/status"] = () => new Response("<html>", { status: 404, headers: { "X-Request-Id": "abc" } })
  await expect(service.buyer().get("/status")).rejects.toMatchObject({ status: 404, requestId: "abc" })
})

test("a call that is aborted before its payment is sent is not charged", async () => {
  const service = await openService()
  const aborting = new AbortController()
  const buyer = service.buyer({ onBeforePayment: () => aborting.abort(new Error("changed my mind")) })
  const error: unknown = await buyer.buy(BTC, { signal: aborting.signal }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: "aborted", charged: "no", cause: { message: "changed my mind" } })
  expect([service.sent.length, await buyer.spent()]).toEqual([0, 0n])
})

test("a call that is aborted after its payment was sent stays open, and the next call gets the answer", async () => {
  const service = await openService()
  const aborting = new AbortController()
  service.fetchFaults.push(async (send) => {
    await send()
    aborting.abort()
    throw new DOMException("aborted", "AbortError")
  })
  const buyer = service.buyer()
  await expect(buyer.buy(BTC, { signal: aborting.signal })).rejects.toMatchObject({
    code: "aborted",
    charged: "unknown",
  })
  expect(await buyer.buy(BTC)).toMatchObject({ answer: { serial: 1 } })
  expect([new Set(service.sent).size, service.endpoint.served(), await buyer.spent()]).toEqual([1, 1, PRICE])
})

test("a signal that outlives many calls keeps none of them", async () => {
  const service = await openService()
  const { signal } = new AbortController()
  const buyer = service.buyer()
  service.priceFaults.push(unavailable(), unavailable())
  for (const resource of [BTC, ETH, BTC]) await buyer.buy(resource, { signal })
  expect(getEventListeners(signal, "abort")).toEqual([])
})

test("a proxy's 429 after a lost answer does not release the payment", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: PRICE })
  service.fetchFaults.push(cutAnswer, ...Array.from({ length: 5 }, () => rateLimited))
  const lost = { code: "outcome_unknown", charged: "unknown", reason: "rate_limited", status: 429 }
  await expect(buyer.buy(BTC)).rejects.toMatchObject(lost)
  await expect(buyer.buy(ETH)).rejects.toMatchObject({ code: "day_limit_reached" })
  expect(await buyer.buy(BTC)).toMatchObject({ answer: { serial: 1 } })
})

test("a free endpoint is read, with its query", async () => {
  const service = await openService()
  service.routes["/api/market/candles"] = ({ url }) => Response.json({ url })
  const answer = await service.buyer().get("/market/candles", { query: { coin: "BTC", limit: 2 } })
  expect(answer).toEqual({ url: `${terms.origin}/api/market/candles?coin=BTC&limit=2` })
})

test("a version belongs to the query that has one", async () => {
  const service = await openService()
  const versions = { "/market/etf": { version: 3 }, "/market/etf?asset=ETH": { version: 9 } }
  service.routes["/api/versions"] = () => Response.json({ versions })
  const buyer = service.buyer()
  const current = await buyer.buy("/market/etf", { query: { asset: "ETH" }, ifNewerThan: 9 })
  expect(current).toEqual({ status: "current", version: 9 })
  expect(await buyer.buy("/market/etf", { ifNewerThan: 3 })).toEqual({ status: "current", version: 3 })
})

test("the published answer types equal the contracts' types", () => {
  const written = readFileSync("clients/typescript/answers.ts", "utf8")
  const isCurrent = withoutLayout(written) === withoutLayout(answerTypes())
  expect(isCurrent, "npm run build:answer-types writes them").toBe(true)
  expect(readFileSync("clients/python/signal402_client/resources.py", "utf8")).toBe(pythonResources())
})

/** Removes what the formatter changes. */
function withoutLayout(source: string): string {
  return source.replaceAll(/[\s"()|]/g, "")
}

import { readFileSync } from "node:fs"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type BuyerOptions, createBuyer } from "@/clients/typescript/index"
import { answerTypes } from "@/tools/cli/answer-types"
import { signArtifacts } from "@/lib/x402/wire/signed-artifacts"
import { NOW_MS, newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"

// The official client signs for the time of the system.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS }))
afterEach(() => void vi.useRealTimers())

type Send = () => Promise<Response>
/** Changes how a paid request is answered. */
type FetchFault = (send: Send) => Promise<Response>

/** A real gate behind a `fetch` function. */
async function openService() {
  const artifacts = signArtifacts(`0x${"42".repeat(32)}`)
  const { endpoint, get } = await openPaidRoute(artifacts)
  const service = {
    endpoint,
    version: 7,
    /** Payment headers in the order of their arrival. */
    sent: [] as string[],
    signer: artifacts.signer as string,
    waits: [] as number[],
    fetchFaults: [] as FetchFault[],
  }

  async function fetchService(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname === "/api/versions") return Response.json({ versions: { "/quote/BTC": { version: service.version } } })
    if (pathname === "/.well-known/did.json") {
      return Response.json({ verificationMethod: [{ blockchainAccountId: `eip155:1:${service.signer}` }] })
    }
    const send = () => get(Object.fromEntries(request.headers), pathname.slice("/api/quote/".length))
    const payment = request.headers.get("payment-signature")
    if (payment === null) return send()
    service.sent.push(payment)
    const fetchFault = service.fetchFaults.shift()
    return fetchFault === undefined ? send() : fetchFault(send)
  }

  function buyer(changes: Partial<BuyerOptions> = {}) {
    return createBuyer({
      origin: terms.origin,
      signer: newPayer(),
      asset: terms.asset,
      maxAmountPerPayment: PRICE,
      maxPerDay: 10n * PRICE,
      fetch: fetchService,
      now: () => endpoint.fakes.nowMs,
      sleep: (ms) => Promise.resolve(void service.waits.push(ms)),
      ...changes,
    })
  }

  return Object.assign(service, { buyer })
}

/** The service answers, but the client does not receive the answer. */
const cutAnswer: FetchFault = async (send) => {
  await send()
  throw new TypeError("terminated")
}

const unavailable =
  (headers: Readonly<Record<string, string>> = {}): FetchFault =>
  () =>
    Promise.resolve(new Response("<html>Bad gateway</html>", { status: 503, headers }))

test("an answer is bought for its price, with its version and a verified receipt", async () => {
  const service = await openService()
  expect(await service.buyer().buy("/quote/BTC")).toMatchObject({
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
  expect(await service.buyer().buy("/quote/BTC")).toMatchObject({
    answer: { serial: 1 },
    receipt: { status: "invalid", problem: expect.stringContaining("did.json") },
  })
})

test("a price above maxAmountPerPayment is not signed", async () => {
  const service = await openService()
  const buying = service.buyer({ maxAmountPerPayment: PRICE - 1n }).buy("/quote/BTC")
  await expect(buying).rejects.toMatchObject({ code: "price_above_limit", charged: "no" })
  expect(service.sent).toEqual([])
})

test("another token than the expected one is not signed", async () => {
  const service = await openService()
  const buying = service.buyer({ asset: terms.payTo }).buy("/quote/BTC")
  await expect(buying).rejects.toMatchObject({ code: "offer_missing" })
  expect(service.sent).toEqual([])
})

test("maxPerDay limits the purchases of 24 hours, also concurrent purchases", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: 2n * PRICE - 1n })
  const both = await Promise.allSettled([buyer.buy("/quote/BTC"), buyer.buy("/quote/ETH")])
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"])
  await expect(buyer.buy("/quote/ETH")).rejects.toMatchObject({ code: "day_limit_reached" })
  expect(service.sent).toHaveLength(1)
  service.endpoint.fakes.nowMs += 86_400_000
  vi.setSystemTime(service.endpoint.fakes.nowMs)
  expect(await buyer.buy("/quote/ETH")).toMatchObject({ status: "bought" })
})

test("a failed purchase does not count for maxPerDay", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: PRICE })
  service.endpoint.failing = true
  await expect(buyer.buy("/quote/BTC")).rejects.toMatchObject({ code: "not_charged", reason: "data_unavailable" })
  service.endpoint.failing = false
  expect(await buyer.buy("/quote/BTC")).toMatchObject({ status: "bought" })
})

test("after a 503 and a broken connection the same header is sent again, and one answer is sold", async () => {
  const service = await openService()
  service.fetchFaults.push(unavailable({ "Retry-After": "7" }), cutAnswer, unavailable())
  expect(await service.buyer().buy("/quote/BTC")).toMatchObject({ answer: { serial: 1 } })
  expect(new Set(service.sent).size).toBe(1)
  expect(service.waits).toEqual([7_000, 2_000, 4_000])
  expect(service.endpoint.served()).toBe(1)
})

test("an answer that is cut in the middle is fetched again with the same header", async () => {
  const service = await openService()
  service.fetchFaults.push(async (send) => new Response((await (await send()).text()).slice(0, 10)))
  expect(await service.buyer().buy("/quote/BTC")).toMatchObject({ answer: { serial: 1 } })
  expect([new Set(service.sent).size, service.sent.length, service.endpoint.served()]).toEqual([1, 2, 1])
})

test("a payment whose outcome stays unknown is sent again by the next call, also after a restart", async () => {
  const service = await openService()
  const signer = newPayer()
  let stored: string | null = null
  const store = {
    read: () => Promise.resolve(stored),
    write: (text: string) => Promise.resolve(void (stored = text)),
  }
  service.fetchFaults.push(...Array.from({ length: 6 }, () => cutAnswer))
  const first = service.buyer({ signer, store, maxPerDay: PRICE }).buy("/quote/BTC")
  await expect(first).rejects.toMatchObject({ code: "outcome_unknown", charged: "unknown" })
  const restarted = service.buyer({ signer, store, maxPerDay: PRICE })
  expect(await restarted.buy("/quote/BTC")).toMatchObject({ answer: { serial: 1 } })
  expect([new Set(service.sent).size, service.endpoint.served()]).toEqual([1, 1])
  await expect(restarted.buy("/quote/BTC")).rejects.toMatchObject({ code: "day_limit_reached" })
})

test("a payment whose answer has expired counts as charged", async () => {
  const service = await openService()
  const buyer = service.buyer({ maxPerDay: PRICE })
  service.fetchFaults.push(...Array.from({ length: 6 }, () => cutAnswer))
  await expect(buyer.buy("/quote/BTC")).rejects.toMatchObject({ code: "outcome_unknown" })
  service.endpoint.fakes.nowMs += 301_000
  const late = buyer.buy("/quote/BTC")
  await expect(late).rejects.toMatchObject({ code: "refused", charged: "unknown", reason: "redelivery_window_closed" })
  await expect(buyer.buy("/quote/BTC")).rejects.toMatchObject({ code: "day_limit_reached" })
})

test("a store that fails after a sale does not lose the answer; a store that fails before prevents the sale", async () => {
  const service = await openService()
  let writes = 0
  const store = {
    read: () => Promise.resolve(null),
    write: () => ((writes += 1) === 1 ? Promise.resolve() : Promise.reject(new Error("disk full"))),
  }
  const buyer = service.buyer({ store, maxPerDay: 2n * PRICE })
  expect(await buyer.buy("/quote/BTC")).toMatchObject({ answer: { serial: 1 } })
  await expect(buyer.buy("/quote/BTC")).rejects.toThrow("disk full")
  await expect(buyer.buy("/quote/BTC")).rejects.toThrow("disk full")
  expect(service.sent).toHaveLength(1)
})

test("a long Retry-After ends the retries", async () => {
  const service = await openService()
  service.fetchFaults.push(unavailable({ "Retry-After": "3600" }))
  await expect(service.buyer().buy("/quote/BTC")).rejects.toMatchObject({ code: "outcome_unknown" })
  expect(service.waits).toEqual([])
})

test("a known version is not bought, and a newer version is", async () => {
  const service = await openService()
  const buyer = service.buyer()
  expect(await buyer.buy("/quote/BTC", { ifNewerThan: 7 })).toEqual({ status: "current", version: 7 })
  expect(service.sent).toEqual([])
  service.version = 8
  expect(await buyer.buy("/quote/BTC", { ifNewerThan: 7 })).toMatchObject({ status: "bought" })
})

test.each([
  ["origin", { origin: "http://signal402.example" }],
  ["maxAmountPerPayment", { maxAmountPerPayment: 0n }],
  ["maxPerDay", { maxPerDay: 1 as never }],
  ["session.deposit", { session: { deposit: 0n, maxPerDay: 1n } }],
  ["signer", { session: { deposit: 1n, maxPerDay: 1n } }],
  ["asset", { network: "eip155:1337", asset: undefined as never }],
] satisfies [string, Partial<BuyerOptions>][])(
  "an invalid option is refused with its name: %s",
  async (name, changes) => {
    const service = await openService()
    expect(() => service.buyer(changes)).toThrow(new RegExp(`^${name}: `))
  },
)

test("the published answer types equal the contracts' types", () => {
  const written = readFileSync("clients/typescript/answers.ts", "utf8")
  const isCurrent = withoutLayout(written) === withoutLayout(answerTypes())
  expect(isCurrent, "npm run build:answer-types writes them").toBe(true)
})

/** Removes what the formatter changes. */
function withoutLayout(source: string): string {
  return source.replaceAll(/[\s"()|]/g, "")
}

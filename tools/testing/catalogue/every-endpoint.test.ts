import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isEventStream, isPaid, underApi } from "@/lib/api/contract"
import { healthContract } from "@/lib/endpoints/health/contract"
import { openApi } from "@/lib/server/documents/openapi"
import { Problem } from "@/lib/api/problem"
import { recordInputsContract } from "@/lib/endpoints/record-inputs/contract"
import { isAnswerContract } from "@/lib/endpoints"
import { streamContract } from "@/lib/endpoints/stream/contract"
import { PROVIDERS } from "@/lib/sandbox/market/providers"
import { sealSoldDays } from "./sealed-days"
import { invalidRequests, type CatalogueRequest, exampleOf, validRequests, urlOf } from "./requests"
import { routeOf } from "./routes"
import { type CatalogueHarness, openCatalogueHarness } from "./catalogue-harness"
import { authorize, base64, newPayer, payloadV1, payloadV2 } from "@/tools/testing/payments/fixtures"

/*
 * Calls all endpoints of the catalogue through the served routes, on the simulated market. A new endpoint in the
 * catalogue is tested without a change here.
 */

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)

const contracts: readonly (readonly [string, Contract])[] = catalogue.map((contract) => [contract.id, contract])
/** Endpoints whose answer ends. */
const finite = contracts.filter(([, contract]) => !isEventStream(contract))
const paid = contracts.filter(([, contract]) => isPaid(contract))
const headers: Record<"v1" | "v2", Record<string, string>> = { v1: {}, v2: {} }
const document = openApi({
  origin: "https://signal402.example",
  contact: "ops@example.com",
  network: "eip155:8453",
  ownershipProof: null,
})

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const authorization = await authorize(newPayer())
  headers.v1 = { "X-PAYMENT": base64(payloadV1(authorization)) }
  headers.v2 = { "PAYMENT-SIGNATURE": base64(payloadV2(authorization)) }
})

/** The specification, section 4, in atomic units of USDC. */
const specifiedPrices: Readonly<Record<string, bigint | null>> = {
  "/": null,
  "/health": null,
  "/stats": null,
  "/arena/snapshot": null,
  "/signal/{coin}": 50_000n,
  "/context/{coin}": 50_000n,
  "/risk/{coin}": 100_000n,
  "/regime": 50_000n,
  "/institutions": 50_000n,
  "/events": 30_000n,
  "/market/etf": 20_000n,
  "/market/overview": 100_000n,
  "/yields": 50_000n,
  "/dex/alpha": 50_000n,
  "/defi/recommend": 100_000n,
  "/geo/events": 50_000n,
  "/geo/alert": 30_000n,
}

test.each(Object.entries(specifiedPrices))("%s has the price of the specification", (path, price) => {
  expect(catalogue.find((contract) => contract.path === path)?.price).toBe(price)
})

describe("with every provider up", () => {
  let harness: CatalogueHarness
  beforeAll(async () => {
    harness = await openCatalogueHarness(NOW_MS)
    await sealSoldDays()
  })

  test.each(paid)("%s: a valid request is answered 402 with its price until it is paid", async (_, contract) => {
    for (const question of validRequests(contract)) {
      const response = await ask(contract, question)
      expect(response.status, urlOf(contract, question)).toBe(402)
      const { amount } = JSON.parse(response.headers.get("x-payment") ?? "{}")
      expect(amount).toBe(String(contract.price))
    }
  })

  test.each(contracts)(
    "%s: an invalid request is answered 400 with the parameter's name, paid or not",
    async (_, contract) => {
      for (const question of invalidRequests(contract)) {
        for (const payment of [{}, headers.v1, headers.v2]) {
          const response = await ask(contract, question, payment)
          const where = urlOf(contract, question)
          expect(response.status, where).toBe(400)
          const problem = Problem.parse(await response.json())
          expect(Object.keys(problem.details ?? {}), where).toEqual([question.about])
          expect(problem.charged).toBe("no")
        }
      }
    },
  )

  test.each(finite)(
    "%s: every valid request gets an answer of the contract, the same when repeated",
    async (_, contract) => {
      for (const question of validRequests(contract)) {
        const where = urlOf(contract, question)
        const first = await answer(contract, question, headers.v2)
        expect(first.status, `${where}: ${first.text}`).toBe(200)
        const body: unknown = JSON.parse(first.text)
        expect(contract.response.parse(body), where).toEqual(body)
        if (contract.effect !== undefined) continue
        const [again, other] = [
          await answer(contract, question, headers.v2),
          await answer(contract, question, headers.v1),
        ]
        if (isPaid(contract)) expect(new Set([first.text, again.text, other.text]).size, where).toBe(1)
      }
    },
  )

  test("the stream starts with the service state and prices, and every event matches the contract", async () => {
    const response = await ask(streamContract, { path: {}, query: { last_event_id: "1" }, about: null })
    const events: unknown[] = []
    let text = ""
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      events.splice(0, events.length, ...parseEvents(text))
      if (text.includes("event: prices")) break
    }
    expect(events.map((event) => streamContract.response.parse(event))).toEqual(events)
    expect(text).toMatch(/event: service[\s\S]*event: prices/)
  })

  test("health is answered 503 with its own body while the chain is down", async () => {
    await harness.restore()
    const home: Record<symbol, unknown> = globalThis
    home[Symbol.for("signal402.chain-probe")] = () =>
      Promise.resolve({ blockNumber: null, headMs: null, error: "timeout" })
    const { status, text } = await answer(healthContract, exampleOf(healthContract), {})
    expect(status).toBe(503)
    expect(healthContract.response.parse(JSON.parse(text)).status).toBe("down")
  })

  test("the inputs of a call that was not sealed are answered 404 with a problem", async () => {
    await harness.restore()
    const query = { id: "BTC-2020-01-01T00:00:00.000Z" }
    const { status, text } = await answer(recordInputsContract, { path: {}, query, about: "id" }, {})
    expect(status).toBe(404)
    expect(Problem.parse(JSON.parse(text)).code).toBe("not_found")
  })
})

test("two processes with the same data give the same answers", async () => {
  const say = async () => {
    await openCatalogueHarness(NOW_MS)
    const said = paid
      .filter(([, contract]) => isAnswerContract(contract))
      .map(async ([, contract]) => (await answer(contract, exampleOf(contract), headers.v2)).text)
    return Promise.all(said)
  }
  expect(await say()).toEqual(await say())
}, 60_000)

const GROUP_COUNT = Math.ceil(PROVIDERS.length / 3)
/** Groups of three providers of different kinds; `npm run test:faults` fails each provider alone. */
const providerGroups = [0, 4, 8].map((first) => PROVIDERS.filter((_, k) => k % GROUP_COUNT === first))

describe.each(providerGroups)("with %s, %s and %s down", (...down) => {
  beforeEach(() => openCatalogueHarness(NOW_MS, down.map((provider) => `${provider}=down`).join(",")))

  test("every endpoint gives an answer of its contract, or a problem without a charge", async () => {
    for (const [id, contract] of finite) {
      const { status, text } = await answer(contract, exampleOf(contract), headers.v2)
      expect([200, 503], `${id}: ${text}`).toContain(status)
      const body: unknown = JSON.parse(text)
      const promised = contract.response.safeParse(body)
      // Health has its own 503 body.
      if (status === 200 || (promised.success && !isPaid(contract))) expect(promised.data, id).toEqual(body)
      else expect(Problem.parse(body), id).toMatchObject({ charged: "no", retryable: true })
    }
  })
})

async function answer(contract: Contract, question: CatalogueRequest, payment: Record<string, string>) {
  const response = await ask(contract, question, payment)
  return { status: response.status, text: await response.text() }
}

async function ask(contract: Contract, question: CatalogueRequest, payment = {}): Promise<Response> {
  const { GET } = await routeOf(contract)
  const request = new Request(`https://signal402.example${urlOf(contract, question)}`, { headers: payment })
  const response = await GET(request, { params: Promise.resolve(question.path) })
  const where = `${urlOf(contract, question)}: ${response.status} as OpenAPI declares it`
  expect(declaredTypes(contract, response.status), where).toContain(response.headers.get("content-type"))
  return response
}

function parseEvents(text: string): readonly unknown[] {
  return text
    .split("\n\n")
    .filter((block) => block.startsWith("event: "))
    .map((block) => {
      const { data = "", ...fields } = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2)))
      return { ...fields, data: JSON.parse(data) as unknown }
    })
}

type DeclaredResponse = { readonly description: string; readonly content?: object } | { readonly $ref: string }

function declaredTypes({ path }: Contract, status: number): readonly string[] {
  const responses: Readonly<Record<string, DeclaredResponse>> = document.paths[underApi(path)]?.get.responses ?? {}
  const declared = responses[status]
  if (declared === undefined || !("$ref" in declared)) return Object.keys(declared?.content ?? {})
  const shared: Readonly<Record<string, { readonly content: object }>> = document.components.responses
  return Object.keys(shared[declared.$ref.replace("#/components/responses/", "")]?.content ?? {})
}

import { beforeAll, describe, expect, test, vi } from "vitest"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { formatUsdc } from "@/lib/domain/usdc"
import type { Route } from "@/lib/server/http/route"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { sealSoldDays } from "@/tools/testing/catalogue/sealed-days"
import { connectMcp, connectModernMcp } from "@/tools/testing/catalogue/mcp-client"
import { authorize, newPayer, payloadV1, payloadV2 } from "@/tools/testing/payments/fixtures"
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./route"

const URL_OF_MCP = "https://signal402.example/mcp"

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)

const contracts: readonly Contract[] = catalogue
const notTools: ReadonlySet<string> = new Set(["stream"])
const offered = contracts.filter(({ id }) => !id.startsWith("record") && !notTools.has(id))
const paid = offered.filter(isPaid).map((contract) => [contract.id, contract] as const)
const free = offered.filter((contract) => !isPaid(contract)).map((contract) => [contract.id, contract] as const)

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
  await sealSoldDays()
})

const route: Route = { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT }

/** The route as Next serves it, without a server. */
const served: typeof fetch = (input, init) => {
  const request = new Request(input, init)
  return route[request.method as keyof Route](request, { params: Promise.resolve(undefined) })
}

const connect = () => connectMcp(URL_OF_MCP, served)

test("the official client connects and gets server info and payment instructions", async () => {
  const { client } = await connect()
  expect(client.getServerVersion()).toMatchObject({ name: "signal402", websiteUrl: "https://signal402.example" })
  expect(client.getInstructions()).toMatch(/sandbox.*_meta\["x402\/payment"\].*do not sign again/s)
  expect(await client.ping()).toEqual({})
  await client.close()
})

test("the official client of revision 2026-07-28 connects, reads the price and buys", async () => {
  const { client, tools, call } = await connectModernMcp(URL_OF_MCP, served)
  expect(client.getInstructions()).toMatch(/do not sign again/)
  expect(tools.find(({ name }) => name === "signal")).toHaveProperty(["_meta", "agents-x402/priceUSD"], 0.05)
  const { isError, meta } = await call("signal", { coin: "BTC" }, payloadV2(await authorize(newPayer())))
  expect(isError).toBeUndefined()
  expect(meta["x402/payment-response"]).toMatchObject({ success: true, amount: "50000" })
  await client.close()
})

test("every endpoint except program-only ones is a tool with its name and price", async () => {
  const { tools } = await connect()
  expect(tools.map(({ name }) => name)).toEqual(offered.map(({ id }) => id))
  for (const [index, { description, annotations }] of tools.entries()) {
    const price = offered[index]?.price ?? null
    const range = offered[index]?.priceRange
    const cost = range ? `${formatUsdc(range.min)} to $${formatUsdc(range.max)}` : price && formatUsdc(price)
    expect(description).toContain(price === null ? "Free." : `Costs $${cost}.`)
    const isReadOnly = price === null && offered[index]?.effect === undefined
    // Without the hint a tool is not read-only (MCP 2026-07-28, ToolAnnotations).
    expect(annotations?.readOnlyHint ?? false, "nothing that costs or changes is taken for harmless").toBe(isReadOnly)
  }
})

test("tools list their arguments as typed values", async () => {
  const { tools } = await connect()
  expect(tools.find(({ name }) => name === "risk")?.inputSchema).toEqual({
    type: "object",
    properties: {
      coin: { type: "string", enum: ["BTC", "ETH", "SOL"] },
      capital: { type: "number", description: "Capital, US dollars." },
      risk_pct: { type: "number", description: expect.any(String) },
      size: { type: "number", description: expect.any(String) },
      held: { type: "string", description: expect.stringContaining("BTC:long:0.5,SOL:short:1") },
    },
    required: ["coin"],
  })
  for (const { name, inputSchema } of tools) {
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect(schema, `${name}: ${argument}`).toSatisfy((one) => "type" in one)
    }
  }
})

test.each(free)("the free tool %s answers at once", async (id, contract) => {
  const { call } = await connect()
  const { isError, content, structuredContent } = await call(id, contract.exampleParams)
  expect(isError).toBeUndefined()
  expect(contract.response.parse(JSON.parse(content[0].text))).toEqual(contract.response.parse(structuredContent))
})

describe.each(paid)("%s", (id, contract) => {
  test("returns its price first, in x402's format", async () => {
    const { call } = await connect()
    const { isError, content, structuredContent, meta } = await call(id, contract.exampleParams)
    expect(isError).toBe(true)
    expect(structuredContent).toMatchObject({
      x402Version: 2,
      error: "payment_required",
      resource: { url: expect.stringContaining("https://signal402.example/api/") },
      accepts: expect.arrayContaining([
        expect.objectContaining({ scheme: "exact", amount: contract.price.toString() }),
      ]),
    })
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    expect(meta).toEqual({ "x402/error": structuredContent })
  })

  test("is sold for a payment of either x402 version, with a receipt", async () => {
    const { call } = await connect()
    const authorization = await authorize(newPayer())
    for (const payment of [payloadV2(authorization), payloadV1(authorization)]) {
      const { isError, structuredContent, meta } = await call(id, contract.exampleParams, payment)
      expect(isError).toBeUndefined()
      contract.response.parse(structuredContent)
      expect(meta["x402/payment-response"]).toMatchObject({ success: true, amount: contract.price.toString() })
    }
  })
})

test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE"])(
  "the method %s is refused with the served methods",
  async (method) => {
    const response = await served(URL_OF_MCP, { method })
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"])
  },
)

test("the CORS headers allow calls from any origin", async () => {
  const response = await served(URL_OF_MCP, { method: "OPTIONS" })
  expect(response.status).toBe(204)
  expect(response.headers.get("access-control-allow-origin")).toBe("*")
  expect(response.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS")
  const allowed = response.headers.get("access-control-allow-headers")?.toLowerCase().split(", ")
  expect(allowed).toEqual(expect.arrayContaining(["content-type", "accept", "mcp-protocol-version"]))
})

test("every answer is no-store and has a request id, also an empty answer", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })
  const response = await served(URL_OF_MCP, { method: "POST", body })
  expect([response.status, await response.text()]).toEqual([202, ""])
  expect(response.headers.get("cache-control")).toContain("no-store")
  expect(response.headers.get("x-request-id")).toMatch(/./)
})

import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import { expect, test } from "vitest"
import { toolsWithPrices } from "@/lib/server/mcp/tools"
import { apiPathFor } from "@/lib/server/http/unprefixed-path"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, fillPath, isPaid, underApi } from "@/lib/api/contract"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { durationText, freshnessText, publishedFreshness } from "@/lib/api/freshness"
import { openApi, parametersOf } from "./openapi"
import { componentSchemas } from "./openapi-schemas"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { versionsContract } from "@/lib/endpoints/versions/contract"

const contracts: readonly Contract[] = catalogue
const options = {
  origin: "https://signal402.example",
  contact: "ops@example.com",
  network: "eip155:8453",
  ownershipProof: null,
}
const document = openApi(options)

test.each(contracts.map((contract) => [contract.id, contract] as const))(
  "the example of %s matches its contract",
  (_, contract) => {
    expect(contract.response.parse(contract.example)).toEqual(contract.example)
    expect({ ...contract.pathParams.parse(contract.exampleParams) }).toBeDefined()
    expect({ ...contract.queryParams.parse(contract.exampleParams) }).toBeDefined()
  },
)

test("ids and paths of contracts are unique", () => {
  expect(new Set(contracts.map(({ id }) => id)).size).toBe(contracts.length)
  expect(new Set(contracts.map(({ path }) => path)).size).toBe(contracts.length)
})

test("the placeholders of each path are exactly its path parameters", () => {
  for (const { path, pathParams } of contracts) {
    const placeholders = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(placeholders).toEqual(new Set(Object.keys(pathParams.shape)))
  }
})

test("fillPath() escapes a value, so that it stays within its path segment", () => {
  expect(fillPath("/signal/{coin}", { coin: "B/T C?" })).toBe("/signal/B%2FT%20C%3F")
  expect(fillPath("/signal/{coin}", {})).toBe("/signal/")
})

test("descriptions and tags are short enough for the header of a 402", () => {
  for (const { description, tags } of contracts) {
    expect(description.length).toBeLessThanOrEqual(200)
    expect(tags.length).toBeLessThanOrEqual(5)
    for (const tag of tags) expect(tag.length).toBeLessThanOrEqual(32)
  }
})

test("OpenAPI lists exactly the catalogue, with a price and a 402 for each paid endpoint", () => {
  expect(Object.keys(document.paths)).toEqual(contracts.map(({ path }) => (path === "/" ? "/api" : `/api${path}`)))
  for (const contract of contracts) {
    const operation = document.paths[contract.path === "/" ? "/api" : `/api${contract.path}`]?.get
    expect("x-payment-info" in (operation ?? {})).toBe(isPaid(contract))
    expect("402" in (operation?.responses ?? {})).toBe(isPaid(contract))
  }
})

test("details are in OpenAPI, after the description, and not in a tool", () => {
  const detailed = contracts.filter(({ details }) => details !== undefined)
  expect(detailed.map(({ id }) => id)).toContain("market_prices")
  const tools = JSON.stringify(toolsWithPrices())
  for (const { path, description, details = "" } of detailed) {
    expect(document.paths[underApi(path)]?.get?.description).toContain(`${description} ${details}`)
    expect(tools).not.toContain(details)
  }
})

test("the example of each parameter is valid against its schema", () => {
  const validator = new AjvJsonSchemaValidator()
  const given = contracts.flatMap((contract) =>
    [...parametersOf(contract, contract.pathParams, "path"), ...parametersOf(contract, contract.queryParams, "query")]
      .filter((parameter) => "example" in parameter)
      .map(({ name, schema, example }) => ({ name: `${contract.id} ${name}`, schema, example })),
  )
  expect(given.length).toBeGreaterThan(15)
  for (const { name, schema, example } of given)
    expect(validator.getValidator(schema)(example), name).toMatchObject({ valid: true })
})

test("every $ref of OpenAPI resolves, and every component is used", () => {
  const refs = new Set([...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path = ""]) => path))
  const { schemas, responses, parameters, headers, securitySchemes } = document.components
  const named = Object.entries({ schemas, responses, parameters, headers }).flatMap(([kind, components]) =>
    Object.keys(components).map((name) => `/components/${kind}/${name}`),
  )
  expect([...refs].toSorted()).toEqual(named.toSorted())
  const schemes = contracts
    .flatMap(({ path }) => document.paths[underApi(path)]?.get.security ?? [])
    .flatMap(Object.keys)
  expect(Object.keys(securitySchemes)).toEqual([...new Set(schemes)])
  const tags = document.tags.map(({ name }) => name)
  expect(tags).toEqual([...new Set(contracts.flatMap((contract) => contract.tags))].toSorted())
})

test("OpenAPI lists payment headers on the responses of paid endpoints only", () => {
  for (const contract of contracts) {
    const sold = document.paths[underApi(contract.path)]?.get.responses["200"]
    const outcome = ["PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"]
    expect(Object.keys(sold?.headers ?? {})).toEqual(
      isPaid(contract) ? [...outcome, "Payment-Receipt", "X-PURCHASE", "ETag"] : [],
    )
  }
  const { PaymentRequired, PaymentConflict, NotReady } = document.components.responses
  for (const { headers } of [PaymentRequired, PaymentConflict, NotReady])
    expect(headers).toHaveProperty("PAYMENT-RESPONSE")
  expect(NotReady.headers).toHaveProperty("Retry-After")
  const [, example = ""] = /as in W\/("[^"]+")/.exec(document.components.headers.ETag.description) ?? []
  const known = versionsContract.example.versions["/signal/BTC"]
  expect(example, "the ETag example matches the example of /versions").toBe(
    `"${known?.version}-${known?.commitment.slice(0, 16)}"`,
  )
})

test("where MPP is on, OpenAPI lists it beside x402 in the forms of both kinds of indexers", () => {
  const mppToken = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
  const { paths, info } = openApi({ ...options, mppToken })
  const charge = { method: "evm", intent: "charge", currency: mppToken }
  const infoOf = (path: string) => paths[path]?.get
  expect(infoOf("/api/signal/{coin}")).toMatchObject({
    "x-payment-info": { protocols: [{ x402: {} }, { mpp: charge }], offers: [{ ...charge, amount: "50000" }] },
  })
  expect(infoOf("/api/brief"), "its price depends on the request").toMatchObject({
    "x-payment-info": { offers: [{ ...charge, amount: null }] },
  })
  expect(info["x-guidance"]).toContain("Authorization: Payment")
  expect(JSON.stringify(document.paths)).not.toContain('"mpp"')
})

test("OpenAPI states the update period and maximum age of every paid endpoint", () => {
  for (const { path, freshness } of contracts.filter(isPaid)) {
    const { description, ...operation } = document.paths[underApi(path)]?.get ?? {}
    expect(operation).toMatchObject({ "x-freshness": publishedFreshness(freshness) })
    expect(description).toContain(freshnessText(freshness))
  }
  expect(freshnessText(signalContract.freshness)).toBe(
    "Renewed every 4h. Not sold when older than: price 5 min, hourly candles 6h, 4-hour candles 12h, daily candles 34h.",
  )
  expect(publishedFreshness(dexAlphaContract.freshness)).toEqual({
    update_period_s: 120,
    inputs: [{ name: "token lists", update_period_s: 120, max_age_s: 900 }],
  })
})

test.each([
  [30_000, "30 s"],
  [300_000, "5 min"],
  [86_400_000, "24h"],
  [108_000_000, "30h"],
  [604_800_000, "7 days"],
])("durationText() writes %i ms as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test("a path of the specification without /api maps to the API, and any other path to null", () => {
  for (const wantsHtml of [false, true]) {
    expect(apiPathFor("/signal/BTC", { wantsHtml })).toBe("/api/signal/BTC")
    expect(apiPathFor("/health/", { wantsHtml })).toBe("/api/health/")
    expect(apiPathFor("/receipts", { wantsHtml })).toBeNull()
  }
})

test("an unknown path below a known one maps to the API for programs and to no API path for browsers", () => {
  for (const missed of ["/signal", "/signal/BTC/more", "/risk/", "/market", "/geo/nothing"]) {
    expect(apiPathFor(missed, { wantsHtml: false })).toBe(`/api${missed}`)
    expect(apiPathFor(missed, { wantsHtml: true })).toBeNull()
  }
  for (const page of readdirSync("app/(dashboard)", { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const path = `/${page.name}`
    if (!contracts.some((contract) => contract.path === path))
      expect(apiPathFor(path, { wantsHtml: false }), path).toBeNull()
  }
})

test("a request for HTML gets the page of a path that has one, and the API otherwise", () => {
  for (const { path } of contracts) {
    const api = path === "/" ? "/api" : `/api${path}`
    const isPage = existsSync(join("app/(dashboard)", path, "page.tsx"))
    expect(apiPathFor(path, { wantsHtml: false }), path).toBe(api)
    expect(apiPathFor(path, { wantsHtml: true }), path).toBe(isPage ? null : api)
  }
  expect(apiPathFor("/events/", { wantsHtml: true })).toBeNull()
})

test("the OpenAPI contact is the operator's e-mail, URL or text, and the origin without one", () => {
  const contactFor = (contact: string | null) => openApi({ ...options, contact }).info.contact
  expect(contactFor("ops@example.com")).toEqual({ email: "ops@example.com" })
  expect(contactFor("https://example.com/help")).toEqual({ url: "https://example.com/help" })
  expect(contactFor("our office")).toEqual({ name: "our office" })
  expect(contactFor(null)).toEqual({ url: options.origin })
})

test("the data of each stream event is a named schema, because generators duplicate unnamed schemas", () => {
  const schema = JSON.stringify(componentSchemas()["StreamAnswer"])
  for (const name of ["Version", "Call", "Service", "Prices", "Heartbeat"]) {
    expect(schema).toContain(`"data":{"$ref":"#/components/schemas/${name}Event"}`)
  }
})

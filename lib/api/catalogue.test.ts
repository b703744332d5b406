import { expect, test } from "vitest"
import { apiPathFor } from "./bare-path"
import { catalogue } from "./catalogue"
import { type Contract, isPaid, underApi } from "./contract"
import { dexAlphaContract } from "./dex-alpha"
import { durationText, freshnessText, publishedFreshness } from "./freshness"
import { openApi } from "./openapi"
import { signalContract } from "./signal"

const contracts: readonly Contract[] = catalogue
const options = { origin: "https://signal402.example", contact: "ops@example.com", network: "eip155:8453" }
const document = openApi(options)

test.each(contracts.map((contract) => [contract.id, contract] as const))(
  "%s: its example keeps its promise",
  (_, contract) => {
    expect(contract.response.parse(contract.example)).toEqual(contract.example)
    expect({ ...contract.pathParams.parse(contract.exampleParams) }).toBeDefined()
    expect({ ...contract.queryParams.parse(contract.exampleParams) }).toBeDefined()
  },
)

test("ids and paths are unique", () => {
  expect(new Set(contracts.map(({ id }) => id)).size).toBe(contracts.length)
  expect(new Set(contracts.map(({ path }) => path)).size).toBe(contracts.length)
})

test("every placeholder of a path is a parameter, and every path parameter a placeholder", () => {
  for (const { path, pathParams } of contracts) {
    const placeholders = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(placeholders).toEqual(new Set(Object.keys(pathParams.shape)))
  }
})

test("a description fits into a 402 header", () => {
  for (const { description, tags } of contracts) {
    expect(description.length).toBeLessThanOrEqual(200)
    expect(tags.length).toBeLessThanOrEqual(5)
    for (const tag of tags) expect(tag.length).toBeLessThanOrEqual(32)
  }
})

test("prices are those of the specification, section 4", () => {
  const prices = Object.fromEntries(contracts.filter(isPaid).map(({ path, price }) => [path, price]))
  expect(prices).toMatchObject({ "/signal/{coin}": 50_000n, "/context/{coin}": 50_000n })
})

test("OpenAPI lists exactly the catalogue, with a price wherever there is one", () => {
  expect(Object.keys(document.paths)).toEqual(contracts.map(({ path }) => (path === "/" ? "/api" : `/api${path}`)))
  for (const contract of contracts) {
    const operation = document.paths[contract.path === "/" ? "/api" : `/api${contract.path}`]?.get
    expect("x-payment-info" in (operation ?? {})).toBe(isPaid(contract))
    expect("402" in (operation?.responses ?? {})).toBe(isPaid(contract))
  }
})

test("whatever OpenAPI refers to is there, and nothing is named in vain", () => {
  const refs = new Set([...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path = ""]) => path))
  const { schemas, responses, parameters, securitySchemes } = document.components
  const named = Object.entries({ schemas, responses, parameters }).flatMap(([kind, components]) =>
    Object.keys(components).map((name) => `/components/${kind}/${name}`),
  )
  expect([...refs].toSorted()).toEqual(named.toSorted())
  const schemes = contracts
    .flatMap(({ path }) => document.paths[underApi(path)]?.get.security ?? [])
    .flatMap(Object.keys)
  for (const scheme of schemes) expect(Object.keys(securitySchemes)).toContain(scheme)
})

test("OpenAPI says of all that is sold how often it changes, and how old it is at most", () => {
  for (const { path, freshness } of contracts.filter(isPaid)) {
    const { description, ...operation } = document.paths[underApi(path)]?.get ?? {}
    expect(operation).toMatchObject({ "x-freshness": publishedFreshness(freshness) })
    expect(description).toContain(freshnessText(freshness))
  }
  expect(freshnessText(signalContract.freshness)).toBe(
    "Renewed every 4 h. Not sold when older than: price 5 min, hourly candles 6 h, 4-hour candles 12 h, daily candles 34 h.",
  )
  expect(publishedFreshness(dexAlphaContract.freshness)).toEqual({
    update_period_s: 120,
    inputs: [{ name: "token lists", update_period_s: 120, max_age_s: 900 }],
  })
})

test.each([
  [30_000, "30 s"],
  [300_000, "5 min"],
  [86_400_000, "24 h"],
  [108_000_000, "30 h"],
  [604_800_000, "7 days"],
])("%i ms are %s", (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test("the specification's paths without /api lead to the API, others nowhere", () => {
  expect(apiPathFor("/")).toBe("/api")
  expect(apiPathFor("/signal/BTC")).toBe("/api/signal/BTC")
  expect(apiPathFor("/health/")).toBe("/api/health/")
  expect(apiPathFor("/signal/BTC/more")).toBeNull()
  expect(apiPathFor("/receipts")).toBeNull()
})

test("the contact is the operator's own, as mail or as a page, and never made up", () => {
  const contactFor = (contact: string | null) => openApi({ ...options, contact }).info.contact
  expect(contactFor("ops@example.com")).toEqual({ email: "ops@example.com" })
  expect(contactFor("https://example.com/help")).toEqual({ url: "https://example.com/help" })
  expect(contactFor("the desk")).toEqual({ name: "the desk" })
  expect(contactFor(null)).toEqual({ url: options.origin })
})

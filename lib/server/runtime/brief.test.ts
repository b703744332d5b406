import { beforeAll, beforeEach, expect, test, vi } from "vitest"
import { briefContract, contractOfItem } from "@/lib/endpoints/brief/contract"
import { Problem } from "@/lib/api/problem"
import { VERSION_KEYS } from "@/lib/endpoints"
import { type CatalogueHarness, openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"
import { versionsAnswer } from "./versions"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const ALL = VERSION_KEYS.map((key) => key.slice(1)).filter((key) => !key.startsWith("odds/"))

let payment: Record<string, string> = {}
let harness: CatalogueHarness
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  payment = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorize(newPayer()))) }
  harness = await openCatalogueHarness(NOW_MS)
})
beforeEach(() => harness.restore())
async function ask(items: string, headers: Record<string, string> = {}): Promise<Response> {
  const { GET } = await routeOf(briefContract)
  const url = `https://signal402.example/api/brief?${new URLSearchParams({ items }).toString()}`
  return GET(new Request(url, { headers }), { params: Promise.resolve({}) })
}

async function quote(items: string) {
  const response = await ask(items)
  const { accepts, items: named } = (await response.json()) as {
    accepts: { maxAmountRequired: string }[]
    items: unknown
  }
  return { status: response.status, price: accepts[0]?.maxAmountRequired, items: named }
}

test("every sold answer can be an item of a brief, and each part equals its own endpoint's answer", async () => {
  const response = await ask(ALL.join(","), payment)
  expect(response.status).toBe(200)
  const { answers, left_out } = briefContract.response.parse(await response.json())
  expect([answers.map(({ item }) => item), left_out]).toEqual([ALL, []])
  for (const { item, answer } of answers) {
    const contract = contractOfItem(item)
    const { GET } = await routeOf(contract)
    const segments = Promise.resolve(contract.path.endsWith("/{coin}") ? { coin: item.split("/").at(-1) } : {})
    const own = await GET(new Request(`https://signal402.example/api/${item}`, { headers: payment }), {
      params: segments,
    })
    expect(answer, item).toEqual(await own.json())
  }
})

test("each part of a brief has its published version", async () => {
  const { answers } = briefContract.response.parse(await (await ask("market/etf?asset=ETH,regime", payment)).json())
  const { versions } = await versionsAnswer()
  for (const { item, version, commitment, price_usdc } of answers) {
    expect({ version, commitment, price_usdc }, item).toMatchObject({
      version: versions[`/${item}`]?.version,
      commitment: versions[`/${item}`]?.commitment,
      price_usdc: versions[`/${item}`]?.price_usdc,
    })
  }
})

test("the 402 has the sum and the price of each item", async () => {
  expect(await quote("regime,market/etf,risk/SOL")).toEqual({
    status: 402,
    price: "170000",
    items: { regime: "0.05", "market/etf": "0.02", "risk/SOL": "0.10" },
  })
})

test.each([
  ["regime,regime", 'names "regime" more than once'],
  ["regime,brief", '"brief" is not an item'],
  ["", '"" is not an item'],
  ["regime,", '"" is not an item'],
  ["signal/DOGE", '"signal/DOGE" is not an item'],
  [`regime,${"x".repeat(600)}`, "at most 600"],
])("items=%s is answered 400 with the parameter's name instead of 402", async (items, message) => {
  for (const headers of [{}, payment]) {
    const response = await ask(items, headers)
    expect(response.status).toBe(400)
    const { details, charged } = Problem.parse(await response.json())
    expect(details).toEqual({ items: expect.stringContaining(message) })
    expect(charged).toBe("no")
  }
})

test("an item without data is left out of the 402's price, and the other items are delivered", async () => {
  const dark = await openCatalogueHarness(NOW_MS, "farside=down,sosovalue=down,defillama=down")
  try {
    await versionsAnswer()
    expect(await quote("yields,signal/BTC,regime")).toEqual({
      status: 402,
      price: "100000",
      items: { "signal/BTC": "0.05", regime: "0.05", yields: "left out" },
    })
    const answer = briefContract.response.parse(await (await ask("yields,signal/BTC,regime", payment)).json())
    expect([answer.answers.map(({ item }) => item), answer.left_out]).toEqual([["signal/BTC", "regime"], ["yields"]])
    const nothing = await ask("yields,defi/recommend", payment)
    expect([nothing.status, Problem.parse(await nothing.json()).charged]).toEqual([503, "no"])
  } finally {
    harness = dark
  }
})

import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { GET as getInfo } from "@/app/api/route"
import { POST as postMcp } from "@/app/mcp/route"
import { type Contract, isPaid, underApi } from "@/lib/api/contract"
import { COINS } from "@/lib/domain/market/coin"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import { catalogue } from "@/lib/endpoints/catalogue"
import { historyContract } from "@/lib/endpoints/history/contract"
import { serviceInfoContract } from "@/lib/endpoints/service-info/contract"
import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import type { CandleSource } from "@/lib/market/feeds/candle-source"
import { permitted, type SourcesProfile } from "@/lib/market/feeds/feed-ports"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import { type Faults, parseFaults } from "@/lib/sandbox/market/faults"
import { llmsTextDocument, openApiDocument, wellKnownX402Document } from "@/lib/server/runtime/documents"
import { publicConfig } from "@/lib/server/runtime/public-config"
import { undeliverable } from "@/lib/server/runtime/sales-gate"
import { US_CLOUD_FAULTS } from "@/tools/sandbox/us-cloud"
import { sealSoldDays } from "@/tools/testing/catalogue/sealed-days"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { installRuntime } from "@/tools/testing/catalogue/catalogue-harness"
import { openGate } from "@/tools/testing/payments/fakes"
import { buyEverything } from "./buy-everything"
import { openFeedsHarness, setTime } from "./feeds-harness"
import { NOT_SOLD, NOT_SOLD_IN_US_CLOUD } from "./not-sold"

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const ORIGIN = "https://signal402.example"

const paid = (catalogue as readonly Contract[]).filter(isPaid)
/** A brief and a watch have no inputs of their own. */
const products = paid.filter(({ freshness }) => freshness.needs.length > 0)

async function open(profile: SourcesProfile, signal: AbortSignal, faults: Faults = new Map()) {
  setTime(NOW_MS)
  const harness = await openFeedsHarness(faults, { pools: "own", profile, signal })
  const service = await openGate()
  installRuntime({ ...harness, gate: service.gate }, NOW_MS)
  return harness
}

async function statusOf(contract: Contract): Promise<number> {
  const question = exampleOf(contract)
  const { GET } = await routeOf(contract)
  const response = await GET(new Request(new URL(urlOf(contract, question), ORIGIN)), {
    params: Promise.resolve(question.path),
  })
  if (response.status === 503) expect(await response.json()).toMatchObject({ code: "data_unavailable", charged: "no" })
  return response.status
}

async function notSoldIn(contracts: readonly Contract[]): Promise<readonly string[]> {
  const statuses = await Promise.all(
    contracts.map(async (contract) => [contract.id, await statusOf(contract)] as const),
  )
  return statuses.flatMap(([id, status]) => (status === 402 ? [] : [id]))
}

function withoutSol(source: CandleSource): CandleSource {
  const refuse = () =>
    Promise.reject(new SourceUnavailableError({ kind: "network", host: source.name, message: "no SOL" }))
  return {
    ...source,
    candles: (coin, ...rest) => (coin === "SOL" ? refuse() : source.candles(coin, ...rest)),
    price: (coin) => (coin === "SOL" ? refuse() : source.price(coin)),
  }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
describe.each(["open", "strict"] as const)("in a fresh process with SOURCES=%s", (profile) => {
  test("no product is priced before its data is read, and afterwards each that can be delivered", async ({
    signal,
  }) => {
    const harness = await open(profile, signal)
    expect(await notSoldIn(products)).toEqual(products.map(({ id }) => id))
    await harness.refresh()
    expect([...(await notSoldIn(products))].toSorted()).toEqual([...NOT_SOLD[profile]].toSorted())
    await harness.store.destroy()
  }, 120_000)

  test("in a cloud in the United States each product is sold, or has no price and takes nothing", async ({
    signal,
  }) => {
    const harness = await open(profile, signal, parseFaults(US_CLOUD_FAULTS))
    await harness.refresh()
    const notSold = NOT_SOLD_IN_US_CLOUD[profile]
    expect((await notSoldIn(products)).toSorted()).toEqual(notSold.toSorted())
    for (const { endpoint, status, state } of await buyEverything(harness)) {
      expect([endpoint, status, state]).toEqual(
        notSold.includes(endpoint) ? [endpoint, 503, "released"] : [endpoint, 200, "settled"],
      )
    }
    await harness.store.destroy()
  }, 120_000)

  test("a coin whose candles were never read is answered 503 before a signature, and so is the overview of all coins", async ({
    signal,
  }) => {
    const harness = await open(profile, signal)
    const sources = permitted({ profile }, candleProviders({ http: harness.http, clock: Date.now }))
    const candles = createCandleFeed({ sources: sources.map(withoutSol), clock: Date.now })
    installRuntime({ ...harness, candles, gate: (await openGate()).gate }, NOW_MS)
    await Promise.all([candles.refreshDue(), harness.refresh()])
    const asked = async (path: string) => {
      const contract = paid.find((one) => [path, path.replace(/[^/]+$/, "{coin}")].includes(one.path))
      if (contract === undefined) throw new Error(`${path} is not sold.`)
      const { GET } = await routeOf(contract)
      const segments = { coin: path.slice(path.lastIndexOf("/") + 1) }
      return (await GET(new Request(ORIGIN + underApi(path)), { params: Promise.resolve(segments) })).status
    }
    expect(await asked("/signal/SOL")).toBe(503)
    expect(await asked("/risk/SOL")).toBe(503)
    expect(await asked("/market/overview")).toBe(503)
    expect(await asked("/signal/BTC")).toBe(402)
    expect([...undeliverable().keys()]).not.toContain("signal")
    await harness.store.destroy()
  }, 120_000)

  test("documents and tools mark what cannot be delivered", async ({ signal }) => {
    const harness = await open(profile, signal)
    await harness.refresh()
    const isMissing = ({ id }: Contract) => NOT_SOLD[profile].includes(id) || id === historyContract.id
    const missing = paid.filter(isMissing)
    await vi.waitFor(() => expect([...undeliverable().keys()]).toContain(historyContract.id))
    const info = await getInfo(new Request(`${ORIGIN}/api`), { params: Promise.resolve({}) })
    const { endpoints } = serviceInfoContract.response.parse(await info.json())
    const marked = paid.filter(({ path }) => endpoints[`GET ${underApi(path)}`]?.not_sold !== undefined)
    expect(marked).toEqual(missing)
    const { paths } = openApiDocument() as { paths: Record<string, { get: Record<string, unknown> }> }
    const unpriced = paid.filter(({ path }) => paths[underApi(path)]?.get["x-payment-info"] === undefined)
    expect(unpriced).toEqual(missing)
    const { resources } = wellKnownX402Document() as { resources: readonly string[] }
    for (const { path } of missing) expect(resources.some((url) => url.includes(underApi(path)))).toBe(false)
    const lines = llmsTextDocument().split("\n")
    const withoutPrice = paid.filter(({ path }) =>
      lines.some((line) => line.includes(`[GET ${underApi(path)}]`) && !line.includes("Costs $")),
    )
    expect(withoutPrice).toEqual(missing)
    expect(Object.keys(publicConfig().notSold).toSorted()).toEqual(missing.map(({ id }) => id).toSorted())
    const { tools } = await connectMcp(`${ORIGIN}/mcp`, (input, init) =>
      postMcp(new Request(input, init), { params: Promise.resolve({}) }),
    )
    const paused = tools.flatMap(({ name, _meta: meta }) => (meta?.["signal402/paused"] === undefined ? [] : [name]))
    expect(paused.toSorted()).toEqual(missing.map(({ id }) => id).toSorted())

    await sealSoldDays()
    setTime(NOW_MS + MINUTE_MS)
    await vi.waitFor(() => expect([...undeliverable().keys()]).not.toContain(historyContract.id))
    const listed = (wellKnownX402Document() as { resources: readonly string[] }).resources.filter((url) =>
      url.includes("/history/"),
    )
    expect(listed).toHaveLength(COINS.length)
    expect(await statusOf(historyContract)).toBe(402)
    await harness.store.destroy()
  }, 120_000)
})

test("docs/sources.md says what is not sold in a cloud in the United States", () => {
  const row = (profile: SourcesProfile) => {
    const nowhere = NOT_SOLD[profile].filter((id) => NOT_SOLD_IN_US_CLOUD[profile].includes(id))
    return `| ${profile} | ${NOT_SOLD_IN_US_CLOUD[profile].join(", ") || "–"} | ${nowhere.join(", ") || "–"} |`
  }
  expect(readFileSync("docs/sources.md", "utf8")).toContain(`${row("open")}\n${row("strict")}\n`)
})

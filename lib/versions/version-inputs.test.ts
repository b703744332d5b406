import { beforeAll, expect, test, vi } from "vitest"
import { z } from "zod"
import type { Contract, PaidContract } from "@/lib/api/contract"
import type { InputName } from "@/lib/domain/freshness"
import { answerContracts, VERSION_KEYS } from "@/lib/endpoints"
import type { NewsScan } from "@/lib/domain/geo/news"
import type { Coin } from "@/lib/domain/market/coin"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { DAY_MS } from "@/lib/domain/utc-day"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { openCatalogueHarness, installRuntime } from "@/tools/testing/catalogue/catalogue-harness"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"
import { readVersionInputs, type VersionInputPorts } from "./version-inputs"
import type { Feeds } from "@/lib/market/feeds/all-feeds"
import { marketPorts } from "@/lib/server/runtime/market-ports"
import { type Runtime, runtime } from "@/lib/server/runtime/runtime"
import { versionsAnswer } from "@/lib/server/runtime/versions"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)

function inputsOf(service: Runtime): VersionInputPorts {
  return { portsAt: (nowMs) => marketPorts(service, nowMs), log: () => undefined }
}

const products: readonly Contract[] = answerContracts
let payment: Record<string, string> = {}
/** A runtime in which every feed has data and no alert is active. */
let calm: Runtime

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  payment = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorize(newPayer()))) }
  await openCatalogueHarness(NOW_MS)
  const service = await runtime()
  calm = { ...service, feeds: { ...service.feeds, ...withoutAlerts(service.feeds) } }
})
type FaultCase = readonly [name: string, feeds: (feeds: Feeds) => Partial<Feeds>, missing: readonly InputName[]]

const faultCases: readonly FaultCase[] = [
  ["nothing is missing", () => ({}), []],
  ["pools have no data", ({ pools }) => ({ pools: unread(pools) }), ["pools"]],
  ["protocols have no data", ({ trust }) => ({ trust: unread(trust) }), ["trust"]],
  ["the treasury bill has no data", ({ treasuryBill }) => ({ treasuryBill: unread(treasuryBill) }), []],
  ["fear & greed has no data", ({ fearGreed }) => ({ fearGreed: unread(fearGreed) }), ["fearGreed"]],
  ["only ten companies have data", tenCompanies, ["treasuries"]],
  ["fund flows ended a week ago", fundsOfLastWeek, ["etfFlows"]],
  ["no publisher lists data releases", withoutPublishers, ["calendar"]],
  ["the token lists cannot be read", withoutTokenLists, ["tokens"]],
  ["every news outlet fails", (feeds) => heard(feeds, 0), ["news", "newsPoll"]],
  ["one news outlet has answered", (feeds) => heard(feeds, 1), ["news"]],
]

/** The products that state that they need one of these inputs. */
function needing(inputs: readonly InputName[]): readonly string[] {
  const contracts: readonly PaidContract[] = answerContracts
  return contracts.flatMap(({ path, freshness }) =>
    freshness.needs.some((input) => inputs.includes(input)) ? [path] : [],
  )
}

test.each(faultCases)(
  "when %s, exactly the products with status current are sold",
  async (_, withFault, missing) => {
    const faulty = { ...calm, feeds: { ...calm.feeds, ...withFault(calm.feeds) } }
    await expectAvailabilityMatchesSales(faulty, needing(missing))
  },
  60_000,
)

test("when prices have no data, exactly the products with status current are sold", async () => {
  const candles = { ...calm.candles, price: () => Promise.resolve(null) }
  await expectAvailabilityMatchesSales({ ...calm, candles }, needing(["price"]))
}, 60_000)

async function expectAvailabilityMatchesSales(faulty: Runtime, unsold: readonly string[]): Promise<void> {
  installRuntime(calm, NOW_MS)
  const before = (await versionsAnswer()).versions
  installRuntime(faulty, NOW_MS)
  const { versions } = await versionsAnswer()
  const said = products.map(({ path }) => [path, versions[pathOf(path)]?.status])
  expect(said).toEqual(products.map(({ path }) => [path, unsold.includes(path) ? "unavailable" : "current"]))
  const sold = await Promise.all(products.map(async (contract) => [contract.path, (await answerOf(contract)).status]))
  expect(sold).toEqual(products.map(({ path }) => [path, unsold.includes(path) ? 503 : 200]))
  installRuntime(calm, NOW_MS)
  const after = (await versionsAnswer()).versions
  for (const path of unsold.map(pathOf)) expect(after[path], `${path}: an outage changes nothing`).toEqual(before[path])
}

test("an internal error is reported, and the other products keep their versions", async () => {
  await openCatalogueHarness(NOW_MS)
  const service = await runtime()
  const fault = new TypeError("no such thing")
  const trust = { ...service.feeds.trust, read: () => Promise.reject(fault) }
  const feeds = { ...service.feeds, trust, tokens: unread(service.feeds.tokens) }
  installRuntime({ ...service, feeds }, NOW_MS)
  const logged: unknown[] = []
  const home: Record<symbol, unknown> = globalThis
  home[Symbol.for("signal402.log")] = { error: (facts: unknown) => logged.push(facts) }
  const { versions } = await versionsAnswer()
  const failed = { event: "versions_failed", err: fault }
  expect(logged, "for yields and recommendations, not for missing tokens").toEqual([failed, failed])
  const others = products.map(({ path }) => pathOf(path)).filter((path) => versions[path]?.status !== "current")
  expect(others).toEqual(["/yields", "/defi/recommend", "/dex/alpha"])
}, 60_000)

test("a changed flow of an incomplete day makes no new version, and a newly reported flow does", async () => {
  const { etfFlows } = calm.feeds
  const versionWith = async (usdMByFund: Readonly<Record<string, number | null>>) => {
    const today = { atMs: Math.floor(NOW_MS / DAY_MS) * DAY_MS, totalUsdM: 1, usdMByFund, isFinal: false }
    const read = (coin: Coin) => changed(etfFlows.read(coin), (days) => [...days.filter(isBefore(today)), today])
    installRuntime({ ...calm, feeds: { ...calm.feeds, etfFlows: { ...etfFlows, read } } }, NOW_MS)
    return (await versionsAnswer()).versions["/market/etf"]?.version ?? 0
  }
  const first = await versionWith({ IBIT: 100, FBTC: null })
  expect(await versionWith({ IBIT: 120, FBTC: null })).toBe(first)
  expect(await versionWith({ IBIT: 120, FBTC: 5 })).toBe(first + 1)
}, 60_000)

test("a new decision of the regime, of yields and of recommendations is a new version, and an equal one is none", async () => {
  const { fearGreed, pools, trust, treasuryBill } = calm.feeds
  const paths = ["/regime", "/yields", "/defi/recommend"]
  const versionsWith = async (feeds: Partial<Feeds>) => {
    installRuntime({ ...calm, feeds: { ...calm.feeds, ...feeds } }, NOW_MS)
    const { versions } = await versionsAnswer()
    return paths.map((path) => versions[path]?.version ?? 0)
  }
  const first = await versionsWith({})
  expect(await versionsWith({})).toEqual(first)
  const raised = (by: readonly number[]) => first.map((version, index) => version + (by[index] ?? 0))

  const mood = (index: number) => () => changed(fearGreed.read(), (list) => list.map((day) => ({ ...day, index })))
  expect(await versionsWith({ fearGreed: { ...fearGreed, read: mood(5) } })).toEqual(raised([1, 0, 0]))
  expect(await versionsWith({ fearGreed: { ...fearGreed, read: mood(5) } })).toEqual(raised([1, 0, 0]))
  expect(await versionsWith({ fearGreed: { ...fearGreed, read: mood(95) } })).toEqual(raised([2, 0, 0]))
  const fearful = { fearGreed: { ...fearGreed, read: mood(95) } }

  const samePools = { pools: { ...pools, read: () => newer(pools.read()) } }
  expect(await versionsWith({ ...fearful, ...samePools }), "read again, the same").toEqual(raised([2, 0, 0]))
  const otherPools = { pools: { ...pools, read: () => changed(pools.read(), (list) => list.slice(1)) } }
  expect(await versionsWith({ ...fearful, ...otherPools })).toEqual(raised([2, 1, 1]))
  const otherTrust = { trust: { ...trust, read: () => changed(trust.read(), (data) => ({ ...data, hacks: [] })) } }
  expect(await versionsWith({ ...fearful, ...otherPools, ...otherTrust })).toEqual(raised([2, 2, 2]))
  const otherBill = { treasuryBill: { ...treasuryBill, read: () => changed(treasuryBill.read(), (pct) => pct + 0.1) } }
  const all = { ...fearful, ...otherPools, ...otherTrust, ...otherBill }
  expect(await versionsWith(all)).toEqual(raised([2, 3, 3]))
  expect(await versionsWith(all)).toEqual(raised([2, 3, 3]))
}, 60_000)

/** The same reading as the content of a later minute. */
async function newer<T>(reading: Reading<T>): Reading<T> {
  const held = await reading
  return held && { ...held, asOfMs: held.asOfMs + 60_000 }
}

function isBefore(day: { readonly atMs: number }) {
  return ({ atMs }: { readonly atMs: number }) => atMs < day.atMs
}

test("exactly the version keys have a version", async () => {
  installRuntime(calm, NOW_MS)
  const { versions } = await versionsAnswer()
  expect(Object.keys(versions).toSorted()).toEqual(VERSION_KEYS.toSorted())
  expect(Object.values(versions).every(({ status }) => status === "current")).toBe(true)
}, 60_000)

test("a product's version depends on its method version", async () => {
  installRuntime(calm, NOW_MS)
  const decisions = new Map(
    (await readVersionInputs(inputsOf(calm), NOW_MS)).map(({ path, decision }) => [path, decision]),
  )
  // The version of these products depends on the answer itself, not on its method version.
  const whole = new Set(["context", "regime", "market_overview"])
  for (const contract of products.filter(({ id }) => !whole.has(id))) {
    const { meta } = Answered.parse(await (await answerOf(contract)).json())
    const decided = JSON.stringify(decisions.get(pathOf(contract.path)))
    expect(decided, contract.path).toContain(`"${meta.method_version}"`)
  }
}, 60_000)

const Answered = z.object({ meta: z.object({ method_version: z.string() }) })

function pathOf(path: string): string {
  return path.replace("{coin}", "BTC")
}

async function answerOf(contract: Contract): Promise<Response> {
  const question = exampleOf(contract)
  const { GET } = await routeOf(contract)
  const request = new Request(`https://signal402.example${urlOf(contract, question)}`, { headers: payment })
  return GET(request, { params: Promise.resolve(question.path) })
}

function unread<F extends { readonly read: unknown }>(feed: F) {
  return { ...feed, read: () => Promise.resolve(null) }
}

type Reading<T> = Promise<Sourced<T> | null>

/** The read value with a change. */
async function changed<T>(reading: Reading<T>, change: (value: T) => T): Reading<T> {
  const held = await reading
  return held && { ...held, value: change(held.value) }
}

function tenCompanies({ treasuries }: Feeds) {
  const read = () =>
    changed(treasuries.read(), (table) => {
      const ten = new Set([...new Set(table.holdings.map(({ company }) => company))].slice(0, 10))
      return { ...table, holdings: table.holdings.filter(({ company }) => ten.has(company)) }
    })
  return { treasuries: { ...treasuries, read } }
}

function fundsOfLastWeek({ etfFlows }: Feeds) {
  const read = (coin: Coin) =>
    changed(etfFlows.read(coin), (days) => days.filter(({ atMs }) => atMs < NOW_MS - 8 * DAY_MS))
  return { etfFlows: { ...etfFlows, read } }
}

function withoutPublishers({ calendar }: Feeds) {
  return { calendar: { ...calendar, read: () => changed(calendar.read(), (table) => ({ ...table, publishers: [] })) } }
}

function withoutTokenLists({ tokens }: Feeds) {
  const missing = ["boosts", "trending"] as const
  return { tokens: { ...tokens, read: () => changed(tokens.read(), (scan) => ({ ...scan, missing })) } }
}

/** News of this many outlets, without worldwide coverage. */
function heard({ news }: Feeds, outlets: number) {
  const providers = (scan: NewsScan) =>
    scan.providers.map((provider, index) => ({ ...provider, coverage: "partial" as const, isOk: index < outlets }))
  return { news: { ...news, read: () => changed(news.read(), (scan) => ({ ...scan, providers: providers(scan) })) } }
}

/** News with only old articles, because an alert would be sold even when outlets do not answer. */
function withoutAlerts({ news }: Feeds) {
  const old = (scan: NewsScan) =>
    scan.articles.map((article) => ({ ...article, seenAtMs: article.seenAtMs - 3 * DAY_MS }))
  return { news: { ...news, read: () => changed(news.read(), (scan) => ({ ...scan, articles: old(scan) })) } }
}

import { beforeAll, expect, test, vi } from "vitest"
import type { PaidContract } from "@/lib/api/contract"
import { answerContracts } from "@/lib/endpoints"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { briefContract } from "@/lib/endpoints/brief/contract"
import { historyContract } from "@/lib/endpoints/history/contract"
import { versionInTag } from "@/lib/client/versions/entity-tag"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoAlertQueryDecision, geoAlertVersion } from "@/lib/endpoints/geo-alert/version"
import { geoEventsQueryDecision, geoEventsVersion } from "@/lib/endpoints/geo-events/version"
import { getYields } from "@/lib/endpoints/yields/answer"
import { yieldsContract } from "@/lib/endpoints/yields/contract"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { marketPorts } from "@/lib/server/runtime/market-ports"
import { installRuntime, openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { riskContract } from "@/lib/endpoints/risk/contract"
import type { BookLevel, VenueBook } from "@/lib/domain/risk/order-book"
import { costStepOf, riskDecisionsAlike, riskQueryDecision } from "@/lib/endpoints/risk/version"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { runtime } from "@/lib/server/runtime/runtime"
import { matchesEntityTag } from "@/lib/server/http/response"
import { currentEntityTag, versionsAnswer } from "@/lib/server/runtime/versions"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const contracts: readonly PaidContract[] = answerContracts

/** Two values of every query parameter, neither of them its default. A parameter without a row fails the first test. */
const VALUES: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> = {
  risk: {
    capital: ["25000", "50000"],
    risk_pct: ["0.5", "2"],
    size: ["1000", "5000"],
    held: ["ETH:long:0.5", "ETH:short:0.5"],
  },
  odds: { level: ["100000", "90000"], hours: ["12", "48"] },
  market_etf: { asset: ["ETH", "SOL"] },
  yields: {
    asset_class: ["stablecoin", "bluechip"],
    chain: ["Base", "Ethereum"],
    min_tvl: ["20000000", "30000000"],
    min_apy: ["1", "2"],
    max_apy: ["12", "20"],
    exposure: ["single", "multi"],
    il: ["none", "none"],
    project: ["aave-v3", "morpho-v1"],
    sort: ["tvl", "apy"],
    limit: ["3", "5"],
    cursor: ["", ""],
  },
  defi_recommend: {
    risk: ["conservative", "aggressive"],
    capital: ["5000", "7000"],
    horizon_days: ["7", "90"],
    chains: ["Base", "Ethereum"],
    exclude: ["aave-v3", "morpho-v1"],
  },
  dex_alpha: {
    chain: ["base", "solana"],
    min_liquidity_usd: ["10000", "30000"],
    min_age_h: ["1", "2"],
    max_age_h: ["100", "200"],
    include_boosted: ["false", "false"],
    exclude_flags: ["HONEYPOT", "MINTABLE"],
    verdict: ["WATCH", "CAUTION"],
    limit: ["3", "5"],
  },
  geo_events: {
    hours: ["12", "24"],
    since: ["2026-11-19T12:00:00Z", "2026-11-18T12:00:00Z"],
    category: ["WAR", "SANCTIONS"],
    min_severity: ["MEDIUM", "HIGH"],
    asset: ["OIL", "GOLD"],
    limit: ["3", "5"],
  },
  geo_alert: { hours: ["6", "12"], min_severity: ["CRITICAL", "CRITICAL"] },
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
  await versionsAnswer()
}, 60_000)

test("every query parameter of every sold answer is in the table", () => {
  const named = Object.fromEntries(
    contracts.flatMap(({ id, queryParams }) => {
      const names = Object.keys(queryParams.shape).toSorted()
      return names.length === 0 ? [] : [[id, names]]
    }),
  )
  const rows = Object.entries(VALUES).map(([id, values]) => [id, Object.keys(values).toSorted()])
  expect(Object.fromEntries(rows)).toEqual(named)
})

const tagged = contracts
  .filter(({ freshness }) => freshness.changesWith !== "price")
  .flatMap((contract) =>
    Object.entries(VALUES[contract.id] ?? {}).map(([name, values]) => ({ contract, name, values })),
  )
  .filter(({ name }) => name !== "cursor")

test.each(tagged.map((row) => [`${row.contract.id} ${row.name}`, row] as const))(
  "%s is part of the entity tag, and its default is not",
  async (_, { contract, name, values }) => {
    const path = { ...exampleOf(contract), query: {} }
    const tagOf = (query: Readonly<Record<string, string>>) => currentEntityTag(urlOf(contract, { ...path, query }))
    const plain = await tagOf({})
    const tags = await Promise.all([...new Set(values)].map((value) => tagOf({ [name]: value })))
    expect(tags.every((tag) => versionInTag(tag) !== null)).toBe(true)
    expect(new Set([plain, ...tags]).size).toBe(1 + tags.length)
    expect(await tagOf({ [name]: values[0] })).toBe(tags[0])
    const usual: unknown = contract.queryParams.shape[name]?.safeParse(undefined).data
    if (typeof usual === "string" || typeof usual === "number")
      expect(await tagOf({ [name]: String(usual) })).toBe(plain)
  },
  60_000,
)

test("a request with the tag of other parameters is not answered 304, and one with its own is", async () => {
  const { GET } = await routeOf(riskContract)
  const statusOf = async (query: string, tag: string | null) => {
    const headers = { "If-None-Match": `W/${tag}` }
    const request = new Request(`https://signal402.example/api/risk/BTC${query}`, { headers })
    return (await GET(request, { params: Promise.resolve({ coin: "BTC" }) })).status
  }
  const [plain, held] = await Promise.all(
    ["", "?held=ETH:long:0.5"].map((query) => currentEntityTag(`/api/risk/BTC${query}`)),
  )
  expect(await statusOf("", plain ?? null)).toBe(304)
  expect(await statusOf("?capital=10000", plain ?? null), "the default, in words").toBe(304)
  expect(await statusOf("?held=ETH:long:0.5", held ?? null)).toBe(304)
  expect(await statusOf("?held=ETH:long:0.5", plain ?? null)).toBe(402)
  expect(await statusOf("?held=SOL:long:0.5", held ?? null)).toBe(402)
  expect(await statusOf("", held ?? null)).toBe(402)
}, 60_000)

test.each([
  ["/api/defi/recommend?chains=Base,Ethereum", "/api/defi/recommend?chains=Ethereum,Base,Ethereum"],
  ["/api/defi/recommend?exclude=aave-v3,morpho-v1", "/api/defi/recommend?exclude=morpho-v1,aave-v3"],
  ["/api/dex/alpha?exclude_flags=HONEYPOT,MINTABLE", "/api/dex/alpha?exclude_flags=MINTABLE,HONEYPOT"],
  ["/api/risk/BTC?held=ETH:long:0.5,SOL:short:1", "/api/risk/BTC?held=SOL:short:1,ETH:long:0.5"],
])(
  "%s has the tag of the same list in another order",
  async (url, other) => {
    expect(versionInTag(await currentEntityTag(url))).not.toBeNull()
    expect(await currentEntityTag(other)).toBe(await currentEntityTag(url))
  },
  60_000,
)

/** Prices and sizes of a book, larger by a ratio. */
function movedBy(book: VenueBook, ratio: number): VenueBook {
  const move = ({ priceUsd, sizeBase }: BookLevel) => ({ priceUsd: priceUsd * ratio, sizeBase: sizeBase * ratio })
  return { ...book, bids: book.bids.map(move), asks: book.asks.map(move) }
}

test("the costs of a size are the same decision while order books move a little", async () => {
  const ports = await marketPorts()
  const { books } = ports
  if (books === undefined) throw new Error("The harness has no order books.")
  const decisionAt = async (ratio: number) => {
    const read = async (coin: "BTC" | "ETH" | "SOL") => {
      const held = await books.read(coin)
      return held && { ...held, value: held.value.map((book) => movedBy(book, ratio)) }
    }
    return riskQueryDecision(
      { ...riskContract.queryParams.parse({ size: "5000" }), coin: "BTC" },
      { ...ports, books: { read } },
    )
  }
  const usual = await decisionAt(1)
  expect(usual).toMatchObject({ cheapest: expect.any(String), costs: expect.any(Number) })
  expect(await decisionAt(1.0001)).toEqual(usual)
  expect(await decisionAt(1.003)).toEqual(usual)
}, 60_000)

test("a cost within a basis point of the trade, or 5% of itself, of the bought one is the same decision", () => {
  const stands = (boughtBps: number, nowBps: number) => {
    const [bought, now] = [boughtBps, nowBps].map((bps) => ({
      correlations: null,
      cheapest: "a",
      costs: costStepOf(bps / 1e4),
    }))
    return (
      now !== undefined &&
      riskDecisionsAlike(now).some((one) => JSON.stringify(one) === JSON.stringify({ ...now, ...bought }))
    )
  }
  for (const bps of [9.47, 9.49, 9.5, 9.51, 9.87, 10.3]) expect(stands(9.5, bps), String(bps)).toBe(true)
  for (const bps of [8.2, 10.8, 20]) expect(stands(9.5, bps), String(bps)).toBe(false)
  expect([stands(100, 104), stands(100, 96), stands(100, 108), stands(0.3, -0.3)]).toEqual([true, true, false, true])
})

test("a bought tag stands within the dead band of its own cost, and 304 does not move the band", async () => {
  const service = await runtime()
  const { books } = service.feeds
  const url = "/api/risk/BTC?size=5000"
  const spreadTo = ({ priceUsd, sizeBase }: BookLevel, ratio: number) => ({ priceUsd: priceUsd * ratio, sizeBase })
  const tagAt = async (spreadBps: number, held?: string) => {
    const read = async (coin: "BTC" | "ETH" | "SOL") => {
      const known = await books.read(coin)
      const value = known?.value.map((book) => ({
        ...book,
        bids: book.bids.map((level) => spreadTo(level, 1 - spreadBps / 1e4)),
        asks: book.asks.map((level) => spreadTo(level, 1 + spreadBps / 1e4)),
      }))
      return known && value ? { ...known, value } : null
    }
    installRuntime({ ...service, feeds: { ...service.feeds, books: { ...books, read } } }, NOW_MS)
    return (await currentEntityTag(url, held)) ?? ""
  }
  const bought = await tagAt(0)
  const [near, far] = [await tagAt(0.4, `W/${bought}`), await tagAt(0.8, `W/${bought}`)]
  expect(await tagAt(0.4), "another step").not.toBe(bought)
  expect(near).toBe(bought)
  expect(far).not.toBe(bought)
}, 60_000)

test("a cursor of yields is part of the entity tag", async () => {
  const first = await getYields(yieldsContract.queryParams.parse({ limit: "1" }), await marketPorts())
  const url = "/api/yields?limit=1"
  expect(first.next_cursor).not.toBeNull()
  expect(await currentEntityTag(`${url}&cursor=${first.next_cursor}`)).not.toBe(await currentEntityTag(url))
}, 60_000)

test("answers that change with the price, and products that are made anew, have no entity tag", async () => {
  const made = [historyContract, briefContract, alertWatchContract]
  const byPrice = contracts.filter(({ freshness }) => freshness.changesWith === "price")
  expect(byPrice.length).toBeGreaterThan(0)
  for (const contract of [...made, ...byPrice]) {
    expect(await currentEntityTag(urlOf(contract, exampleOf(contract))), contract.id).toBeNull()
  }
}, 60_000)

test("events leave a longer period later, and the version of the usual period does not know it", async () => {
  const { feeds } = await runtime()
  const held = await feeds.news.read()
  const stateAt = async (nowMs: number) => {
    const providers = held?.value.providers.map((one) => ({ ...one, lastPollMs: nowMs })) ?? []
    const news = { read: async () => held && { ...held, value: { ...held.value, providers } } }
    const ports = { news, prices: { hourly: async () => null }, nowMs, mode: "sandbox" as const }
    const week = await geoEventsQueryDecision(geoEventsContract.queryParams.parse({ hours: "168" }), ports)
    return { version: JSON.stringify((await geoEventsVersion({}, ports)).decision), week: JSON.stringify(week) }
  }
  const seen = []
  for (let hours = 80; hours < 180; hours += 20) seen.push(await stateAt(NOW_MS + hours * HOUR_MS))
  expect(new Set(seen.map(({ week }) => week)).size).toBeGreaterThan(new Set(seen.map(({ version }) => version)).size)
}, 60_000)

test("an article of no shown event is no new decision on events and alerts, and an event less is one", async () => {
  const held = await (await runtime()).feeds.news.read()
  if (held === null) throw new Error("The harness has no news.")
  const decisionsOn = async (articles: typeof held.value.articles) => {
    const news = { read: async () => ({ ...held, value: { ...held.value, articles } }) }
    const ports = { news, prices: { hourly: async () => null }, nowMs: NOW_MS, mode: "sandbox" as const }
    const decisions = await Promise.all([
      geoEventsVersion({}, ports),
      geoAlertVersion({}, ports),
      geoEventsQueryDecision(geoEventsContract.queryParams.parse({ hours: "24" }), ports),
      geoAlertQueryDecision(geoAlertContract.queryParams.parse({ hours: "24" }), ports),
    ])
    return JSON.stringify(decisions)
  }
  const { articles } = held.value
  const [one] = articles
  if (one === undefined) throw new Error("The harness has no article.")
  const other = {
    ...one,
    url: "https://example.com/cakes",
    title: "A baker wins the prize for cakes",
    seenAtMs: NOW_MS,
  }
  expect(await decisionsOn([...articles, other])).toBe(await decisionsOn(articles))
  expect(await decisionsOn([other])).not.toBe(await decisionsOn(articles))
}, 60_000)

test("a token that is not in a filtered list is no new filtered list, although the version of the default list is another", async () => {
  const service = await runtime()
  const { tokens } = service.feeds
  const held = await tokens.read()
  if (held === null) throw new Error("The harness has no tokens.")
  const url = "/api/dex/alpha?chain=base"
  const tagsWithout = async (chain: string | null, minute: number) => {
    const pairs = held.value.pairs.filter((pair) => pair.chain !== chain)
    const read = async () => ({ ...held, value: { ...held.value, pairs } })
    installRuntime({ ...service, feeds: { ...service.feeds, tokens: { ...tokens, read } } }, NOW_MS + minute * 60_000)
    return { usual: await currentEntityTag("/api/dex/alpha"), filtered: (await currentEntityTag(url)) ?? "" }
  }
  const [whole, other, own] = [await tagsWithout(null, 0), await tagsWithout("solana", 1), await tagsWithout("base", 2)]
  expect(other.usual).not.toBe(whole.usual)
  expect(versionInTag(other.filtered)?.version).toBe(versionInTag(other.usual)?.version)
  expect(matchesEntityTag(whole.filtered, other.filtered)).toBe(true)
  expect(matchesEntityTag(whole.filtered, own.filtered)).toBe(false)
  expect(matchesEntityTag(whole.usual, other.filtered)).toBe(false)
}, 60_000)

import { describe, expect, test } from "vitest"
import { institutionsContract } from "@/lib/endpoints/institutions/contract"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { sourceError } from "@/lib/outbound/errors"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { getInstitutions } from "@/lib/endpoints/institutions/answer"
import type { FeedPorts } from "./feed-ports"
import { createTreasuryFeeds } from "./treasury-feeds"

const NOW = Date.UTC(2026, 10, 20, 12)

async function setUp(faults = "", profile: FeedPorts["profile"] = "open", sosovalue: string | null = null) {
  const sandbox = await createSandboxFeedPorts({ nowMs: NOW, faults })
  const keys = { ...sandbox.ports.keys, sosovalue }
  const ports = { ...sandbox.ports, profile, licensed: ["coingecko"], keys }
  const feeds = createTreasuryFeeds(ports)
  const price = async () => {
    const nowMs = sandbox.time.clock()
    const value = sandbox.market.priceAt("BTC", nowMs)
    return { value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "binance", isDisputed: false }
  }
  const refresh = async () => {
    for (const feed of Object.values(feeds)) await feed.refreshIfDue()
  }
  const ask = () => {
    const asked = { candles: { price }, nowMs: sandbox.time.clock(), mode: "sandbox" } as const
    return getInstitutions({}, { ...asked, treasuries: feeds.treasuries })
  }
  return { ...sandbox, ports, feeds, refresh, ask }
}

describe("institutions on the simulated market", () => {
  test("holders have cost and profit, and trades have the report of the same day", async () => {
    const { refresh, ask } = await setUp()
    await refresh()
    const answer = await ask()
    expect(institutionsContract.response.parse(answer)).toEqual(answer)
    expect(answer.total_companies).toBeGreaterThanOrEqual(15)
    expect(answer.top_holders[0]).toMatchObject({ company: "Strategy", ticker: "MSTR", country: "US" })
    expect(answer.top_holders[0]?.unrealised_pnl_usd).toBeDefined()
    expect(answer.top_holders.some((holder) => holder.avg_cost_basis === undefined)).toBe(true)
    expect(answer.recent_purchases.length).toBeGreaterThan(5)
    expect(answer.recent_sales.length).toBeGreaterThan(0)
    expect(answer.trades_known_for).toBe(11)
    const trades = [...answer.recent_purchases, ...answer.recent_sales]
    for (const { company, url, filing_url, basis } of trades) {
      expect(basis).toBe("reported")
      if (url?.includes("sec.gov")) expect(filing_url, company).toBe(url)
      else expect(filing_url).toBeNull()
    }
    expect(answer.data_sources).toHaveLength(2)
    expect(answer.meta.degraded).toEqual([])
  })

  test("when CoinGecko is down SoSoValue serves, but only with a key", async () => {
    const without = await setUp("coingecko=down")
    await without.refresh()
    expect(await without.feeds.treasuries.read()).toBeNull()
    const { ports, refresh, ask, feeds } = await setUp("coingecko=down", "open", "my-key")
    expect(ports.keys.sosovalue).toBe("my-key")
    await refresh()
    expect((await feeds.treasuries.read())?.source).toBe("sosovalue")
    const answer = await ask()
    expect(institutionsContract.response.parse(answer)).toEqual(answer)
    expect(answer.total_companies).toBe(12)
    expect(answer.recent_purchases.length).toBeGreaterThan(3)
  })

  test("the total is the sum of the holders, and the same seed and time give the same answer", async () => {
    const [first, second] = [await setUp(), await setUp()]
    await first.refresh()
    await second.refresh()
    const answer = await first.ask()
    expect(await second.ask()).toEqual(answer)
    const sum = answer.top_holders.reduce((total, { btc_holdings }) => total + btc_holdings, 0)
    expect(sum).toBeCloseTo(answer.total_btc, 6)
  })
})

describe("providers that fail", () => {
  test("without EDGAR trades have no report, and the other fields are delivered", async () => {
    const { refresh, ask } = await setUp("sec-edgar=403")
    await refresh()
    const answer = await ask()
    expect(answer.recent_purchases.length).toBeGreaterThan(5)
    expect(answer.recent_purchases.every(({ filing_url }) => filing_url === null)).toBe(true)
    expect(answer.data_sources).toHaveLength(1)
  })

  test("without CoinGecko institutions are unavailable", async () => {
    const { refresh, ask } = await setUp("coingecko=429")
    await refresh()
    await expect(ask()).rejects.toThrow("cannot be read")
  })

  test("the last list is served for three days, and for one day in the strict profile", async () => {
    for (const [profile, days] of [
      ["open", 3],
      ["strict", 1],
    ] as const) {
      const { refresh, ask, faults, time } = await setUp("", profile)
      await refresh()
      faults.set("coingecko", { kind: "down" })
      time.advance(days * DAY_MS)
      expect((await ask()).total_companies).toBeGreaterThanOrEqual(15)
      time.advance(HOUR_MS)
      await expect(ask()).rejects.toThrow("cannot be read")
    }
  })

  test("a list that is suddenly empty or too short is refused, and the previous list stays", async () => {
    const { ports, time, ask, refresh } = await setUp()
    await refresh()
    const { total_companies: before } = await ask()
    for (const companies of [[], otherCompanies(10)]) {
      const { http } = createFakeProvider(() => ({ body: { companies } }), { startMs: NOW })
      const { treasuries } = createTreasuryFeeds({ ...ports, http })
      time.advance(7 * HOUR_MS)
      await treasuries.refreshIfDue()
      expect(treasuries.status().lastError).toMatchObject({ source: "coingecko", kind: "stale" })
      expect((await treasuries.read())?.value.holdings).toHaveLength(before)
    }
  })

  test("a restart loads stored holdings, trades and reports", async () => {
    const { refresh, ask, faults, ports, time } = await setUp()
    await refresh()
    const before = await ask()
    faults.set("coingecko", { kind: "down" }).set("sec-edgar", { kind: "down" })
    const again = createTreasuryFeeds(ports)
    for (const feed of Object.values(again)) await feed.refreshIfDue()
    const held = await again.treasuries.read()
    const price = async () => null
    const asked = { candles: { price }, nowMs: time.clock(), mode: "sandbox" } as const
    const after = await getInstitutions({}, { ...asked, treasuries: again.treasuries })
    expect(held?.asOfMs).toBe(NOW)
    expect(after.recent_purchases).toEqual(before.recent_purchases)
  })
})

function otherCompanies(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `Other ${index}`,
    symbol: `O${index}`,
    total_holdings: 1,
  }))
}

describe("trades without a report", () => {
  test("a holding that changes between two reads is a trade at the later read", async () => {
    let holdings = 1000
    const quiet = () => ({ name: "Quiet", symbol: "QQQ.US", country: "US", total_holdings: holdings })
    const body = () => ({ companies: [quiet(), ...otherCompanies(10)] })
    const provider = createFakeProvider(
      ({ url }) => (url.includes("/companies/") ? { body: body() } : { status: 404, body: {} }),
      { startMs: NOW },
    )
    const ports: FeedPorts = {
      http: provider.http,
      clock: provider.time.clock,
      store: await openEmbeddedStore(":memory:"),
      profile: "open",
      keys: { sosovalue: null, fred: null, coingecko: null },
    }
    await createTreasuryFeeds(ports).treasuries.refreshIfDue()
    holdings = 1250.5
    provider.time.advance(7 * HOUR_MS)
    const restarted = createTreasuryFeeds(ports).treasuries
    await restarted.refreshIfDue()
    expect((await restarted.read())?.value.transactions).toMatchObject([
      { company: "Quiet", changeBtc: 250.5, atMs: NOW + 7 * HOUR_MS, basis: "observed" },
    ])
  })
})

/** A client that calls `before` at each request for a company's trades. */
function tradesThrough(http: FeedPorts["http"], before: (id: string) => void): FeedPorts["http"] {
  const getJson: FeedPorts["http"]["getJson"] = async (url, options) => {
    const id = /public_treasury\/([\w-]+)\/transaction_history/.exec(url)?.[1]
    if (id !== undefined) before(id)
    return http.getJson(url, options)
  }
  return { ...http, getJson }
}

describe("the pace of reading trades", () => {
  test("one unreadable company does not stop the others; a rate limit ends the read", async () => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW })
    const asked: string[] = []
    const http = tradesThrough(ports.http, (id) => {
      asked.push(id)
      if (id === "strategy") throw sourceError({ kind: "schema", host: "api.coingecko.com", message: "Drift." })
      if (asked.length === 4) throw sourceError({ kind: "rate_limited", host: "api.coingecko.com", message: "Wait." })
    })
    const { treasuryTrades, treasuries } = createTreasuryFeeds({ ...ports, http })
    await treasuries.refreshIfDue()
    await treasuryTrades.refreshIfDue()
    const held = await treasuryTrades.read()
    expect(held?.value.companies.map(({ transactions }) => transactions.length)).toEqual([0, 20, expect.any(Number)])
    expect(held?.value.pending).toBe(8)
    expect(asked).toHaveLength(4)
  })

  test.each([
    ["strict", 0, 2],
    ["open", 20, 1],
  ] as const)(
    "%s: of a company unreadable for a day %i trades stay, and names are requested %i times",
    async (profile, left, asks) => {
      const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW })
      let isBroken = false
      let namesAsked = 0
      const trades = tradesThrough(ports.http, (id) => {
        if (isBroken && id === "strategy") throw sourceError({ kind: "schema", host: "coingecko", message: "Drift." })
      })
      const http: FeedPorts["http"] = {
        ...trades,
        getJson: (url, options) => {
          if (/entities.list.*[?&]page=1$/.test(url)) namesAsked += 1
          return trades.getJson(url, options)
        },
      }
      const { treasuryTrades, treasuries } = createTreasuryFeeds({ ...ports, http, profile, licensed: ["coingecko"] })
      const refresh = async () => {
        await treasuries.refreshIfDue()
        await treasuryTrades.refreshIfDue()
      }
      const ofStrategy = async () =>
        (await treasuries.read())?.value.transactions.filter(({ company }) => company === "Strategy").length
      await refresh()
      expect(await ofStrategy()).toBe(20)
      isBroken = true
      for (const hours of [12, 12, 1]) {
        time.advance(hours * HOUR_MS)
        await refresh()
      }
      expect([await ofStrategy(), namesAsked]).toEqual([left, asks])
    },
  )

  test("a slow read ends with the companies so far, and the next read continues with the others", async () => {
    const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW })
    const questions: string[] = []
    const http = tradesThrough(ports.http, (id) => {
      questions.push(id)
      time.advance(2000)
    })
    const { treasuryTrades, treasuries } = createTreasuryFeeds({ ...ports, http })
    await treasuries.refreshIfDue()
    const seen: number[] = []
    for (let round = 0; round < 7; round++) {
      await treasuryTrades.refreshIfDue()
      seen.push(new Set(questions).size)
      time.advance(35_000)
    }
    expect(seen.slice(0, 3)).toEqual([2, 4, 6])
    expect(seen.at(-1)).toBe(11)
    expect(questions, "no company is requested twice within half a day").toHaveLength(11)
  })
})

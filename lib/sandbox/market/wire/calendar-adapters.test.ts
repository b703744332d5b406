import { describe, expect, test } from "vitest"
import { toEastern } from "@/lib/domain/calendar/eastern-time"
import { mergeEvents } from "@/lib/domain/calendar/merge-events"
import { isSourceError } from "@/lib/outbound/errors"
import { createSourceClient } from "@/lib/outbound/source-client"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { testMarket as market } from "@/tools/testing/feeds/test-market"
import { createBeaSource } from "@/lib/market/sources/bea/client"
import { createBlsSource } from "@/lib/market/sources/bls/client"
import { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import { createCoinPaprikaSource } from "@/lib/market/sources/coinpaprika/client"
import { createFedSource } from "@/lib/market/sources/fed/client"
import { createForexFactorySource } from "@/lib/market/sources/forexfactory/client"
import { createFredReleases } from "@/lib/market/sources/fred/releases"
import { createMempoolSource } from "@/lib/market/sources/mempool/client"
import { createSecEdgarSource } from "@/lib/market/sources/sec-edgar/client"
import { shapeFaults, type ShapeCase } from "@/tools/testing/feeds/shape-faults"

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 22, 34, 56)

/** The source adapters on the simulated market at `nowMs`. */
function sources(nowMs = NOW, faults = "") {
  const clock = () => nowMs
  const http = createSourceClient({
    fetch: createSandboxFetch({ market, clock, faults: parseFaults(faults) }),
    clock,
    // Retries are immediate, and deadlines never pass.
    sleep: (ms) => (ms < 1000 ? Promise.resolve() : new Promise(() => undefined)),
    random: () => 0,
    userAgent: "test/1.0",
    limits: new Proxy({}, { get: () => ({ burst: 1000, perSecond: 1000 }) }),
  })
  const ports = { http, clock }
  return {
    fed: createFedSource(ports),
    bls: createBlsSource(ports),
    bea: createBeaSource(ports),
    forexfactory: createForexFactorySource(ports),
    fred: createFredReleases({ ...ports, apiKey: "key" }),
    coingecko: createCoinGeckoSource(ports),
    coinpaprika: createCoinPaprikaSource(ports),
    mempool: createMempoolSource(ports),
    secEdgar: createSecEdgarSource(ports),
  }
}

const shapes: readonly ShapeCase[] = [
  {
    url: "nfs.faireconomy.media/ff_calendar_thisweek.json",
    sample: [
      { title: "x", country: "USD", date: "2025-12-30T14:00:00-05:00", impact: "High", forecast: "", previous: "" },
    ],
  },
  {
    url: "apps.bea.gov/API/signup/release_dates.json",
    sample: { "Gross Domestic Product": { release_dates: ["2026-10-29T08:30:00-04:00"] } },
  },
  {
    url: "api.stlouisfed.org/fred/releases/dates?api_key=k&realtime_start=2026-11-20&realtime_end=2026-12-04",
    sample: { release_dates: [{ release_id: 10, release_name: "Consumer Price Index", date: "2026-10-14" }] },
  },
  {
    url: "api.coingecko.com/api/v3/companies/public_treasury/bitcoin?per_page=250",
    sample: {
      total_holdings: 1,
      companies: [
        {
          name: "x",
          symbol: "X.US",
          country: "US",
          total_holdings: 1,
          total_entry_value_usd: 1,
          total_current_value_usd: 1,
          percentage_of_total_supply: 1,
        },
      ],
    },
  },
  {
    url: "api.coingecko.com/api/v3/public_treasury/strategy/transaction_history?per_page=20",
    sample: {
      transactions: [
        {
          date: 1,
          source_url: "https://x",
          coin_id: "bitcoin",
          type: "buy",
          holding_net_change: 1,
          transaction_value_usd: 1,
          holding_balance: 1,
          average_entry_value_usd: 1,
        },
      ],
    },
  },
  {
    url: "api.coingecko.com/api/v3/global",
    sample: { data: { total_market_cap: { usd: 1 }, market_cap_percentage: { btc: 1, eth: 1 }, updated_at: 1 } },
  },
  {
    url: "api.coinpaprika.com/v1/global",
    sample: { market_cap_usd: 1, bitcoin_dominance_percentage: 1, market_cap_change_24h: 1, last_updated: 1 },
  },
  {
    url: "mempool.space/api/v1/difficulty-adjustment",
    sample: { difficultyChange: 1, estimatedRetargetDate: 1, previousRetarget: 1, nextRetargetHeight: 1 },
  },
  {
    url: "data.sec.gov/submissions/CIK0001050446.json",
    sample: {
      cik: "0001050446",
      filings: { recent: { form: ["8-K"], filingDate: ["2026-05-18"], items: ["7.01,8.01"] }, files: [] },
    },
  },
]

test.each(shapes)("the sandbox answers $url in the provider's shape", async (shape) => {
  expect(await shapeFaults(shape)).toEqual([])
})

describe("calendars", () => {
  test("all publishers list CPI at the same minute, in daylight and in standard time", async () => {
    // Consumer prices of October (daylight time) and December (standard time).
    for (const [nowMs, date, hourUtc] of [
      [Date.UTC(2026, 9, 12, 3), "2026-10-14", 12],
      [Date.UTC(2026, 11, 7, 3), "2026-12-09", 13],
    ] as const) {
      const { bls, forexfactory, fred } = sources(nowMs)
      const lists = await Promise.all([bls.calendar(), forexfactory.calendar(), fred.calendar()])
      const events = mergeEvents(lists.flatMap(({ entries }) => entries))
      const cpi = events.find(({ kind }) => kind === "CPI")
      const atMs = Date.parse(`${date}T${hourUtc}:30:00Z`)
      expect(cpi).toMatchObject({ date, time: "08:30", atMs, sources: ["bls", "fred", "forexfactory"] })
      expect(cpi?.figures.map(({ measure }) => measure)).toEqual(["CPI m/m", "CPI y/y", "Core CPI m/m"])
    }
  })

  test("merged publishers list no release twice in any week of a year", async () => {
    for (let week = 0; week < 52; week += 3) {
      const nowMs = Date.UTC(2026, 0, 5) + week * 7 * DAY
      const { fed, bls, bea, fred, forexfactory } = sources(nowMs)
      const all = [fed, bls, bea, fred, forexfactory]
      const lists = await Promise.all(all.map((source) => source.calendar()))
      const events = mergeEvents(lists.flatMap(({ entries }) => entries)).filter(({ kind }) => kind !== "OTHER")
      const days = events.map(({ kind, date }) => `${date} ${kind}`)
      expect(new Set(days).size).toBe(days.length)
      const minutes = events.filter(({ sources, kind }) => sources.length > 1 && kind === "NFP")
      for (const { time } of minutes) expect(time).toBe("08:30")
    }
  })

  test("the Fed's list and its meetings page agree", async () => {
    const listed = (await sources().fed.calendar()).entries.filter(({ title }) => title === "FOMC Meeting")
    expect((await sources().fed.fallbackCalendar()).entries).toEqual(listed)
  })

  test("a forecast appears days before a release, and the previous figure is always listed", async () => {
    const figuresAt = async (nowMs: number) => {
      const { entries } = await sources(nowMs).forexfactory.calendar()
      return entries.find(({ title }) => title === "Non-Farm Employment Change")?.figures
    }
    const [early, late] = [await figuresAt(Date.UTC(2026, 10, 30)), await figuresAt(Date.UTC(2026, 11, 3))]
    expect(early).toMatchObject({ forecast: null, previous: expect.stringMatching(/K$/) })
    expect(late).toMatchObject({ forecast: expect.stringMatching(/K$/), previous: early?.previous })
  })
})

describe("treasuries", () => {
  test("holdings are sums of trades, trades cost the market price, and past trades do not change", async () => {
    const early = sources(Date.UTC(2026, 10, 15)).coingecko
    const [before, after] = [await early.holdings(), await sources().coingecko.holdings()]
    expect(after.length).toBeGreaterThanOrEqual(15)
    const holder = { company: "Strategy", symbol: "MSTR.US" }
    const trades = await sources().coingecko.transactions("strategy", holder)
    expect(trades).toHaveLength(20)
    const since = trades.filter(({ atMs }) => atMs > Date.UTC(2026, 10, 15)).map(({ changeBtc }) => changeBtc)
    const heldOf = (holdings: typeof before) => holdings.find(({ company }) => company === "Strategy")?.holdingsBtc ?? 0
    expect(heldOf(after) - heldOf(before)).toBeCloseTo(
      since.reduce((sum, btc) => sum + btc, 0),
      6,
    )
    for (const { atMs, changeBtc, valueUsd } of trades) {
      const paidUsd = (valueUsd ?? 0) / Math.abs(changeBtc)
      expect(Math.abs(paidUsd / market.priceAt("BTC", atMs - 3 * DAY) - 1)).toBeLessThan(0.01)
    }
    expect(await early.transactions("strategy", holder)).toEqual(
      expect.arrayContaining(trades.filter(({ atMs }) => atMs < Date.UTC(2026, 10, 1)).slice(0, 5)),
    )
  })

  test("some companies sell, and EDGAR has the report of every trade", async () => {
    const { coingecko, secEdgar } = sources()
    const trades = await coingecko.transactions("mara-holdings", { company: "MARA Holdings", symbol: "MARA.US" })
    expect(trades.some(({ changeBtc }) => changeBtc < 0)).toBe(true)
    const documents = new Set((await secEdgar.filings("MARA")).map(({ url }) => url))
    for (const { sourceUrl } of trades) expect(documents).toContain(sourceUrl)
  })

  test("CoinGecko's and CoinPaprika's bitcoin dominance agree", async () => {
    const { coingecko, coinpaprika } = sources()
    const [first, second] = [await coingecko.global(), await coinpaprika.global()]
    expect(Math.abs((first.value.btcPct ?? 0) - (second.value.btcPct ?? 0))).toBeLessThan(1)
    expect(first.value.btcPct).toBeGreaterThan(35)
    expect(first.value.btcPct).toBeLessThan(75)
    expect(NOW - first.asOfMs).toBeLessThan(60_000)
    expect(NOW - second.asOfMs).toBeLessThan(300_000)
  })
})

const questions = {
  fed: (of) => of.fed.calendar(),
  bls: (of) => of.bls.calendar(),
  bea: (of) => of.bea.calendar(),
  forexfactory: (of) => of.forexfactory.calendar(),
  fred: (of) => of.fred.calendar(),
  coingecko: (of) => of.coingecko.holdings(),
  coinpaprika: (of) => of.coinpaprika.global(),
  mempool: (of) => of.mempool.calendar(),
  "sec-edgar": (of) => of.secEdgar.filings("MSTR"),
} as const satisfies Record<string, (of: ReturnType<typeof sources>) => Promise<unknown>>

const providers = Object.keys(questions).filter((name): name is keyof typeof questions => name in questions)

test.each(providers)("%s fails with a source error for any fault, and answers without a fault", async (name) => {
  await expect(questions[name](sources())).resolves.toBeDefined()
  // Half of the meetings page is still a valid list.
  const broken = name === "fed" ? [] : ["truncated"]
  for (const fault of ["429", "451", "403", "500", "503", "html", "down", ...broken]) {
    const error = await questions[name](sources(NOW, `${name}=${fault}`)).catch((e: unknown) => e)
    expect(isSourceError(error), `${name}=${fault}`).toBe(true)
  }
})

test.each(["bls", "coingecko", "coinpaprika", "mempool"] as const)(
  "%s refuses an unknown answer shape",
  async (name) => {
    const error = await Promise.resolve(questions[name](sources(NOW, `${name}=drift`))).catch((e: unknown) => e)
    expect(isSourceError(error)).toBe(true)
  },
)

test("BEA's release times are 08:30 in New York", async () => {
  const { entries } = await sources().bea.calendar()
  const times = entries.flatMap(({ when }) => ("atMs" in when ? [toEastern(when.atMs).time] : []))
  expect(new Set(times)).toEqual(new Set(["08:30"]))
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY_MS } from "@/lib/domain/utc-day"
import { normalizedName, normalizedTicker } from "./company-key"
import { observeChanges } from "./observe-changes"
import { summariseTreasuries } from "./summarise-treasuries"
import type { TreasuryHolding, TreasuryTransaction } from "./treasury"

const nowMs = Date.UTC(2026, 10, 20, 12)

function holding(company: string, holdingsBtc: number, rest: Partial<TreasuryHolding> = {}): TreasuryHolding {
  return { company, symbol: null, country: null, holdingsBtc, entryValueUsd: null, source: "coingecko", ...rest }
}

function trade(company: string, daysAgo: number, changeBtc: number, rest: Partial<TreasuryTransaction> = {}) {
  const atMs = nowMs - daysAgo * DAY_MS
  return {
    company,
    symbol: null,
    atMs,
    changeBtc,
    valueUsd: null,
    sourceUrl: null,
    source: "coingecko",
    basis: "reported",
    ...rest,
  } as const
}

test("tickers are stripped of exchange and country, and names of the legal form", () => {
  for (const symbol of ["MSTR.US", "NASDAQ:MSTR", "NASDAQ: mstr", " MSTR "])
    expect(normalizedTicker(symbol)).toBe("MSTR")
  expect(normalizedTicker("TSE: GLXY")).toBe("GLXY")
  expect(normalizedTicker("BRK.B")).toBe("BRK.B")
  expect(normalizedTicker("")).toBeNull()
  expect(normalizedName("MARA Holdings, Inc.")).toBe("mara")
})

test("totals, cost and concentration match a hand calculation, and a cost of 0 is unknown", () => {
  const summary = summariseTreasuries(
    {
      holdings: [
        holding("Strategy", 600, { symbol: "MSTR.US", entryValueUsd: 30_000_000 }),
        holding("XXI", 300, { symbol: "XXI.US", entryValueUsd: 0 }),
        holding("Small", 100),
        holding("Gone", 0),
      ],
      transactions: [],
      filings: [],
    },
    nowMs,
  )
  expect(summary.holders.map(({ company, avgCostUsd }) => [company, avgCostUsd])).toEqual([
    ["Strategy", 50_000],
    ["XXI", null],
    ["Small", null],
  ])
  expect(summary).toMatchObject({
    totalBtc: 1000,
    top1Pct: 60,
    top5Pct: 100,
    tradesKnownFor: 0,
    sources: ["coingecko"],
  })
})

test("the same ticker on two markets is two companies unless the names are equal", () => {
  const { holders, totalBtc } = summariseTreasuries(
    {
      holdings: [
        holding("Bitcoin Treasury Corporation", 800, { symbol: "BTCT.V" }),
        holding("BTC Digital", 30, { symbol: "BTCT.US" }),
        holding("Galaxy Digital", 200, { symbol: "GLXY.US" }),
        holding("Galaxy Digital Holdings Ltd.", 190, { symbol: "GLXY.TO" }),
      ],
      transactions: [
        trade("Bitcoin Treasury Corporation", 3, 50, { symbol: "BTCT.V" }),
        trade("BTC Digital", 3, 5, { symbol: "BTCT.US" }),
      ],
      filings: [],
    },
    nowMs,
  )
  expect(holders.map(({ company, lastPurchase }) => [company, lastPurchase?.amountBtc])).toEqual([
    ["Bitcoin Treasury Corporation", 50],
    ["Galaxy Digital", undefined],
    ["BTC Digital", 5],
  ])
  expect(totalBtc).toBe(1030)
})

test("a company of two sources counts once, with the preferred source's value", () => {
  const { holders, totalBtc } = summariseTreasuries(
    {
      holdings: [
        holding("MicroStrategy", 700, { symbol: "NASDAQ:MSTR", source: "sosovalue" }),
        holding("Strategy", 600, { symbol: "MSTR.US" }),
        holding("MARA Holdings, Inc.", 50, { symbol: "MARA", source: "sosovalue" }),
        holding("MARA", 40),
      ],
      transactions: [],
      filings: [],
    },
    nowMs,
  )
  expect(holders.map(({ company }) => company)).toEqual(["Strategy", "MARA"])
  expect(totalBtc).toBe(640)
})

test("sales do not count as purchases, and a repeated trade counts once", () => {
  const summary = summariseTreasuries(
    {
      holdings: [holding("Strategy", 600, { symbol: "MSTR.US" })],
      transactions: [
        trade("Strategy", 2, -32, { symbol: "MSTR" }),
        trade("Strategy", 5, 100, { symbol: "MSTR", sourceUrl: "https://www.sec.gov/a/b.pdf" }),
        trade("MSTR Inc", 5, 100.4, { symbol: "NASDAQ:MSTR", source: "sosovalue" }),
        trade("Strategy", 5, 100, { symbol: "MSTR", sourceUrl: "https://www.sec.gov/a/other.pdf" }),
        trade("Strategy", 40, 7, { symbol: "MSTR" }),
        trade("Strategy", 91, 9, { symbol: "MSTR" }),
        trade("Strategy", -1, 1000, { symbol: "MSTR" }),
      ],
      filings: [],
    },
    nowMs,
  )
  expect(summary.purchases.map(({ amountBtc, source }) => [amountBtc, source])).toEqual([
    [100, "www.sec.gov"],
    [100, "www.sec.gov"],
    [7, "coingecko"],
  ])
  expect(summary.sales).toMatchObject([{ amountBtc: 32, company: "Strategy" }])
  expect(summary.netChange30dBtc).toBe(168)
  expect(summary.holders[0]?.lastPurchase).toEqual({ atMs: nowMs - 5 * DAY_MS, amountBtc: 100 })
  expect(summary.tradesKnownFor).toBe(1)
})

test("a difference between two reads is a trade only when no trade is reported", () => {
  const before = [holding("Strategy", 600, { symbol: "MSTR.US" }), holding("XXI", 300), holding("Gone", 5)]
  const after = [holding("Strategy", 700, { symbol: "MSTR" }), holding("XXI", 290.004), holding("New", 50)]
  const observed = observeChanges(before, after, nowMs)
  expect(observed.map(({ company, changeBtc, basis }) => [company, changeBtc, basis])).toEqual([
    ["Strategy", 100, "observed"],
    ["XXI", -9.996, "observed"],
  ])
  expect(observeChanges(after, [holding("New", 50.009)], nowMs), "rounding").toEqual([])
  const transactions = [...observed, trade("Strategy", 1, 100, { symbol: "MSTR" })]
  const summary = summariseTreasuries({ holdings: after, transactions, filings: [] }, nowMs)
  expect(summary.purchases).toMatchObject([{ company: "Strategy", basis: "reported" }])
  expect(summary.sales).toMatchObject([{ company: "XXI", amountBtc: 9.996, basis: "observed" }])
})

test("a trade has its company's nearest report, from a day before to six days after", () => {
  const filed = (ticker: string, days: number) => ({ ticker, filedMs: nowMs + days * DAY_MS, url: `${ticker}${days}` })
  const evidence = (...filings: ReturnType<typeof filed>[]) => {
    const transactions = [trade("Strategy", 0, 1, { symbol: "MSTR.US" })]
    const { purchases, sources } = summariseTreasuries({ holdings: [], transactions, filings }, nowMs)
    return [purchases[0]?.filingUrl, sources.includes("sec")]
  }
  expect(evidence(filed("MSTR", 4), filed("MSTR", 2), filed("MARA", 0))).toEqual(["MSTR2", true])
  expect(evidence(filed("MSTR", -1))).toEqual(["MSTR-1", true])
  expect(evidence(filed("MSTR", 7), filed("MSTR", -2))).toEqual([null, false])
})

test("the order of rows does not matter, and the total is the sum of the holders", () => {
  const rows = fc.array(
    fc.record({
      company: fc.constantFrom("A", "B", "C", "D"),
      symbol: fc.constantFrom(null, "AAA", "BBB.US"),
      amount: fc.integer({ min: -50, max: 50 }),
      days: fc.integer({ min: 0, max: 5 }),
      source: fc.constantFrom("coingecko" as const, "sosovalue" as const),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(rows, (some) => {
      const holdings = some.map(({ company, symbol, amount, source }) => holding(company, amount, { symbol, source }))
      const transactions = some.map(({ company, symbol, amount, days, source }) =>
        trade(company, days, amount, { symbol, source }),
      )
      const summary = summariseTreasuries({ holdings, transactions, filings: [] }, nowMs)
      const reversed = { holdings: holdings.toReversed(), transactions: transactions.toReversed(), filings: [] }
      expect(summariseTreasuries(reversed, nowMs)).toEqual(summary)
      expect(summary.holders.reduce((total, { holdingsBtc }) => total + holdingsBtc, 0)).toBe(summary.totalBtc)
    }),
  )
})

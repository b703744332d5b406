import { expect } from "vitest"
import { createAlternativeMeSource } from "@/lib/market/sources/alternative-me/client"
import { createBinanceFuturesSource } from "@/lib/market/sources/binance-futures/client"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createBybitSource } from "@/lib/market/sources/bybit/client"
import { createCboeSource } from "@/lib/market/sources/cboe/client"
import { createFredSource } from "@/lib/market/sources/fred/client"
import { createUsTreasurySource } from "@/lib/market/sources/us-treasury/client"
import { createYahooSource } from "@/lib/market/sources/yahoo/client"
import { answering, outside } from "./outside"

const DASHBOARD_2026 = "maddymedia123-jpg/Quant-dashboard d0aff0b7 tests/fixtures, recorded 2026-09-08"
const BINANCE_DOCS = "developers.binance.com, kline/candlestick data"
const TREASURY = "deerfieldgreen/us-department-treasury e5688e50, README"
const OPENBB = "OpenBB-finance/OpenBB 0db71d8d, test_y_finance_index_historical_fetcher, recorded 2025-03-31"
const HOUR = Date.UTC(2026, 8, 8, 23)

outside(
  `${DASHBOARD_2026}, fng`,
  "alternative.me: an index of 0 to 100 of the day that begins at 00:00 UTC, newest first",
  async () => {
    const data = [
      { value: "69", value_classification: "Greed", timestamp: "1788825600", time_until_update: "2723" },
      { value: "71", value_classification: "Greed", timestamp: "1788739200" },
    ]
    const { points } = await createAlternativeMeSource(
      answering({ name: "Fear and Greed Index", data, metadata: { error: null } }),
    ).fearGreed()
    expect(points).toEqual([
      { atMs: Date.UTC(2026, 8, 7), index: 71, label: "Greed" },
      { atMs: Date.UTC(2026, 8, 8), index: 69, label: "Greed" },
    ])
  },
)

outside(
  BINANCE_DOCS,
  "Binance: column 9 is what takers bought in coins, not in quote units, column 0 the opening in milliseconds",
  async () => {
    const kline = [
      1499040000000,
      "0.01634790",
      "0.80000000",
      "0.01575800",
      "0.01577100",
      "148976.11427815",
      1499644799999,
      "2434.19055334",
      308,
      "1756.87402397",
      "28.46694368",
      "0",
    ]
    const range = { fromMs: 1499040000000, toMs: 1499040000001 }
    const { candles } = await createBinanceSource(answering([kline])).candles("BTC", "1d", range)
    expect(candles).toEqual([
      {
        openTimeMs: Date.UTC(2017, 6, 3),
        openUsd: 0.0163479,
        highUsd: 0.8,
        lowUsd: 0.015758,
        closeUsd: 0.015771,
        volumeBase: 148976.11427815,
        takerBuyVolumeBase: 1756.87402397,
      },
    ])
  },
)

outside(
  `${DASHBOARD_2026}, binance_funding`,
  "Binance: a rate of 0.00009029 is 0.009029% for eight hours, negative where shorts pay longs",
  async () => {
    const rows = [
      {
        symbol: "BTCUSDT",
        fundingTime: 1788595200000,
        fundingRate: "-0.00000150",
        markPrice: "79673.05430435",
        rateType: "Regular",
      },
      {
        symbol: "BTCUSDT",
        fundingTime: 1788624000001,
        fundingRate: "0.00001923",
        markPrice: "79762.59457971",
        rateType: "Regular",
      },
    ]
    const { points } = await createBinanceFuturesSource(answering(rows)).fundingHistory("BTC")
    expect(points.map(({ fundingPctPer8h }) => fundingPctPer8h)).toEqual([
      expect.closeTo(-0.00015),
      expect.closeTo(0.001923),
    ])
  },
)

outside(
  `${DASHBOARD_2026}, binance_oi_hist`,
  "Binance: open interest in coins of one side, and their dollars",
  async () => {
    const rows = [
      {
        symbol: "BTCUSDT",
        sumOpenInterest: "106422.35600000",
        sumOpenInterestValue: "8356943211.72720000",
        timestamp: HOUR,
      },
    ]
    const { points } = await createBinanceFuturesSource(answering(rows)).openInterestHistory("BTC", "1h")
    expect(points).toEqual([{ atMs: HOUR, openInterestBase: 106422.356, openInterestUsd: 8356943211.7272 }])
    expect(8356943211.7272 / 106422.356, "a price in dollars").toBeCloseTo(78526.2, 1)
  },
)

outside(
  `${DASHBOARD_2026}, binance_ls`,
  "Binance: the ratio is long accounts by short accounts, 0.5647 by 0.4353",
  async () => {
    const rows = [
      { symbol: "BTCUSDT", longAccount: "0.5647", longShortRatio: "1.2973", shortAccount: "0.4353", timestamp: HOUR },
    ]
    const { points } = await createBinanceFuturesSource(answering(rows)).longShort("BTC", "1h")
    expect(points).toEqual([{ atMs: HOUR, longShortRatio: expect.closeTo(0.5647 / 0.4353, 3) }])
  },
)

outside(
  `${DASHBOARD_2026}, binance_taker`,
  "Binance: bought and sold coins of market orders in the hour that begins at the time",
  async () => {
    const rows = [{ buySellRatio: "1.2666", sellVol: "1092.2710", buyVol: "1383.4440", timestamp: 1788904800000 }]
    const { points } = await createBinanceFuturesSource(answering(rows)).takerFlow("BTC", "1h")
    expect(points).toEqual([{ atMs: Date.UTC(2026, 8, 8, 22), takerBuyBase: 1383.444, takerSellBase: 1092.271 }])
  },
)

const bybit = (list: unknown) =>
  createBybitSource(
    answering({ retCode: 0, retMsg: "OK", result: { category: "linear", symbol: "BTCUSDT", list }, time: HOUR }),
  )

outside(
  `${DASHBOARD_2026}, bybit_oi`,
  "Bybit: openInterest counts longs and shorts, singleOpenInterest one side, which is the open interest",
  async () => {
    const list = [{ openInterest: "56404.95300000", singleOpenInterest: "28202.477", timestamp: "1788908400000" }]
    const { points } = await bybit(list).openInterestHistory("BTC", "1h")
    expect(points).toEqual([{ atMs: HOUR, openInterestBase: 28202.477, openInterestUsd: null }])
  },
)

outside(
  `${DASHBOARD_2026}, bybit_funding`,
  "Bybit: a rate of -0.0000221 is -0.00221% for eight hours, newest first",
  async () => {
    const list = [
      { symbol: "BTCUSDT", fundingRate: "0.00001606", fundingRateTimestamp: "1788652800000" },
      { symbol: "BTCUSDT", fundingRate: "-0.0000221", fundingRateTimestamp: "1788624000000" },
    ]
    const { points } = await bybit(list).fundingHistory("BTC")
    expect(points).toEqual([
      { atMs: 1788624000000, fundingPctPer8h: expect.closeTo(-0.00221) },
      { atMs: 1788652800000, fundingPctPer8h: expect.closeTo(0.001606) },
    ])
  },
)

outside(
  `${DASHBOARD_2026}, bybit_ratio`,
  "Bybit: buyRatio and sellRatio are shares of accounts, 56.81% by 43.19%",
  async () => {
    const list = [{ symbol: "BTCUSDT", buyRatio: "0.5681", sellRatio: "0.4319", timestamp: "1788908400000" }]
    const { points } = await bybit(list).longShort("BTC", "1h")
    expect(points).toEqual([{ atMs: HOUR, longShortRatio: expect.closeTo(1.3153, 3) }])
  },
)

const RANGE_2024 = { fromMs: Date.UTC(2024, 9, 1), toMs: Date.UTC(2024, 9, 8) }
const PAR_YIELDS = `Date,"1 Mo","2 Mo","3 Mo","4 Mo","6 Mo","1 Yr","2 Yr","3 Yr","5 Yr","7 Yr","10 Yr","20 Yr","30 Yr"
10/07/2024,5.00,4.87,4.77,4.67,4.45,4.24,3.99,3.89,3.86,3.92,4.03,4.37,4.30
10/04/2024,5.01,4.88,4.73,4.68,4.45,4.20,3.93,3.84,3.81,3.88,3.98,4.33,4.26`

outside(TREASURY, "Treasury: par yields in percent a year, American dates, the newest day first", async () => {
  const { points } = await createUsTreasurySource(answering(PAR_YIELDS)).daily("10 Yr", RANGE_2024)
  expect(points).toEqual([
    { atMs: Date.UTC(2024, 9, 4), value: 3.98 },
    { atMs: Date.UTC(2024, 9, 7), value: 4.03 },
  ])
})

outside(
  TREASURY,
  "Treasury: the three-month bill is the column 3 Mo, also after a column was put before it",
  async () => {
    const { points } = await createUsTreasurySource(answering(PAR_YIELDS)).daily("3 Mo", RANGE_2024)
    expect(points.at(-1)?.value).toBe(4.77)
    const later = 'Date,"1 Mo","1.5 Month","2 Mo","3 Mo","10 Yr"\n07/11/2025,4.37,4.39,4.47,4.41,4.43'
    const range = { fromMs: Date.UTC(2025, 6, 1), toMs: Date.UTC(2025, 6, 12) }
    const after = await createUsTreasurySource(answering(later)).daily("3 Mo", range)
    expect(after.points).toEqual([{ atMs: Date.UTC(2025, 6, 11), value: 4.41 }])
  },
)

outside(
  "economics-databases/Interest-rate b1c1ff01, DGS10.csv",
  "FRED: percent a day, a holiday is a dot and no zero, the older file calls its first column DATE",
  async () => {
    const file = "DATE,DGS10\n1962-02-09,4.05\n1962-02-12,.\n1962-02-13,4.03\n"
    const { points, droppedRows } = await createFredSource(answering(file)).daily("DGS10", 0)
    expect(points).toEqual([
      { atMs: Date.UTC(1962, 1, 9), value: 4.05 },
      { atMs: Date.UTC(1962, 1, 13), value: 4.03 },
    ])
    expect(droppedRows).toBe(0)
  },
)

outside(
  "mortada/fredapi bf7cc8fd, tests/test_fred.py, SP500 of 2014",
  "FRED: the S&P 500 in index points by the day of its session",
  async () => {
    const observations = [
      { realtime_start: "2015-06-28", realtime_end: "2015-06-28", date: "2014-09-02", value: "2002.28" },
      { realtime_start: "2015-06-28", realtime_end: "2015-06-28", date: "2014-09-05", value: "2007.71" },
    ]
    const { points } = await createFredSource({ ...answering({ observations }), apiKey: "key" }).daily("SP500", 0)
    expect(points).toEqual([
      { atMs: Date.UTC(2014, 8, 2), value: 2002.28 },
      { atMs: Date.UTC(2014, 8, 5), value: 2007.71 },
    ])
  },
)

const VIX = "dorive/vix_premium d780e463, data/VIX_History.csv"

outside(VIX, "Cboe: of open, high, low and close the close counts, American dates", async () => {
  const file =
    "DATE,OPEN,HIGH,LOW,CLOSE\n01/03/1990,18.190000,18.190000,18.190000,18.190000\n08/25/2023,17.210000,17.360000,15.450000,15.680000\n"
  const { points } = await createCboeSource(answering(file)).vixPoints()
  expect(points).toEqual([
    { atMs: Date.UTC(1990, 0, 3), value: 18.19 },
    { atMs: Date.UTC(2023, 7, 25), value: 15.68 },
  ])
})

const chart = (symbol: string, gmtoffset: number, at: number, close: number) => ({
  chart: {
    result: [
      {
        meta: {
          currency: "USD",
          symbol,
          gmtoffset,
          timezone: "EDT",
          exchangeTimezoneName: "America/New_York",
          regularMarketTime: at,
        },
        timestamp: [at],
        indicators: { quote: [{ open: [5527.91], close: [close] }], adjclose: [{ adjclose: [close] }] },
      },
    ],
    error: null,
  },
})

outside(
  OPENBB,
  "Yahoo: a running session has the time of its last trade and belongs to the day in New York",
  async () => {
    const { points } = await createYahooSource(answering(chart("^GSPC", -14400, 1743454330, 5611.85009765625))).daily(
      "^GSPC",
    )
    expect(points).toEqual([{ atMs: Date.UTC(2025, 2, 31), value: 5611.85009765625 }])
  },
)

outside(
  `${OPENBB}, futures, ES=F`,
  "Yahoo: a trade at 18:08 in New York is of that day there, although it is evening in UTC",
  async () => {
    const { points } = await createYahooSource(answering(chart("GC=F", -14400, 1743458928, 5643.25))).daily("GC=F")
    expect(points).toEqual([{ atMs: Date.UTC(2025, 2, 31), value: 5643.25 }])
  },
)

outside(`${OPENBB}, futures, ES=F`, "Yahoo: the row with the time of the last trade is no hour", async () => {
  const running = chart("GC=F", -14400, 1743458928, 5643.25)
  await expect(createYahooSource(answering(running)).hourly("GC=F", 1743460000000)).rejects.toMatchObject({
    kind: "stale",
  })
})

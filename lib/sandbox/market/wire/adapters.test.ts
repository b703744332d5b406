import { describe, expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { isSourceError } from "@/lib/outbound/errors"
import { createSourceClient } from "@/lib/outbound/source-client"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { takerFlow } from "@/lib/sandbox/market/series/derivatives"
import { testMarket as market } from "@/tools/testing/feeds/test-market"
import { createAlternativeMeSource } from "@/lib/market/sources/alternative-me/client"
import { createBinanceFuturesSource } from "@/lib/market/sources/binance-futures/client"
import { createBybitSource } from "@/lib/market/sources/bybit/client"
import { createCboeSource } from "@/lib/market/sources/cboe/client"
import { createDefiLlamaSource } from "@/lib/market/sources/defillama/client"
import { createFarsideSource } from "@/lib/market/sources/farside/client"
import { createFredSource } from "@/lib/market/sources/fred/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createOkxSource } from "@/lib/market/sources/okx/spot-client"
import { createOkxSwapSource } from "@/lib/market/sources/okx/swap-client"
import { createYahooSource } from "@/lib/market/sources/yahoo/client"

const NOW = Date.UTC(2026, 10, 20, 22, 34, 56)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const wide = { burst: 1000, perSecond: 1000 }

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
    limits: Object.fromEntries(HOSTS.map((host) => [host, wide])),
  })
  const ports = { http, clock }
  return {
    fearGreed: createAlternativeMeSource(ports),
    okx: createOkxSource(ports),
    okxSwap: createOkxSwapSource(ports),
    hyperliquid: createHyperliquidSource(ports),
    defillama: createDefiLlamaSource(ports),
    cboe: createCboeSource(ports),
    fred: createFredSource(ports),
    fredWithKey: createFredSource({ ...ports, apiKey: "a-key-of-ours" }),
    yahoo: createYahooSource(ports),
    farside: createFarsideSource(ports),
    futures: createBinanceFuturesSource(ports),
    bybit: createBybitSource(ports),
  }
}

const HOSTS = ["www.okx.com", "api.hyperliquid.xyz", "query1.finance.yahoo.com", "farside.co.uk", "api.alternative.me"]

test("fear & greed has one value a day, today's included", async () => {
  const { points } = await sources().fearGreed.fearGreed(31)
  expect(points).toHaveLength(31)
  expect(points.at(-1)?.atMs).toBe(Date.UTC(2026, 10, 20))
})

test.each(["okx", "hyperliquid", "bybit"] as const)(
  "%s has the same prices and candle times as the market",
  async (name) => {
    const source = sources()[name]
    for (const coin of COINS) {
      const { priceUsd } = await source.price(coin)
      expect(Math.abs(priceUsd / market.priceAt(coin, NOW) - 1)).toBeLessThan(0.003)
    }
    for (const interval of ["1h", "4h", "1d"] as const) {
      const range = { fromMs: NOW - 50 * DAY, toMs: NOW }
      const { candles, droppedRows } = await source.candles("ETH", interval, range)
      const own = market.candles("ETH", interval, { ...range, nowMs: NOW }).slice(0, -1)
      expect(droppedRows).toBe(0)
      expect(candles.map(({ openTimeMs }) => openTimeMs)).toEqual(own.map(({ openTimeMs }) => openTimeMs))
    }
  },
)

describe("derivatives", () => {
  test("the venues' funding rates are plausible and close to each other", async () => {
    const { okxSwap, hyperliquid, futures, bybit } = sources()
    const venues = [okxSwap, futures, bybit, { fundingHistory: () => hyperliquid.fundingHistory("SOL", NOW - DAY) }]
    const rates = await Promise.all(venues.map((source) => source.fundingHistory("SOL")))
    const values = rates.map(
      ({ points }) => points.findLast(({ atMs }) => atMs % (8 * HOUR) === 0)?.fundingPctPer8h ?? 9,
    )
    for (const value of values) expect(Math.abs(value)).toBeLessThan(0.3)
    expect(Math.max(...values) - Math.min(...values)).toBeLessThan(0.02)
  })

  test("every series has at least a hundred periods, and none in the future", async () => {
    const { okxSwap, hyperliquid, futures, bybit } = sources()
    const read = await Promise.all([
      okxSwap.openInterestHistory("BTC", "1h"),
      okxSwap.longShort("BTC", "1d"),
      okxSwap.fundingHistory("BTC"),
      futures.openInterestHistory("BTC", "1h"),
      futures.longShort("BTC", "1h"),
      futures.takerFlow("BTC", "1h"),
      futures.fundingHistory("BTC"),
      bybit.openInterestHistory("BTC", "1h"),
      bybit.longShort("BTC", "1h"),
      bybit.fundingHistory("BTC"),
      hyperliquid.fundingHistory("BTC", NOW - 100 * HOUR),
    ])
    for (const { points, asOfMs } of read) {
      expect(points.length).toBeGreaterThanOrEqual(100)
      expect(asOfMs).toBeLessThanOrEqual(NOW)
    }
    expect((await okxSwap.takerFlow("BTC", "1h")).points).toHaveLength(99)
  })

  test("OKX's taker flow is in coins, contracts of 0.01 or dollars, by its unit parameter", async () => {
    const { points } = await sources().okxSwap.takerFlow("BTC", "1h")
    const { atMs = 0, takerBuyBase, takerSellBase } = points.at(-1) ?? {}
    const range = { fromMs: atMs, toMs: atMs + HOUR, nowMs: NOW }
    const { buyBase, sellBase } = takerFlow(market, { venue: "okx", coin: "BTC" }, range)
    expect([takerBuyBase, takerSellBase]).toEqual([Number(buyBase.toFixed(4)), Number(sellBase.toFixed(4))])
    const ask = createSandboxFetch({ market, clock: () => NOW, faults: parseFaults("") })
    const boughtBy = async (unit: string) => {
      const path = `taker-volume-contract?instId=BTC-USDT-SWAP&period=1H&limit=2${unit}`
      const answer = await ask(`https://www.okx.com/api/v5/rubik/stat/${path}`)
      return Number((await answer.json()).data[1][2])
    }
    expect(await boughtBy("&unit=1")).toBeCloseTo(100 * buyBase, 2)
    expect(await boughtBy(""), "by default").toBeCloseTo(100 * buyBase, 2)
    expect((await boughtBy("&unit=2")) / buyBase / market.priceAt("BTC", atMs)).toBeCloseTo(1, 2)
  })

  test("open interest in dollars equals open interest in coins times the price", async () => {
    const { points } = await sources().okxSwap.openInterestHistory("ETH", "1h")
    for (const { atMs, openInterestBase, openInterestUsd } of points) {
      const priceUsd = (openInterestUsd ?? 0) / openInterestBase
      expect(Math.abs(priceUsd / market.priceAt("ETH", atMs) - 1)).toBeLessThan(0.005)
    }
  })
})

test("stablecoin supply is daily, today's included, and changes by less than 4% in a week", async () => {
  const { points } = await sources().defillama.stablecoinDays()
  const [last, before] = [points.at(-1), points.at(-8)]
  expect(last?.atMs).toBe(Date.UTC(2026, 10, 20))
  expect(Math.abs((last?.supplyUsd ?? 0) / (before?.supplyUsd ?? 1) - 1)).toBeLessThan(0.04)
})

describe("macro", () => {
  test("Cboe, FRED and Yahoo have the same VIX for the same day", async () => {
    const { cboe, fred, yahoo } = sources()
    const [first, second, third] = await Promise.all([
      cboe.vixPoints(),
      fred.daily("VIXCLS", NOW - 90 * DAY),
      yahoo.daily("^VIX"),
    ])
    const dayMs = Date.UTC(2026, 10, 18)
    const values = [first, second, third].map(({ points }) => points.find(({ atMs }) => atMs === dayMs)?.value ?? 0)
    for (const value of values) expect(value).toBeCloseTo(values[0] ?? 0, 1)
    expect(first.asOfMs).toBe(Date.UTC(2026, 10, 20))
    expect(second.asOfMs, "FRED publishes the next morning").toBe(Date.UTC(2026, 10, 19))
  })

  test.each(["VIXCLS", "DGS10", "SP500", "DTWEXBGS", "DGS3MO"] as const)(
    "FRED has the same days of %s with and without a key",
    async (id) => {
      const { fred, fredWithKey } = sources()
      const days = await fredWithKey.daily(id, NOW - 90 * DAY)
      expect(days.points.length).toBeGreaterThan(50)
      expect(days).toEqual(await fred.daily(id, NOW - 90 * DAY))
    },
  )

  test("daily series have no weekend, holiday or future date", async () => {
    const { fred, yahoo } = sources(Date.UTC(2026, 11, 27))
    const { points } = await fred.daily("SP500", Date.UTC(2026, 10, 20))
    const days = points.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10))
    expect(days).not.toContain("2026-11-26")
    expect(days).not.toContain("2026-12-25")
    expect(days).not.toContain("2026-12-19")
    expect(days.at(-1)).toBe("2026-12-24")
    expect((await yahoo.daily("DX-Y.NYB")).points.at(-1)?.atMs).toBe(Date.UTC(2026, 11, 24))
  })

  test.each(["^GSPC", "^TNX", "GC=F", "CL=F", "DX-Y.NYB"] as const)(
    "%s has sessions of three months",
    async (symbol) => {
      const { points } = await sources().yahoo.daily(symbol)
      expect(points.length).toBeGreaterThan(58)
      expect(points.length).toBeLessThan(68)
    },
  )
})

describe("ETF flows", () => {
  test.each(COINS)("the adapter accepts the table of %s at every hour of a day", async (coin) => {
    for (let hour = 0; hour < 36; hour += 5) {
      const { points } = await sources(Date.UTC(2026, 10, 18) + hour * HOUR).farside.etfFlows(coin)
      expect(points.length).toBeGreaterThanOrEqual(13)
    }
  })

  test("a day is partial in the evening, final the next morning, and its flows do not change", async () => {
    const dayMs = Date.UTC(2026, 10, 18)
    const read = async (hour: number) => (await sources(dayMs + hour * HOUR).farside.etfFlows("BTC")).points.at(-1)
    const [before, evening, morning] = [await read(13), await read(27), await read(29)]
    expect(before?.atMs, "a blank row does not count as a day").toBe(Date.UTC(2026, 10, 17))
    expect(evening).toMatchObject({ atMs: dayMs, isFinal: false })
    expect(morning).toMatchObject({ atMs: dayMs, isFinal: true })
    for (const [fund, usdM] of Object.entries(evening?.usdMByFund ?? {})) {
      if (usdM !== null) expect(morning?.usdMByFund[fund]).toBe(usdM)
    }
  })

  test("a day's total is the sum of its funds", async () => {
    const { points } = await sources().farside.etfFlows("ETH")
    expect(points.length).toBeGreaterThan(550)
    for (const { totalUsdM, usdMByFund } of points) {
      const sum = Object.values(usdMByFund).reduce<number>((total, usdM) => total + (usdM ?? 0), 0)
      expect(sum).toBeCloseTo(totalUsdM, 6)
    }
  })
})

/** One request to each provider without a key. */
const questions = {
  "alternative-me": (of) => of.fearGreed.fearGreed(),
  okx: (of) => of.okxSwap.fundingHistory("BTC"),
  hyperliquid: (of) => of.hyperliquid.openInterest("BTC"),
  defillama: (of) => of.defillama.stablecoinDays(),
  cboe: (of) => of.cboe.vixPoints(),
  fred: (of) => of.fred.daily("DGS10", NOW - 90 * DAY),
  yahoo: (of) => of.yahoo.daily("^VIX"),
  farside: (of) => of.farside.etfFlows("BTC"),
  "binance-futures": (of) => of.futures.openInterestHistory("BTC", "1h"),
  bybit: (of) => of.bybit.fundingHistory("BTC"),
} as const satisfies Record<string, (of: ReturnType<typeof sources>) => Promise<unknown>>

const providers = Object.keys(questions).filter((name): name is keyof typeof questions => name in questions)

test.each(providers)("%s fails with a source error for any fault, and answers without a fault", async (name) => {
  await expect(questions[name](sources())).resolves.toBeDefined()
  for (const fault of ["429", "451", "403", "500", "503", "html", "drift", "down"]) {
    const error = await Promise.resolve(questions[name](sources(NOW, `${name}=${fault}`))).catch((e: unknown) => e)
    expect(isSourceError(error), `${name}=${fault}`).toBe(true)
  }
})

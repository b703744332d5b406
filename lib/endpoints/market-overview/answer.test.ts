import { getSignal } from "@/lib/endpoints/signal/answer"
import { sideOf } from "@/lib/domain/signals/direction"
import { probabilityOfSide } from "@/lib/domain/signals/probability"
import { describe, expect, test } from "vitest"
import { marketOverviewContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { EtfFlowTable } from "@/lib/domain/flows/etf-flow"
import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { computeSignal } from "@/lib/domain/signals/compute-signal"
import { type KnownSeries, NO_INPUTS, type SeriesFeed } from "@/lib/domain/signals/market-inputs"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { failingSeries, inputsOf, waveMarket } from "@/tools/testing/engine/signal-market"
import { getMarketOverview } from "./answer"
import { historyOf } from "./history"
import { derivativesOf, pricesOf } from "./coin"
import { fearGreedOf, macroOf, stablecoinsOf } from "./market"
import type { MarketReading } from "@/lib/usecases/read-market"

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
const { nowMs } = market
const held: Record<Interval, readonly Candle[]> = { "1h": market.hours, "4h": market.fourHours, "1d": market.days }
const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS

function sourced<T>(value: T, source = "binance") {
  return { value, asOfMs: nowMs - 5_600, fetchedAtMs: nowMs, source }
}

const candles: CandleFeed = {
  candles: (_, interval) => Promise.resolve(sourced(held[interval])),
  price: () => Promise.resolve({ ...sourced(60_000, "kraken"), isDisputed: false }),
}
const table: EtfFlowTable = [
  { atMs: dayMs - DAY_MS, totalUsdM: 5, usdMByFund: { IBIT: 7, GBTC: -2 }, isFinal: true },
  { atMs: dayMs - 2 * DAY_MS, totalUsdM: 1, usdMByFund: { IBIT: 1 }, isFinal: true },
]
const etfFlows = { read: () => Promise.resolve(sourced(table, "farside")) }
const known = {
  btcPct: 57.404,
  ethPct: null,
  marketCapUsd: 3.41e12,
  volume24hUsd: 1.2e11,
  marketCapChange24hPct: -0.9,
}
const dominance = { read: () => Promise.resolve(sourced(known, "coinpaprika")) }
const fearGreed = { read: () => Promise.resolve(sourced([{ atMs: dayMs, index: 63 }], "alternative.me")) }
const deps = { candles, etfFlows, dominance, fearGreed, series: failingSeries, mode: "sandbox", nowMs } as const

describe("the overview", () => {
  test("matches the contract in both shapes, and names unknown parts", async () => {
    const answer = await getMarketOverview({}, deps)
    expect(marketOverviewContract.response.parse(answer)).toEqual(answer)
    expect(answer.etf).toEqual({ total_m: 5, institutional_m: 7, date: answer.etf_flows.BTC.date })
    expect(answer.signals.BTC.price).toBe(answer.prices.BTC.price)
    expect(answer.dominance).toMatchObject({ btc_pct: 57.4, eth_pct: null })
    expect(answer.fear_greed).toMatchObject({ value: 63, label: "Greed" })
    const [binance, ...others] = answer.meta.sources.toSorted((a, b) => a.age_s - b.age_s)
    expect(binance).toMatchObject({ name: "binance", age_s: 0 })
    expect(others.map(({ name }) => name)).toEqual(["alternative.me", "coinpaprika", "farside", "kraken"])
    expect(
      others.map(({ age_s }) => age_s),
      "whole seconds",
    ).toEqual([5, 5, 5, 5])
    expect(answer.meta.degraded.filter((text) => text.startsWith("Not known"))).toHaveLength(3)
    expect(answer.meta.abstaining.map(({ indicator }) => indicator)).toContain("macro.vix")
  })

  test("names the close of each call and its price, and the call's figures at the price of now", async () => {
    const closeUsd = market.fourHours.at(-1)?.closeUsd ?? 0
    const depsAt = (minutes: number, priceUsd: number) => {
      const price = () => Promise.resolve({ ...sourced(priceUsd, "kraken"), isDisputed: false })
      return { ...deps, candles: { ...candles, price }, nowMs: nowMs + minutes * 60_000 }
    }
    const at = async (minutes: number, priceUsd: number) =>
      (await getMarketOverview({}, depsAt(minutes, priceUsd))).signals.BTC
    const signalAt = (minutes: number, priceUsd: number) => getSignal({ coin: "BTC" }, depsAt(minutes, priceUsd))
    const [sealed, risen, fallen] = [
      await at(0, closeUsd),
      await at(150, 1.02 * closeUsd),
      await at(150, 0.98 * closeUsd),
    ]
    for (const { direction, confidence, price_of_record, decided_at } of [risen, fallen]) {
      expect({ direction, confidence, price_of_record, decided_at }).toEqual({
        direction: sealed.direction,
        confidence: sealed.confidence,
        price_of_record: sealed.price_of_record,
        decided_at: isoTime(nowMs),
      })
    }
    expect(sealed.now?.confidence).toBe(sealed.confidence)
    // The call's calibration has no say about a price that has moved.
    for (const [{ direction, now, price }, ratio] of [
      [risen, 1.02],
      [fallen, 0.98],
    ] as const) {
      expect(price).toBeCloseTo(ratio * closeUsd, 0)
      const up = (await signalAt(150, ratio * closeUsd)).now?.p_up_24h ?? Number.NaN
      expect(now?.confidence).toBeCloseTo(probabilityOfSide(up, sideOf(direction)), 4)
      expect(Math.abs(up - 0.5)).toBeGreaterThan(0.2)
    }
    expect(probabilityOfSide(0.7173, -1)).toBeCloseTo(0.2827, 10)
    expect(risen.now).toMatchObject({ price_usd: risen.price, hours_since_close: 2.5 })
    expect(risen.now?.range80_24h.low).toBeGreaterThan(fallen.now?.range80_24h.low ?? 0)
  })

  test("is sold with gaps in single coins and series, which are named", async () => {
    const atMs = nowMs - HOUR_MS
    const funding = [{ atMs, fundingPctPer8h: 0.01 }]
    const series: SeriesFeed = {
      read: async (coin) => ({
        ...(await failingSeries.read(coin)),
        vix: sourced([{ atMs: dayMs - 2 * DAY_MS, value: 20 }]),
        ...(coin !== "SOL" && { funding: sourced(funding) }),
      }),
    }
    const others = { read: (coin: Coin) => (coin === "BTC" ? Promise.resolve(null) : etfFlows.read()) }
    const interest: SeriesFeed = {
      interestVenues: ["okx", "bybit"],
      read: async (coin) => ({
        ...(await series.read(coin)),
        openInterest: sourced([{ atMs, venue: "okx", openInterestBase: 5 }]),
      }),
    }
    const sold = await getMarketOverview({}, { ...deps, series: interest, etfFlows: others })
    expect(sold.meta.degraded).toContain("Not known: open interest on bybit of BTC, ETH, SOL.")
    const { etf, meta } = await getMarketOverview({}, { ...deps, series, etfFlows: others })
    expect(etf).toEqual({ total_m: null, institutional_m: null, date: null })
    expect(meta.degraded.filter((text) => text.startsWith("Not known"))).toEqual([
      "Not known: stablecoin supply.",
      "Not known: ETF flows of BTC.",
      "Not known: funding rate of SOL.",
      "Not known: open interest of BTC, ETH, SOL.",
      "Not known: long/short ratio of BTC, ETH, SOL.",
      "Not known: dollar index.",
      "Not known: ten-year yield.",
      "Not known: S&P 500.",
    ])
  })

  test("is unavailable while nearly everything except candles is unknown", async () => {
    const nothing = { read: () => Promise.resolve(null) }
    const asked = getMarketOverview({}, { ...deps, fearGreed: nothing })
    await expect(asked).rejects.toThrow("fear & greed index, stablecoin supply, derivatives, macro")
  })

  test("is unavailable without a signal for one of the coins", async () => {
    const broken: CandleFeed = {
      ...candles,
      price: (coin) => (coin === "SOL" ? Promise.resolve(null) : candles.price(coin)),
    }
    await expect(getMarketOverview({}, { ...deps, candles: broken })).rejects.toThrow(DataUnavailableError)
  })

  test("has UNKNOWN values in its schema", () => {
    const { shape } = marketOverviewContract.response
    expect(shape.stablecoin.shape.signal.options).toContain("UNKNOWN")
    expect(shape.fear_greed.shape.label.options).toContain("Unknown")
  })
})

const view = viewMarket(inputsOf(market), nowMs)

function viewWith({ funding, openInterest, longShort, ...series }: Partial<KnownSeries>) {
  const input = <P extends { readonly atMs: number }>(points: readonly P[] | undefined) =>
    points === undefined ? null : { value: points, asOfMs: points.at(-1)?.atMs ?? 0, source: "okx" }
  const given = { funding: input(funding), openInterest: input(openInterest), longShort: input(longShort) }
  const seen = viewMarket({ ...inputsOf(market), ...given }, nowMs)
  return { ...seen, series: { ...seen.series, ...series } }
}

function readingWith(series: Partial<KnownSeries>, priceUsd: number): MarketReading {
  const question = { nowMs, priceUsd, previousDirection: null }
  const signal = { ...computeSignal(NO_INPUTS, question), view: viewWith(series) }
  return {
    price: { ...sourced(priceUsd), isDisputed: false },
    recordPriceUsd: priceUsd,
    hoursSinceClose: [],
    signal,
    sealed: null,
  }
}

describe("the overview's parts", () => {
  test("fear & greed of 63 is Greed with its 7-day change, and an old index is Unknown", () => {
    const fearGreed = [7, 3, 0].map((days) => ({ atMs: dayMs - days * DAY_MS, index: days === 7 ? 58 : 63 }))
    expect(fearGreedOf(fearGreed, nowMs)).toMatchObject({ value: 63, label: "Greed", change_7d: 5 })
    const named = [{ atMs: dayMs, index: 26, label: "Extreme Fear" }]
    expect(fearGreedOf(named, nowMs).label, "the publisher's label").toBe("Extreme Fear")
    const old = [{ atMs: dayMs - 2 * DAY_MS, index: 63 }]
    expect(fearGreedOf(old, nowMs)).toMatchObject({ value: null, label: "Unknown", change_7d: null })
  })

  test("stablecoins from 300 to 301.5 billion are an INFLOW of 0.5% in both shapes", () => {
    const stablecoins = [
      { atMs: dayMs - 8 * DAY_MS, supplyUsd: 300e9 },
      { atMs: dayMs - DAY_MS, supplyUsd: 301.5e9 },
    ]
    const both = stablecoinsOf(viewWith({ stablecoins }))
    expect(both.stablecoin).toEqual({ total_supply_b: 301.5, change_7d_b: 1.5, signal: "INFLOW" })
    expect(both.stablecoin_flows).toMatchObject({ ...both.stablecoin, change_7d_pct: 0.5, change_30d_b: null })
    expect(stablecoinsOf(view).stablecoin).toEqual({ total_supply_b: null, change_7d_b: null, signal: "UNKNOWN" })
  })

  test("macro changes count sessions, not days", () => {
    const us10y = Array.from({ length: 21 }, (_, i) => ({ atMs: dayMs - (22 - i) * DAY_MS, value: i < 20 ? 4 : 4.2 }))
    const { us10y: yields, vix } = macroOf(viewWith({ us10y }))
    expect(yields).toMatchObject({ value: 4.2, change_5d_pct: 5, change_20d_pct: 5, change_20d_bp: 20 })
    expect(vix).toEqual({ value: null, date: null, change_5d_pct: null, change_20d_pct: null })
  })

  test("the 30-day history has daily mean funding, last open interest and complete ETF days", () => {
    const noonMs = Math.floor(view.timeMs / DAY_MS) * DAY_MS - DAY_MS
    const series = {
      funding: [
        { atMs: noonMs - 40 * DAY_MS, fundingPctPer8h: 9 },
        { atMs: noonMs, fundingPctPer8h: 0.01 },
        { atMs: noonMs + 8 * HOUR_MS, fundingPctPer8h: 0.03 },
        { atMs: view.timeMs + HOUR_MS, fundingPctPer8h: 9 },
      ],
      openInterest: [
        { atMs: noonMs, openInterestBase: 1_000 },
        { atMs: noonMs + HOUR_MS, openInterestBase: 1_020 },
      ],
    }
    const open: EtfFlowTable = [...table, { atMs: dayMs, totalUsdM: 99, usdMByFund: {}, isFinal: false }]
    const history = historyOf(readingWith(series, 50_000), sourced(open, "farside"), nowMs)
    const date = new Date(noonMs).toISOString().slice(0, 10)
    expect(history.funding_8h_pct.days).toEqual([{ date, value: 0.02 }])
    expect(history.open_interest_base.days).toEqual([{ date, value: 1_020 }])
    expect(history.etf_flow_m.venue).toBe("farside")
    expect(history.etf_flow_m.days.map(({ value }) => value)).toEqual([1, 5])
    expect(historyOf(readingWith({}, 50_000), null, nowMs).etf_flow_m).toEqual({ venue: null, days: [] })
  })

  test("derivatives have open interest in dollars, and annual funding of 1,095 settlements", () => {
    const atMs = view.timeMs
    const series = {
      funding: [{ atMs: atMs - 8 * HOUR_MS, fundingPctPer8h: 0.01 }],
      openInterest: [
        { atMs: atMs - DAY_MS, openInterestBase: 1_000 },
        { atMs, openInterestBase: 1_020 },
      ],
      longShort: [{ atMs: atMs - 7 * HOUR_MS, longShortRatio: 1.4 }],
    }
    expect(derivativesOf(readingWith(series, 50_000))).toEqual({
      funding_rate_8h_pct: 0.01,
      funding_annual_pct: 10.95,
      open_interest_base: 1_020,
      open_interest_usd: 51_000_000,
      open_interest_change_24h_pct: 2,
      long_short_ratio: null,
      funding_venue: "okx",
      open_interest_venue: "okx",
      long_short_venue: null,
      venues: {
        funding: [{ venue: "okx", value: 0.01, share: 1, age_s: 8 * 3600 }],
        open_interest: [{ venue: "okx", value: 1_020, share: 1, age_s: 0 }],
        long_short: [],
      },
    })
    const { venues, ...nothing } = derivativesOf(readingWith({}, 50_000))
    expect(Object.values(nothing).every((value) => value === null)).toBe(true)
    expect(Object.values(venues ?? {}).flat()).toEqual([])
  })

  test("the 24h change is relative to the hourly close of 24 hours ago", () => {
    const last = view.hours.close.at(-25) ?? 0
    const { change_24h_pct } = pricesOf(readingWith({}, last * 1.05))
    expect(Math.abs((change_24h_pct ?? 0) - 5)).toBeLessThan(1.5)
  })
})

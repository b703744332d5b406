import { existsSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { supportResistance } from "@/lib/domain/risk/support-resistance"
import { inputsOf, MARKET_NOW_MS, waveMarket } from "@/tools/testing/engine/signal-market"
import { readIndicator, type Vote } from "./indicator"
import { type MarketInputs, NO_INPUTS } from "./market-inputs"
import { type MarketView, viewMarket } from "./market-view"
import { idOf, indicators } from "./registry"

const NOW = MARKET_NOW_MS
const MIDNIGHT = Math.floor(NOW / DAY_MS) * DAY_MS
const flat = viewMarket(inputsOf(waveMarket({ driftPerDay: 0, wave: 0 })), NOW)

const closes = (...tail: readonly number[]) => ({
  ...flat.days,
  close: Float64Array.from([...Array.from({ length: 60 }, () => 100), ...tail]),
})
const moved7d = (to: number) => closes(to)
const moved30d = (to: number) => closes(...Array.from({ length: 29 }, () => 100), to)

/** The value at the bound of each rule, and a value just inside the bound. */
const onCandles: Readonly<Record<string, Readonly<Record<Vote, readonly Partial<MarketView>[]>>>> = {
  "technical.rsi_14": { long: [{ rsi: 55 }], short: [{ rsi: 45 }], neutral: [{ rsi: 54.99 }, { rsi: 45.01 }] },
  "technical.macd_hist": {
    long: [{ macdLine: 1, macdHistogram: -5 }],
    short: [{ macdLine: -1, macdHistogram: 5 }],
    neutral: [{ macdLine: 0, macdHistogram: 5 }],
  },
  "technical.bollinger_pos": {
    long: [{ close: 101, sma200: 100, percentB4h: 0.1 }],
    short: [{ close: 99, sma200: 100, percentB4h: 0.9 }],
    neutral: [
      { close: 101, sma200: 100, percentB4h: 0.95 },
      { close: 99, sma200: 100, percentB4h: 0.05 },
      { close: 101, sma200: 100, percentB4h: 0.11 },
    ],
  },
  "technical.stoch_rsi": {
    long: [{ close: 101, sma200: 100, stochRsi4h: 20 }],
    short: [{ close: 99, sma200: 100, stochRsi4h: 80 }],
    neutral: [
      { close: 101, sma200: 100, stochRsi4h: 20.1 },
      { close: 99, sma200: 100, stochRsi4h: 10 },
    ],
  },
  "technical.mfi_14": { long: [{ mfi: 55 }], short: [{ mfi: 45 }], neutral: [{ mfi: 50 }] },
  "technical.cci_20": { long: [{ cci: 100 }], short: [{ cci: -100 }], neutral: [{ cci: 99 }, { cci: -99 }] },
  "technical.obv_slope": {
    long: [{ obvSlope: 0.08 }],
    short: [{ obvSlope: -0.08 }],
    neutral: [{ obvSlope: 0.079 }, { obvSlope: -0.079 }],
  },
  "trend.trend_7d": {
    long: [{ days: moved7d(103), sigma30: 0 }],
    short: [{ days: moved7d(97), sigma30: 0 }],
    neutral: [
      { days: moved7d(101.9), sigma30: 0 },
      { days: moved7d(103), sigma30: 0.05 },
    ],
  },
  "trend.momentum_30d": {
    long: [{ days: moved30d(120), sigma30: 0.05 }],
    short: [{ days: moved30d(80), sigma30: 0.05 }],
    neutral: [{ days: moved30d(110), sigma30: 0.05 }],
  },
  "trend.ema_20_50": {
    long: [{ ema20: 102, ema50: 100, close: 103 }],
    short: [{ ema20: 98, ema50: 100, close: 97 }],
    neutral: [
      { ema20: 102, ema50: 100, close: 101 },
      { ema20: 98, ema50: 100, close: 99 },
    ],
  },
  "trend.sma_200": {
    long: [{ close: 102.1, sma200: 100 }],
    short: [{ close: 97.9, sma200: 100 }],
    neutral: [
      { close: 101.9, sma200: 100 },
      { close: 98.1, sma200: 100 },
    ],
  },
  "trend.adx_14": {
    long: [{ adx: 25, plusDi: 30, minusDi: 10 }],
    short: [{ adx: 25, plusDi: 10, minusDi: 30 }],
    neutral: [
      { adx: 24.9, plusDi: 30, minusDi: 10 },
      { adx: 40, plusDi: 20, minusDi: 20 },
    ],
  },
  "trend.support": { long: [{ donchian: 1 }], short: [{ donchian: -1 }], neutral: [{ donchian: 0 }] },
}

type SeriesOnly = Partial<MarketInputs>
const sourced = <T>(value: readonly T[]) => ({ value, asOfMs: NOW, source: "fixture" })
const daily = <T>(values: readonly number[], toPoint: (atMs: number, value: number) => T) =>
  sourced(values.map((value, i) => toPoint(MIDNIGHT - (values.length - i) * DAY_MS, value)))
const sessions = (values: readonly number[]) => daily(values, (atMs, value) => ({ atMs, value }))
const steady = (value: number, count = 20) => Array.from({ length: count }, () => value)
/** Alternates around `value`, so that its standard deviation is one hundredth of it. */
const noisy = (value: number, count: number) =>
  Array.from({ length: count }, (_, i) => value * (1 + (i % 2 ? 0.01 : -0.01)))

const fearGreed = (index: number): SeriesOnly => ({ fearGreed: sourced([{ atMs: MIDNIGHT, index }]) })
const funding = (...rates: readonly number[]): SeriesOnly => ({
  funding: sourced(
    rates.map((fundingPctPer8h, i) => ({
      atMs: NOW - (rates.length - i) * 8 * HOUR_MS + 8 * HOUR_MS,
      fundingPctPer8h,
    })),
  ),
})
const hourly = <T>(values: readonly number[], toPoint: (atMs: number, value: number) => T) =>
  sourced(values.map((value, i) => toPoint(NOW - (values.length - 1 - i) * HOUR_MS, value)))
const interest = (changePct: number, move: number): SeriesOnly => ({
  openInterest: hourly([...steady(100, 24), 100 + changePct], (atMs, openInterestBase) => ({ atMs, openInterestBase })),
  hours: hourly([...steady(100, 24), 100 * (1 + move)], (atMs, closeUsd) => ({
    openTimeMs: atMs - HOUR_MS,
    openUsd: closeUsd,
    highUsd: closeUsd,
    lowUsd: closeUsd,
    closeUsd,
    volumeBase: 1,
    takerBuyVolumeBase: null,
  })),
})
/** Daily values around 1 for a month, and hourly values of the last four days, most of them far above. */
const longShort = (newest: number): SeriesOnly => {
  const days = noisy(1, 29).map((longShortRatio, i) => ({ atMs: NOW - (29 - i) * DAY_MS, longShortRatio }))
  const hours = Array.from({ length: 95 }, (_, i) => ({ atMs: NOW - (i + 1) * HOUR_MS, longShortRatio: 1.5 }))
  const between = hours.filter(({ atMs }) => (NOW - atMs) % DAY_MS !== 0)
  return { longShort: sourced([...days, ...between, { atMs: NOW, longShortRatio: newest }]) }
}
const premium = (newest: number): SeriesOnly => ({
  coinbasePremium: hourly([...noisy(0.1, 48), newest], (atMs, premiumPct) => ({ atMs, premiumPct })),
})
const taker = (newestShare: number): SeriesOnly => ({
  ...interest(0, 0),
  takerFlow: sourced(
    Array.from({ length: 60 * 24 }, (_, i) => {
      const day = Math.floor(i / 24)
      const share = day === 59 ? newestShare : day % 2 ? 0.48 : 0.5
      return { atMs: NOW - (60 * 24 - i) * HOUR_MS, takerBuyBase: share, takerSellBase: 1 - share }
    }),
  ),
})
const etf = (lastFive: number, usual = 100): SeriesOnly => ({
  etfFlows: sourced(
    [...Array.from({ length: 40 }, (_, i) => (i % 10 < 5 ? usual : -usual)), ...steady(lastFive, 5)].map(
      (totalUsdM, i, all) => ({
        atMs: MIDNIGHT - (all.length + 1 - i) * DAY_MS,
        totalUsdM,
        usdMByFund: {},
        isFinal: true,
      }),
    ),
  ),
})
const stablecoins = (now: number): SeriesOnly => ({
  stablecoins: daily([...steady(300e9, 9), now], (atMs, supplyUsd) => ({ atMs, supplyUsd })),
})

const onSeries: Readonly<Record<string, Readonly<Record<Vote, readonly SeriesOnly[]>>>> = {
  "sentiment.fear_greed": { long: [fearGreed(55)], short: [fearGreed(45)], neutral: [fearGreed(54), fearGreed(46)] },
  "sentiment.funding_rate": {
    long: [funding(-0.01, 0, -0.006)],
    short: [funding(0.04, 0.05, 0.07)],
    neutral: [funding(0.01, 0.01, 0.01), funding(-0.1, 0.01, 0.01, 0.01)],
  },
  "sentiment.open_interest_chg_24h": {
    long: [interest(3.1, 0.006)],
    short: [interest(3.1, -0.006)],
    neutral: [interest(2.9, 0.02), interest(10, 0.004), interest(-10, -0.02)],
  },
  "sentiment.long_short_ratio": { long: [longShort(0.98)], short: [longShort(1.02)], neutral: [longShort(1.014)] },
  "sentiment.taker_buy_ratio": { long: [taker(0.51)], short: [taker(0.47)], neutral: [taker(0.49)] },
  "sentiment.coinbase_premium": { long: [premium(0.102)], short: [premium(0.098)], neutral: [premium(0.1)] },
  "macro.etf_flow_1d_m": { long: [etf(30)], short: [etf(-30)], neutral: [etf(1), etf(0, 0)] },
  "macro.vix": {
    long: [{ vix: sessions([20, 19, 19, 19, 19, 18]) }],
    short: [{ vix: sessions([20, 21, 22, 22, 22, 23]) }],
    neutral: [{ vix: sessions([20, 25, 25, 25, 25, 22.9]) }],
  },
  "macro.dxy_chg_20d": {
    long: [{ dxy: sessions([...steady(100), 98.9]) }],
    short: [{ dxy: sessions([...steady(100), 101.1]) }],
    neutral: [{ dxy: sessions([...steady(100), 100.9]) }],
  },
  "macro.us10y_chg_20d": {
    // The newest day is not published yet.
    long: [{ us10y: sessions([...steady(4), 3.79, 4]) }],
    short: [{ us10y: sessions([...steady(4), 4.21, 4]) }],
    neutral: [{ us10y: sessions([...steady(4), 4.19, 4]) }],
  },
  "macro.spx_chg_20d": {
    long: [{ spx: sessions([...steady(6_000), 6_121]) }],
    short: [{ spx: sessions([...steady(6_000), 5_879]) }],
    neutral: [{ spx: sessions([...steady(6_000), 6_100]) }],
  },
  "macro.stablecoin_chg_7d_b": {
    long: [stablecoins(301.6e9)],
    short: [stablecoins(298.4e9)],
    neutral: [stablecoins(301e9)],
  },
}

const indicatorOf = (id: string) => {
  const found = indicators.find((indicator) => idOf(indicator) === id)
  if (!found) throw new Error(`no indicator ${id}`)
  return found
}

const VOTES = ["long", "short", "neutral"] as const

test("every indicator has test cases, here or in a file of its own", () => {
  const here = new Set([...Object.keys(onCandles), ...Object.keys(onSeries)])
  const hasFile = (name: string) => existsSync(`lib/domain/signals/${name.replaceAll("_", "-")}.test.ts`)
  expect(here).toEqual(new Set(indicators.filter(({ name }) => !hasFile(name)).map(idOf)))
})

describe.each(Object.entries(onCandles))("%s", (id, cases) => {
  test.each(VOTES)("votes %s where its rule does, and only there", (vote) => {
    for (const change of cases[vote]) expect(indicatorOf(id).read({ ...flat, ...change }).vote).toBe(vote)
  })
})

describe.each(Object.entries(onSeries))("%s", (id, cases) => {
  const read = (inputs: SeriesOnly, timeMs = NOW) =>
    readIndicator(indicatorOf(id), viewMarket({ ...NO_INPUTS, ...inputs }, timeMs))

  test.each(VOTES)("votes %s where its rule does, and only there", (vote) => {
    for (const inputs of cases[vote]) {
      const { reason, vote: cast, source, asOfMs } = read(inputs)
      expect({ reason, cast, source }).toEqual({ reason: null, cast: vote, source: "fixture" })
      expect(asOfMs).toBeLessThanOrEqual(NOW)
    }
  })

  test("abstains without its input and with an input older than a week", () => {
    expect(read({})).toMatchObject({ vote: null, value: null, source: null, asOfMs: null })
    expect(read({}).reason).toMatch(/^no /)
    for (const inputs of cases.long) expect(read(inputs, NOW + 9 * DAY_MS).reason).toMatch(/older than/)
  })
})

test("the taker buy ratio names the source of its trades", () => {
  const hours = (takerBuyVolumeBase: number | null) => {
    const prices = { openUsd: 100, highUsd: 100, lowUsd: 100, closeUsd: 100 }
    const candles = hourly(steady(1, 60 * 24), (atMs, volumeBase) => ({
      ...prices,
      openTimeMs: atMs - HOUR_MS,
      volumeBase,
      takerBuyVolumeBase,
    }))
    return { ...candles, source: "spot" }
  }
  const takerFlow = { ...sourced(taker(0.51).takerFlow?.value ?? []), source: "contracts" }
  const read = (inputs: SeriesOnly) =>
    readIndicator(indicatorOf("sentiment.taker_buy_ratio"), viewMarket({ ...NO_INPUTS, ...inputs }, NOW))
  expect(read({ takerFlow, hours: hours(null) })).toMatchObject({ vote: "long", source: "contracts" })
  expect(read({ takerFlow, hours: hours(0.5) })).toMatchObject({ value: 0.5, source: "spot" })
})

test("the nearest support is a price whenever one is known", () => {
  const support = (view: MarketView) => indicatorOf("trend.support").read(view)
  const falling = viewMarket(inputsOf(waveMarket({ driftPerDay: -0.01, wave: 0.005 })), NOW)
  const close = falling.close4h ?? 0
  expect(supportResistance(falling, close).supports).toEqual([])
  const { value, vote } = support(falling)
  expect(vote).toBe("short")
  expect(value).toBeGreaterThan(0.5 * close)
  expect(value).toBeLessThan(close)
  expect(support({ ...flat, donchian: 0 }), "the market does not move").toMatchObject({ value: null, vote: "neutral" })
  const { hours, days, volatility } = viewMarket(NO_INPUTS, NOW)
  const unknown = { ...falling, hours, days, volatility }
  expect(support(unknown), "no low and no forecast").toMatchObject({ value: null, vote: "short" })
})

test("a day's close is not read before the day's end, nor an ETF flow before it is final", () => {
  const read = (id: string, inputs: SeriesOnly, timeMs: number) =>
    readIndicator(indicatorOf(id), viewMarket({ ...NO_INPUTS, ...inputs }, timeMs))
  const vix: SeriesOnly = { vix: sessions([20, 20, 19, 19, 19, 19, 18]) }
  const changed = (value: number) => ({ voted: { value } })
  expect(read("macro.vix", vix, MIDNIGHT)).toMatchObject({ value: 18, ...changed(-10) })
  expect(read("macro.vix", vix, MIDNIGHT - HOUR_MS)).toMatchObject({ value: 19, ...changed(-5) })
  const flows = etf(30).etfFlows?.value ?? []
  const open = sourced(
    flows.map((day, i) => (i === flows.length - 1 ? { ...day, totalUsdM: -999, isFinal: false } : day)),
  )
  const newest = flows.at(-2)?.totalUsdM
  expect(read("macro.etf_flow_1d_m", { etfFlows: open }, NOW)).toMatchObject({ value: newest, ...changed(20) })
})

test("a change that rounds to its threshold votes as at the threshold", () => {
  const read = (id: string, inputs: SeriesOnly) =>
    readIndicator(indicatorOf(id), viewMarket({ ...NO_INPUTS, ...inputs }, NOW))
  for (let hundredths = 300; hundredths < 600; hundredths++) {
    const yields = (change: number) => ({
      us10y: sessions([...steady(hundredths / 100), (hundredths + change) / 100, hundredths / 100]),
    })
    expect(read("macro.us10y_chg_20d", yields(-20)), `${hundredths}`).toMatchObject({ value: -20, vote: "long" })
    expect(read("macro.us10y_chg_20d", yields(20)), `${hundredths}`).toMatchObject({ value: 20, vote: "short" })
    expect(read("macro.us10y_chg_20d", yields(19)), `${hundredths}`).toMatchObject({ value: 19, vote: "neutral" })
    const then = hundredths / 10
    const fallen = { vix: sessions([then, 1, 1, 1, 1, (9 * hundredths) / 100]) }
    expect(read("macro.vix", fallen).vote, `${then}`).toBe("long")
  }
})

test("an indicator with too little history abstains, and shows a value that is known", () => {
  const read = (id: string, inputs: SeriesOnly) =>
    readIndicator(indicatorOf(id), viewMarket({ ...NO_INPUTS, ...inputs }, NOW))
  expect(read("macro.vix", { vix: sessions([20]) })).toMatchObject({ value: 20, vote: null })
  expect(read("sentiment.funding_rate", funding(0.1, 0.1)).vote).toBeNull()
  expect(read("macro.etf_flow_1d_m", { etfFlows: sourced((etf(30).etfFlows?.value ?? []).slice(-10)) })).toMatchObject({
    value: etf(30).etfFlows?.value.at(-1)?.totalUsdM,
    vote: null,
  })
})

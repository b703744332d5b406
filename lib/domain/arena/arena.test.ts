import { expect, test } from "vitest"
import type { Candle } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { simpleReturns } from "@/lib/domain/statistics/drawdown"
import { mean } from "@/lib/domain/statistics/moments"
import { probabilisticSharpe, sharpeSample } from "@/lib/domain/statistics/sharpe"
import { selectCalls } from "@/lib/domain/track-record/select-calls"
import { noise } from "@/tools/testing/engine/noise"
import { sealedFacts, sealedHistory, type SealedHistory, HISTORY_START_MS } from "@/tools/testing/record/sealed-history"
import { flipReturns, returnsOf, runArena } from "./arena"
import { coinFlipper, type Contestant, CONTESTANTS } from "./contestants"
import { type DayView, dayView } from "./day-view"
import { deflatedAppraisal, modelPosition } from "./model-position"
import { dayViews, replay, START_EQUITY_USD } from "./replay"

const DAY = 86_400_000
const FOUR_HOURS = DAY / 6
const history = sealedHistory({ days: 90, seed: 8 })
const facts = history.records.map((record) => record.facts)

function historyOf({ days }: SealedHistory) {
  return { BTC: days.BTC.value, ETH: days.ETH.value, SOL: days.SOL.value }
}

function arenaAt(nowMs: number, from: SealedHistory = history) {
  const selected = selectCalls(from.records, from.outcomes, {
    nowMs,
    kind: "live_paper",
    horizon: "24h",
    coin: "all",
    windowMs: null,
    methodVersion: null,
  })
  const revealed = selected.emitted.filter(({ decisionTimeMs }) => decisionTimeMs + DAY <= nowMs)
  const views = dayViews(historyOf(from))
  const inputs = { facts: revealed, calls: selected.measured, horizon: "24h" as const, views, nowMs, coins: COINS }
  return runArena(inputs, [...flipReturns(inputs)].flat())
}

/** BTC at the given prices, one 4h close after another. */
function priced(...pricesUsd: readonly number[]): readonly SealedFacts[] {
  return pricesUsd.map((priceUsd, index) =>
    sealedFacts({ coin: "BTC", decisionTimeMs: HISTORY_START_MS + index * FOUR_HOURS, priceUsd }),
  )
}

function candleOf(openTimeMs: number, closeUsd: number): Candle {
  const prices = { openUsd: closeUsd, highUsd: closeUsd, lowUsd: closeUsd, closeUsd }
  return { openTimeMs, ...prices, volumeBase: 1, takerBuyVolumeBase: null }
}

function always(...weights: readonly number[]): Contestant {
  let next = 0
  return { id: "scripted", kind: "baseline", weight: () => weights[next++] ?? 0 }
}

function weightOf(id: string, call: SealedFacts) {
  const view = dayView(history.days.BTC.value, HISTORY_START_MS)
  const contestant = CONTESTANTS.find((other) => other.id === id)
  return contestant?.weight({ coin: "BTC", timeMs: HISTORY_START_MS, facts: call, day: view })
}

const noViews = { views: () => null, coins: COINS }

test("a position pays 10 bps at entry and at exit", () => {
  const { curve, trades } = replay(always(1, 1, 0), priced(100, 110, 110), noViews)
  const sleeve = START_EQUITY_USD / 3
  const units = sleeve / 1.001 / 100
  expect(curve.at(-1)?.equityUsd).toBeCloseTo(2 * sleeve + units * 110 * 0.999, 8)
  expect(trades).toBe(2)
})

test("a contestant without a position keeps its equity, and a small change of weight is not traded", () => {
  expect(replay(always(0, 0, 0), priced(100, 50, 10), noViews).curve.at(-1)?.equityUsd).toBeCloseTo(START_EQUITY_USD, 8)
  expect(replay(always(0.5, 0.58, 0.45), priced(100, 100, 100), noViews).trades).toBe(1)
  expect(replay(always(0.5, 0.05), priced(100, 100), noViews).trades).toBe(2)
})

test("no contestant's exposure exceeds its equity", () => {
  const views = { views: dayViews(historyOf(history)), coins: COINS }
  for (const contestant of CONTESTANTS) {
    const { exposure, curve } = replay(contestant, facts, views)
    expect(exposure).toBeLessThan(1 + 1e-9)
    expect(curve.every(({ equityUsd }) => equityUsd > 0)).toBe(true)
  }
})

test("a replay is reproducible, and a shorter record gives the start of the longer one", () => {
  expect(JSON.stringify(arenaAt(history.endMs))).toBe(JSON.stringify(arenaAt(history.endMs)))
  const cutMs = HISTORY_START_MS + 40 * DAY
  const early = facts.filter(({ decisionTimeMs }) => decisionTimeMs < cutMs)
  for (const contestant of [...CONTESTANTS, coinFlipper(4)]) {
    const short = replay(contestant, early, { views: dayViews(historyOf(history)), coins: COINS }).curve
    const long = replay(contestant, facts, { views: dayViews(historyOf(history)), coins: COINS }).curve
    expect(long.slice(0, short.length)).toEqual(short)
  }
})

test("a day's view has only closed days", () => {
  const candles = history.days.BTC.value
  const timeMs = HISTORY_START_MS + 50 * DAY
  const until: readonly Candle[] = candles.filter(({ openTimeMs }) => openTimeMs + DAY <= timeMs)
  expect(dayView(candles, timeMs)).toEqual(dayView(until, timeMs))
  expect(dayView(until, timeMs + 2 * DAY)).toBeNull()
  expect(dayView(until.slice(-10), timeMs)).toMatchObject({ sma50Usd: null, sigma30Annual: null })
  expect(dayView([], timeMs)).toBeNull()
})

test("the arena does not depend on open calls", () => {
  const nowMs = HISTORY_START_MS + 60 * DAY
  const altered = history.records.map((record) => {
    const open = record.facts.decisionTimeMs + DAY > nowMs
    return open ? { ...record, facts: { ...record.facts, direction: "STRONG_SHORT" as const, score: -1 } } : record
  })
  expect(arenaAt(nowMs, { ...history, records: altered })).toEqual(arenaAt(nowMs))
})

test("only rules on public candles show a stance", () => {
  for (const { id, kind, stance } of arenaAt(history.endMs).standings) {
    if (kind === "house" || id === "fear_greed_contrarian") expect(stance).toBeNull()
    else expect(stance?.map(({ coin }) => coin)).toEqual(COINS)
  }
})

test("a contestant that trades less than random flips does not rank above them for that", () => {
  const unknown = { sma50Usd: null, sma200Usd: null, return1d: null, return7d: null, return30d: null }
  const day: DayView = { closeUsd: 1, sigma30Annual: 0.6, ...unknown, donchian20: null, rsi14: null }
  const half: Contestant = { id: "half", kind: "baseline", weight: () => 0.5 * (0.4 / 0.6) }
  const ahead = Array.from({ length: 8 }, (_, seed) => {
    const market = noise(365, 10 + 4 * seed)
    const walks = COINS.map((coin, index) => {
      let priceUsd = 100
      return noise(365, 11 + 4 * seed + index).map((own, step) => {
        priceUsd *= 1 + (0.6 / Math.sqrt(365)) * (Math.sqrt(0.75) * (market[step] ?? 0) + Math.sqrt(0.25) * own)
        return sealedFacts({ coin, decisionTimeMs: HISTORY_START_MS + step * DAY, priceUsd })
      })
    })
    const driftless = market.flatMap((_, step) => walks.flatMap((walk) => walk[step] ?? []))
    const known = { facts: driftless, views: () => day, coins: COINS }
    const end = (replay(half, driftless, known).curve.at(-1)?.equityUsd ?? Number.NaN) / START_EQUITY_USD - 1
    return mean([...flipReturns(known)].flat().map((flip) => Number(flip < end))) ?? Number.NaN
  })
  expect(mean(ahead)).toBeGreaterThan(0.4)
  expect(mean(ahead)).toBeLessThan(0.6)
})

test("a short history has no ranking", () => {
  const { standings, coinFlipBand, rankPersistence } = arenaAt(HISTORY_START_MS + 10 * DAY)
  expect(rankPersistence).toBeNull()
  expect(
    standings.every(({ rank, sharpe, odds, windows }) => rank === null && !sharpe && !odds && windows.incubating),
  ).toBe(true)
  expect(coinFlipBand).not.toBeNull()
  expect(arenaAt(HISTORY_START_MS).coinFlipBand).toBeNull()
})

test("a long history is ranked by the Sharpe ratio's lower bound, and odds of being best sum to one", () => {
  const { standings, coinFlipBand, rankPersistence } = arenaAt(history.endMs)
  const ranked = standings.filter(({ rank }) => rank !== null)
  expect(ranked.length).toBeGreaterThanOrEqual(15)
  expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, index) => index + 1))
  const scores = ranked.map(({ score }) => score ?? Number.NaN)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  const sharpes = ranked.flatMap(({ sharpe }) => sharpe?.sharpe ?? [])
  expect(sharpes, "all have the same days, so the ratio itself orders them").toEqual(sharpes.toSorted((a, b) => b - a))
  expect(standings.reduce((total, { odds }) => total + (odds?.best ?? 0), 0)).toBeCloseTo(1, 9)
  expect(standings.find(({ id }) => id === "cash")).toMatchObject({ returnRatio: 0, sharpe: null, score: 0, trades: 0 })
  expect(Math.abs(rankPersistence ?? Number.NaN)).toBeLessThanOrEqual(1)
  expect(coinFlipBand?.p05).toBeLessThan(coinFlipBand?.p95 ?? 0)
})

test("a contestant with a loss ranks below cash", () => {
  const { standings } = arenaAt(history.endMs)
  const cash = standings.find(({ id }) => id === "cash")?.rank ?? 0
  const losers = standings.filter(({ returnRatio, rank }) => returnRatio < 0 && rank !== null)
  expect(losers.length).toBeGreaterThan(0)
  expect(cash).toBeGreaterThan(0)
  for (const { id, rank } of losers) expect(rank, id).toBeGreaterThan(cash)
})

test("an inverted category has weight 0 where its category has full weight", () => {
  const call = sealedFacts({ coin: "BTC", decisionTimeMs: HISTORY_START_MS })
  expect(weightOf("trend", call)).toBeGreaterThan(0)
  expect(weightOf("inverted_trend", call)).toBe(0)
  expect(weightOf("composite", { ...call, degraded: true })).toBe(0)
  expect(weightOf("composite", { ...call, score: 0.4 })).toBeCloseTo(
    2 * (weightOf("composite", { ...call, score: 0.2 }) ?? 0),
  )
  const silent = { ...call, categories: { ...call.categories, trend: { long: 0, short: 0, neutral: 0 } } }
  expect([weightOf("trend", silent), weightOf("inverted_trend", silent)]).toEqual([null, null])
})

test("the model position compares the composite with holding, without ratios for a short record", () => {
  const views = { views: dayViews(historyOf(history)), coins: COINS }
  const model = modelPosition(facts, views)
  expect(model.days).toBe(90)
  expect(model.deflatedSharpe).toBeLessThan(model.psrVsZero ?? 0)
  const [market, own] = (["benchmark", "equity"] as const).map((key) =>
    simpleReturns([1, ...model.curve.map((point) => point[key])]),
  )
  expect(model.deflatedSharpe).toBeCloseTo(deflatedAppraisal(market ?? [], own ?? []) ?? Number.NaN, 9)
  expect(model.alphaAnnual?.interval.low).toBeLessThan(model.alphaAnnual?.value ?? Number.NaN)
  expect(model.curve).toHaveLength(90)
  expect(model.sharpeInterval?.low).toBeLessThan(model.sharpeAnnual ?? Number.NaN)
  expect(model.sharpeInterval?.high).toBeGreaterThan(model.sharpeAnnual ?? Number.NaN)
  const shortTrack = modelPosition(facts.slice(0, 3 * 6 * 20), views)
  expect([
    shortTrack.sharpeAnnual,
    shortTrack.psrVsZero,
    shortTrack.deflatedSharpe,
    shortTrack.alphaAnnual,
    shortTrack.sharpeInterval,
  ]).toEqual(Array(5).fill(null))
  expect(modelPosition([], views)).toMatchObject({ days: 0, totalReturn: 0, maxDrawdown: 0, exposure: 0 })
})

test("a gain equal to the market's does not count as skill, and a larger gain does", () => {
  const market = noise(1_000, 3).map((value) => 0.002 + 0.02 * value)
  const sample = sharpeSample(market)
  expect(sample && probabilisticSharpe(sample, 0)).toBeGreaterThan(0.99)
  expect(deflatedAppraisal(market, market), "of holding itself nothing is left").toBeNull()
  const half = Array.from({ length: 40 }, (_, seed) => {
    const noiseReturns = noise(1_000, 100 + seed)
    return deflatedAppraisal(
      market,
      market.map((value, day) => 0.5 * value + 0.005 * (noiseReturns[day] ?? 0)),
    )
  })
  expect(mean(half.map((value) => value ?? Number.NaN))).toBeLessThan(0.05)
  const noiseReturns = noise(1_000, 5)
  const skilled = market.map((value, day) => 0.001 + 0.5 * value + 0.005 * (noiseReturns[day] ?? 0))
  expect(deflatedAppraisal(market, skilled)).toBeGreaterThan(0.95)
})

test("weeks without records do not change holding's ratios and days", () => {
  const gapped = facts.filter(
    ({ decisionTimeMs }) => Math.floor((decisionTimeMs - HISTORY_START_MS) / (7 * DAY)) % 2 === 0,
  )
  const known = { views: dayViews(historyOf(history)), coins: COINS }
  const [whole, holed] = [modelPosition(facts, known), modelPosition(gapped, known)]
  expect(holed.days).toBe(whole.days)
  expect(holed.hold.sharpeAnnual).toBeCloseTo(whole.hold.sharpeAnnual ?? Number.NaN, 1)
  expect(holed.hold.volatilityAnnual).toBeCloseTo(whole.hold.volatilityAnnual ?? Number.NaN, 2)
  expect(holed.hold.totalReturn).toBeCloseTo(whole.hold.totalReturn, 12)
})

test("a day without a record is valued at its daily close, or at the last price without a candle", () => {
  const [first, last] = priced(100, 100)
  if (first === undefined || last === undefined) throw new RangeError("There are two.")
  const later = [first, { ...last, decisionTimeMs: HISTORY_START_MS + 4 * DAY, priceUsd: 130 }]
  const candles = [110, 120].map((closeUsd, index) => candleOf(HISTORY_START_MS + (index + 1) * DAY, closeUsd))
  const { curve } = replay(always(1, 1), later, { views: dayViews({ BTC: candles }), coins: ["BTC"] })
  const units = START_EQUITY_USD / 1.001 / 100
  expect(curve.map(({ timeMs, equityUsd }) => [(timeMs - HISTORY_START_MS) / DAY, equityUsd / units])).toEqual(
    [
      [0, 100],
      [2 - 1 / DAY, 110],
      [3 - 1 / DAY, 120],
      [4 - 1 / DAY, 120],
      [4, 130],
    ].map(([day, priceUsd]) => [day, expect.closeTo(priceUsd ?? Number.NaN, 8)]),
  )
})

test("the daily returns compound to the final equity", () => {
  const { curve } = replay(CONTESTANTS[0] ?? coinFlipper(0), facts, {
    views: dayViews(historyOf(history)),
    coins: COINS,
  })
  const grown = returnsOf(curve).reduce((equity, value) => equity * (1 + value), START_EQUITY_USD)
  expect(grown).toBeCloseTo(curve.at(-1)?.equityUsd ?? 0, 6)
})

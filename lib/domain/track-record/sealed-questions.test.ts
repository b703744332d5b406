import { describe, expect, test } from "vitest"
import type { Candle } from "@/lib/domain/market/candle"
import type { MarketQuestion, Question } from "@/lib/domain/prediction/market-question"
import { questionOdds } from "@/lib/domain/prediction/question-odds"
import { seededRandom } from "@/lib/domain/statistics/random"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import { sealedFacts, sealedHistory } from "@/tools/testing/record/sealed-history"
import { compareOdds } from "./compare-odds"
import { type QuestionOutcome, settleQuestion } from "./question-outcome"
import { questionsAtClose, sealedQuestions } from "./sealed-questions"

const CLOSE = Date.UTC(2026, 10, 20)
const END = CLOSE + 22 * HOUR_MS

const quoted = (given: Partial<MarketQuestion>): MarketQuestion => ({
  ticker: `${given.kind ?? "close"}-${given.levelUsd}-${given.untilMs ?? END}`,
  kind: "close",
  side: "above",
  levelUsd: 100,
  untilMs: END,
  isOpen: true,
  openMs: CLOSE - DAY_MS,
  bid: 0.4,
  ask: 0.44,
  bidContracts: 10,
  askContracts: 10,
  ...given,
})

function sealedAt(closeMs: number, questions: readonly MarketQuestion[], atMs = closeMs - 3 * MINUTE_MS) {
  const value = { newest: { atMs, questions }, beforeClose: null }
  return questionsAtClose({ value, asOfMs: atMs, fetchedAtMs: atMs, source: "kalshi" }, { closeMs, priceUsd: 100 })
}

describe("what is sealed", () => {
  const ladder = Array.from({ length: 13 }, (_, index) => quoted({ levelUsd: 94 + index }))

  test("once a day, from quotes before the close: the last end within a day, with five levels from the lowest to the highest", () => {
    const sealed = sealedAt(CLOSE, [
      ...ladder,
      quoted({ levelUsd: 101, untilMs: CLOSE + 5 * HOUR_MS }),
      quoted({ levelUsd: 102, untilMs: CLOSE + 25 * HOUR_MS }),
    ])
    expect(sealed).toMatchObject({ source: "kalshi", asOfMs: CLOSE - 3 * MINUTE_MS })
    expect(sealed?.questions.map(({ levelUsd, untilMs }) => [levelUsd, untilMs])).toEqual(
      [94, 97, 100, 103, 106].map((level) => [level, END]),
    )
    expect(sealed?.questions[0]?.market).toBe(0.42)
    expect(sealedAt(CLOSE + 4 * HOUR_MS, ladder)).toBeNull()
    expect(sealedAt(CLOSE, ladder, CLOSE + 1)).toBeNull()
    expect(sealedAt(CLOSE, ladder, CLOSE - 30 * MINUTE_MS)).toBeNull()
    expect(sealedAt(CLOSE, [])).toBeNull()
  })

  test("touches of each event, at most three levels; none that has come, and none that ends between two hours", () => {
    const untilMs = CLOSE + 10 * DAY_MS - 1_000
    const touches = [99, 101, 104, 107, 110, 113].map((levelUsd) => quoted({ kind: "touch", levelUsd, untilMs }))
    const sealed = sealedAt(CLOSE, [
      ...touches,
      quoted({ kind: "touch", levelUsd: 120, untilMs: untilMs + 20 * MINUTE_MS }),
    ])
    expect(sealed?.questions.map(({ levelUsd }) => levelUsd)).toEqual([101, 107, 113])
  })

  test("our odds are those of the close's price and forecast, and sealing what was sealed changes nothing", () => {
    const volatility = { nowMs: CLOSE, sigma24h: 0.02, sigma7d: 0.05, sigma30d: 0.11, percentile: 0.5 }
    const asked = sealedAt(CLOSE, ladder)
    if (asked === null) throw new Error("There are no questions.")
    const { questions } = sealedQuestions(asked, { closeMs: CLOSE, priceUsd: 100, volatility })
    for (const question of questions) {
      const odds = questionOdds(question, { volatility, closeMs: CLOSE, nowMs: CLOSE, priceUsd: 100 })
      expect(question.forecast).toBeCloseTo(odds, 6)
    }
  })
})

const hour = (index: number, given: Partial<Candle> = {}): Candle => ({
  openTimeMs: CLOSE + index * HOUR_MS,
  openUsd: 100,
  highUsd: 101,
  lowUsd: 99,
  closeUsd: 100,
  volumeBase: 1,
  takerBuyVolumeBase: null,
  ...given,
})

describe("the result of a question", () => {
  const facts = { ...sealedFacts({ coin: "BTC", decisionTimeMs: CLOSE }), priceUsd: 100, source: "binance" }
  const hours = (count: number, change: Readonly<Record<number, Partial<Candle>>> = {}) =>
    Array.from({ length: count }, (_, index) => hour(index - 1, change[index - 1]))
  const result = (question: Partial<Question>, value: readonly Candle[], nowMs = END, source = "binance") => {
    const asked = { ticker: "X", kind: "close", side: "above", levelUsd: 100, untilMs: END, ...question } as const
    return settleQuestion(facts, asked, { value, source, asOfMs: nowMs, fetchedAtMs: nowMs }, nowMs)
  }

  test("at an end is that of the hourly close at that time, and of no other", () => {
    const value = hours(26, { 20: { closeUsd: 110 }, 21: { closeUsd: 100.5 }, 22: { closeUsd: 90 } })
    expect(result({}, value)).toMatchObject({ isYes: true, priceUsd: 100.5, endMs: END })
    expect(result({ levelUsd: 100.6 }, value)?.isYes).toBe(false)
    expect(result({ side: "below", levelUsd: 100.6 }, value)?.isYes).toBe(true)
    expect(result({}, value, END - 1)).toBeNull()
  })

  test("of a touch is that of the highest or lowest price since the close, and comes at the end even when it is known before", () => {
    const touch = { kind: "touch", levelUsd: 104, untilMs: END - 1_000 } as const
    const value = hours(26, { [-1]: { highUsd: 120 }, 3: { highUsd: 104.5 }, 22: { highUsd: 130 } })
    expect(result(touch, value)).toMatchObject({ isYes: true, priceUsd: 104.5, endMs: END })
    expect(result({ ...touch, levelUsd: 104.6 }, value)?.isYes).toBe(false)
    expect(result(touch, value, CLOSE + 5 * HOUR_MS)).toBeNull()
    const low = hours(26, { 9: { lowUsd: 95 } })
    expect(result({ ...touch, side: "below", levelUsd: 95.5 }, low)?.isYes).toBe(true)
    expect(result({ ...touch, side: "below", levelUsd: 94.5 }, low)?.isYes).toBe(false)
  })

  test("is unknown while an hour is missing, because a touch can be in it", () => {
    const value = hours(26).filter(({ openTimeMs }) => openTimeMs !== CLOSE + 7 * HOUR_MS)
    expect(result({ kind: "touch", levelUsd: 104 }, value)).toBeNull()
    expect(result({}, hours(20))).toBeNull()
  })

  test("by another provider is read in the proportion of the two prices of the close", () => {
    const value = hours(26, { [-1]: { closeUsd: 200 }, 21: { closeUsd: 201 } })
    expect(result({}, value, END, "kraken")).toMatchObject({ priceUsd: 100.5, isYes: true, source: "kraken" })
    expect(result({}, value.slice(1), END, "kraken")).toBeNull()
  })
})

/** Each midnight one question a coin, whose true probability is known, and its result. */
function historyOf(forecastOf: (truth: number) => number, marketOf: (truth: number) => number) {
  const results: QuestionOutcome[] = []
  const random = seededRandom(9)
  const { records } = sealedHistory({
    days: 120,
    seed: 5,
    change: (facts) => {
      if (facts.decisionTimeMs % DAY_MS !== 0) return facts
      const questions = [0.2, 0.5, 0.8].map((truth, index) => {
        const ticker = `T${index}`
        const endMs = facts.decisionTimeMs + 22 * HOUR_MS
        results.push({ id: facts.id, ticker, isYes: random() < truth, priceUsd: 100, endMs, source: "binance" })
        const question = { ticker, kind: "close", side: "above", levelUsd: 100, untilMs: endMs } as const
        return { ...question, market: marketOf(truth), forecast: forecastOf(truth) }
      })
      return { ...facts, markets: { source: "kalshi", asOfMs: facts.decisionTimeMs - 60_000, questions } }
    },
  })
  return { calls: records.map(({ facts }) => facts), results }
}

describe("our odds against the market's", () => {
  test("the side with the true probabilities wins, whichever it is", () => {
    const dull = (truth: number) => 0.5 + 0.1 * (truth - 0.5)
    const won = historyOf((truth) => truth, dull)
    const lost = historyOf(dull, (truth) => truth)
    const even = historyOf(
      (truth) => truth + 0.02,
      (truth) => truth - 0.02,
    )
    expect(compareOdds(won.calls, won.results, "close").better).toBe("forecast")
    expect(compareOdds(lost.calls, lost.results, "close").better).toBe("market")
    expect(compareOdds(even.calls, even.results, "close").better).toBe("undecided")
  })

  test("scores, sample and interval are those computed by hand", () => {
    const { calls, results } = historyOf(
      (truth) => 0.9 * truth,
      (truth) => 0.1 + 0.8 * truth,
    )
    const compared = compareOdds(calls, results, "close")
    const happened = new Map(results.map(({ id, ticker, isYes }) => [id + ticker, isYes ? 1 : 0]))
    const perCall = calls.flatMap(({ id, markets }) => {
      if (markets === undefined) return []
      const [a, b, c] = markets.questions
      if (!a || !b || !c) throw new Error("Three questions were sealed.")
      const errors = (side: "forecast" | "market") =>
        [a, b, c].reduce((sum, one) => sum + (one[side] - (happened.get(id + one.ticker) ?? NaN)) ** 2, 0) / 3
      return [{ forecast: errors("forecast"), market: errors("market") }]
    })
    const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const differences = perCall.map(({ forecast, market }) => market - forecast)
    expect([compared.n, compared.calls]).toEqual([3 * 360, 360])
    // 360 coin-days of three coins that are worth 1.2.
    expect(compared.nEffective).toBeCloseTo(360 * 0.4, 9)
    expect(compared.forecast.brier).toBeCloseTo(average(perCall.map(({ forecast }) => forecast)), 12)
    expect(compared.market.brier).toBeCloseTo(average(perCall.map(({ market }) => market)), 12)
    const middle = average(differences)
    const spread = Math.sqrt(average(differences.map((one) => (one - middle) ** 2)) * (360 / 359))
    const half = (1.959963984540054 * spread) / Math.sqrt(144)
    expect(compared.differenceInterval?.low).toBeCloseTo(middle - half, 9)
    expect(compared.differenceInterval?.high).toBeCloseTo(middle + half, 9)
  })

  test("questions without a result, and of another kind, do not count; few calls are no verdict", () => {
    const { calls, results } = historyOf(
      (truth) => truth,
      (truth) => truth,
    )
    expect(compareOdds(calls, results, "touch")).toMatchObject({ n: 0, calls: 0, better: null })
    expect(compareOdds(calls, results.slice(0, 30), "close")).toMatchObject({
      n: 30,
      calls: 10,
      status: "insufficient_data",
      forecast: { brier: null, brierInterval: null },
      better: null,
    })
  })
})

import { expect, test } from "vitest"
import { readBefore } from "@/lib/domain/before-close"
import type { OptionSurface } from "@/lib/domain/options/surface"
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from "@/lib/domain/utc-day"
import { type SealedHistory, sealedHistory } from "@/tools/testing/record/sealed-history"
import { compareVolatility } from "./compare-volatility"
import { withOutcome } from "./outcome"
import type { SealedFacts } from "./sealed-signal"
import { impliedAtClose, volatilityPair } from "./volatility-pair"

/** Of 24 hours of the history's random walk. */
const TRUE_SIGMA = Math.sqrt(24 / 6) * 0.0147
const CLOSE = Date.UTC(2026, 10, 20, 12)

const quotes = {
  read: 0,
  used: 0,
  leftOut: { implausible: 0, future: 0, expired: 0, stale: 0, dead: 0, crossed: 0, off_mark: 0, wide: 0, duplicate: 0 },
}

/** A flat surface with two expiries. */
function surfaceAt(atMs: number, volatility = 0.5, days: readonly number[] = [2, 30]): OptionSurface {
  const smiles = days.map((day) => ({
    expiryMs: CLOSE + day * DAY_MS,
    forwardUsd: 100,
    atTheMoney: volatility,
    put25: null,
    call25: null,
    strikes: 9,
  }))
  return { atMs, smiles, quotes, leftOutExpiries: [] }
}

function sealed(facts: SealedFacts, forecast: number, options: number): SealedFacts {
  const own = { sigma24h: forecast, sigma7d: forecast * Math.sqrt(7) }
  const implied = {
    source: "deribit",
    asOfMs: facts.decisionTimeMs,
    sigma24h: options,
    sigma7d: options * Math.sqrt(7),
  }
  const compared = volatilityPair(facts.priceUsd, own, implied)
  if (compared === null) throw new Error("There is no pair.")
  const half = 1.2815515655446004 * forecast
  const day = { low: facts.priceUsd * Math.exp(-half), high: facts.priceUsd * Math.exp(half) }
  return { ...facts, ranges: { day, week: day }, compared }
}

function callsOf({ records, outcomes }: SealedHistory) {
  const measured = new Map(outcomes.map((outcome) => [`${outcome.id} ${outcome.horizon}`, outcome]))
  return records.flatMap(({ facts }) => {
    const outcome = measured.get(`${facts.id} 24h`)
    return outcome === undefined ? [] : [withOutcome(facts, outcome)]
  })
}

const historyOf = (forecast: number, options: number) =>
  callsOf(sealedHistory({ days: 150, seed: 11, change: (facts) => sealed(facts, forecast, options) }))

test("the side with the right variance wins, whichever it is, and the page hears of it", () => {
  const wide = 1.6 * TRUE_SIGMA
  expect(compareVolatility(historyOf(TRUE_SIGMA, wide), "24h").better).toBe("forecast")
  const lost = compareVolatility(historyOf(wide, TRUE_SIGMA), "24h")
  expect(lost.better).toBe("options")
  expect(lost.qlikeDifferenceInterval?.high).toBeLessThan(0)
  expect(lost.intervalScoreDifference).toBeLessThan(0)
  expect(compareVolatility(historyOf(TRUE_SIGMA, 1.01 * TRUE_SIGMA), "24h").better).toBe("undecided")
})

test("coverage, interval score and QLIKE are those of the outcomes, computed another way", () => {
  const calls = historyOf(TRUE_SIGMA, 1.3 * TRUE_SIGMA)
  const { n, forecast, options, qlikeDifference } = compareVolatility(calls, "24h")
  const moves = calls.map(({ measured }) => measured.exitPriceUsd / measured.entryPriceUsd)
  const scored = [TRUE_SIGMA, 1.3 * TRUE_SIGMA].map((sigma) => {
    const [low, high] = [Math.exp(-1.2815515655446004 * sigma), Math.exp(1.2815515655446004 * sigma)]
    const average = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length
    return {
      held: average(moves.map((move) => (move < low || move > high ? 0 : 1))),
      score: average(
        moves.map((move) => high - low + (move < low ? 10 * (low - move) : 0) + (move > high ? 10 * (move - high) : 0)),
      ),
      qlike: average(moves.map((move) => 2 * Math.log(sigma) + (Math.log(move) / sigma) ** 2)),
    }
  })
  expect(n).toBe(calls.length)
  for (const [side, expected] of [
    [forecast, scored[0]],
    [options, scored[1]],
  ] as const) {
    expect(side.coverage).toBeCloseTo(expected?.held ?? NaN, 12)
    expect(side.intervalScore).toBeCloseTo(expected?.score ?? NaN, 10)
    expect(side.qlike).toBeCloseTo(expected?.qlike ?? NaN, 10)
  }
  expect(qlikeDifference).toBeCloseTo((scored[1]?.qlike ?? NaN) - (scored[0]?.qlike ?? NaN), 10)
  expect(forecast.coverage).toBeGreaterThan(0.76)
  expect(forecast.coverage).toBeLessThan(0.84)
})

test("calls without options are not counted, and a few calls are no verdict", () => {
  const calls = historyOf(TRUE_SIGMA, TRUE_SIGMA)
  const without = callsOf(sealedHistory({ days: 150, seed: 11 }))
  expect(compareVolatility([...without, ...calls.slice(0, 9)], "24h")).toMatchObject({
    n: 9,
    status: "insufficient_data",
    better: null,
    forecast: { coverage: null, qlike: null },
  })
})

test("what options implied at a close is read from quotes before it, never after it", () => {
  const before = surfaceAt(CLOSE - 4 * MINUTE_MS)
  const after = surfaceAt(CLOSE + MINUTE_MS, 0.9)
  const market = { asOfMs: after.atMs, fetchedAtMs: after.atMs, source: "deribit" }
  const read = (value: { readonly surface: OptionSurface; readonly beforeClose: OptionSurface | null }) =>
    impliedAtClose({ ...market, value: { ...value, index: [] } }, CLOSE)
  const implied = read({ surface: after, beforeClose: before })
  expect(implied).toMatchObject({ source: "deribit", asOfMs: before.atMs })
  expect(implied?.sigma24h).toBeCloseTo(0.5 * Math.sqrt(1 / 365), 4)
  expect(implied?.sigma7d).toBeCloseTo(0.5 * Math.sqrt(7 / 365), 4)
  expect(read({ surface: before, beforeClose: null })).toEqual(implied)
  expect(read({ surface: after, beforeClose: null })).toBeNull()
  expect(read({ surface: surfaceAt(CLOSE - HOUR_MS), beforeClose: null })).toBeNull()
  expect(read({ surface: surfaceAt(CLOSE - MINUTE_MS, 0.5, [2, 5]), beforeClose: null })).toBeNull()
  expect(impliedAtClose(null, CLOSE)).toBeNull()
  expect(readBefore([after, before], CLOSE - WEEK_MS)).toBeNull()
})

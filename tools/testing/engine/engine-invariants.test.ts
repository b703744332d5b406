import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { scoreOf } from "@/research/goals/score"
import { computeSignal } from "@/lib/domain/signals/compute-signal"
import { type InputName, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { seededRandom } from "@/lib/domain/statistics/random"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { inputsOf, waveMarket } from "./signal-market"

/*
 * Invariants of the engine that belong to no single module. Truncation, recursion, golden vectors and properties of
 * the indicators are tested beside the indicators; sealing, outcomes and replay, in the track record and its use cases.
 */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const market = waveMarket({ driftPerDay: 0.001 })
const { nowMs } = market

describe("point in time", () => {
  /** Every series with a point per hour, before and after now. */
  const hourly = Array.from({ length: 24 * 80 }, (_, hour) => nowMs + 10 * DAY_MS - hour * HOUR_MS)
  const sourced = <T>(value: readonly T[]) => ({ value, asOfMs: nowMs + 10 * DAY_MS, source: "test" })
  const values = sourced(hourly.map((atMs) => ({ atMs, value: 20 + (atMs % 7) })))
  const inputs = {
    ...inputsOf(market),
    fearGreed: sourced(hourly.map((atMs) => ({ atMs, index: 50 }))),
    funding: sourced(hourly.map((atMs) => ({ atMs, fundingPctPer8h: 0.01 }))),
    openInterest: sourced(hourly.map((atMs) => ({ atMs, openInterestBase: 1_000 }))),
    longShort: sourced(hourly.map((atMs) => ({ atMs, longShortRatio: 1.2 }))),
    takerFlow: sourced(hourly.map((atMs) => ({ atMs, takerBuyBase: 5, takerSellBase: 5 }))),
    coinbasePremium: sourced(hourly.map((atMs) => ({ atMs, premiumPct: 0.01 }))),
    etfFlows: sourced(hourly.map((atMs) => ({ atMs, totalUsdM: 1, usdMByFund: {}, isFinal: true }))),
    vix: values,
    dxy: values,
    us10y: values,
    spx: values,
    stablecoins: sourced(hourly.map((atMs) => ({ atMs, supplyUsd: 1e11 }))),
  }

  test.each([0, 1, 3, 25, 100])("a view of %i hours ago has no input of a later time", (hoursAgo) => {
    const timeMs = nowMs - hoursAgo * HOUR_MS
    const { known, series } = viewMarket(inputs, timeMs)
    for (const name of Object.keys(NO_INPUTS) as InputName[]) {
      expect(known[name]?.asOfMs, `${name} is present`).toBeTypeOf("number")
      expect(known[name]?.asOfMs, name).toBeLessThanOrEqual(timeMs)
    }
    for (const [name, points] of Object.entries(series)) {
      expect(Math.max(...points.map(({ atMs }) => atMs)), name).toBeLessThanOrEqual(timeMs)
    }
  })
})

describe("determinism", () => {
  test("the same inputs give the same bytes, for any order of their points", () => {
    const ask = (inputs: Parameters<typeof computeSignal>[0]) => {
      const {
        view: _,
        readings,
        ...signal
      } = computeSignal(inputs, { nowMs, priceUsd: 60_000, previousDirection: null })
      return canonicalJson({ ...signal, votes: readings.map(({ value, vote }) => ({ value, vote })) })
    }
    const points = Array.from({ length: 40 }, (_, day) => ({
      atMs: nowMs - (40 - day) * DAY_MS,
      value: 20 + (day % 5),
    }))
    const vix = (value: typeof points) => ({ ...inputsOf(market), vix: { value, asOfMs: nowMs, source: "test" } })
    expect(ask(vix(points))).toBe(ask(vix(points)))
    expect(ask(vix(points.toReversed()))).toBe(ask(vix(points)))
  })

  test("lib/domain reads no clock, no random numbers and no environment", () => {
    for (const file of sourcesBelow("lib/domain")) {
      const code = readFileSync(file, "utf8")
      expect(code, file).not.toMatch(/Date\.now|new Date\(\)|Math\.random|performance\.now|process\.env/)
    }
  })
})

describe("null tests", () => {
  const random = seededRandom(5)
  /** Outcomes follow the forecast of the same day. This skill must disappear when the forecasts are shifted. */
  const days = Array.from({ length: 3_000 }, (_, day) => {
    const probability = random() < 0.5 ? 0.6 : 0.4
    return { timeMs: day * DAY_MS, probability, happened: random() < probability, reference: 0.5 }
  })

  test("forecasts with an edge have skill", () => {
    expect(scoreOf(days).skill.interval?.low).toBeGreaterThan(0)
  })

  test.each([1, 7, 100, 1_500])("forecasts that are shifted by %i days have no skill", (shift) => {
    const moved = days.map((day, index) => ({
      ...day,
      probability: days[(index + shift) % days.length]?.probability ?? 0.5,
    }))
    expect(scoreOf(moved).skill.interval?.low).toBeLessThan(0)
  })
})

describe("honesty", () => {
  const claims =
    /guaranteed?\b|risk[- ]free|sure[- ]fire|always (?:wins?|profits?)|can(?:no|')t lose|beats? the market|proven (?:edge|profit)/i

  test("no page and no description promises a profit", () => {
    const pages = [
      "README.md",
      ...readdirSync("docs")
        .filter((name) => name.endsWith(".md"))
        .map((name) => `docs/${name}`),
    ]
    for (const page of pages.filter((name) => existsSync(name)))
      expect(readFileSync(page, "utf8"), page).not.toMatch(claims)
    for (const { id, title, description, example } of catalogue) {
      expect(`${title} ${description} ${JSON.stringify(example)}`, id).not.toMatch(claims)
    }
  })

  test("every rate in a response has its n and its confidence interval", () => {
    const shape = statsContract.response.shape
    const cells = Object.values(shape.breakdown.shape).map((list) => Object.keys(list.element.shape))
    for (const fields of cells) {
      expect(fields).toEqual(expect.arrayContaining(["n", "n_effective", "status", "win_rate", "win_rate_ci95"]))
    }
    expect(Object.keys(shape.baselines.element.shape)).toEqual(
      expect.arrayContaining(["n", "n_effective", "status", "win_rate_ci95", "expectancy_ci95"]),
    )
    expect(Object.keys(shape.significance.shape)).toEqual(
      expect.arrayContaining([
        "win_rate_ci95",
        "expectancy_ci95",
        "alpha_ci95",
        "sharpe_annual_ci95",
        "alpha_annual_ci95",
      ]),
    )
    expect(Object.keys(shape.ranges.shape)).toEqual(expect.arrayContaining(["n", "n_effective", "coverage", "ci95"]))
    expect(Object.keys(arenaContract.response.shape.entries.element.shape)).toEqual(
      expect.arrayContaining(["settled", "n_effective", "hit_rate", "hit_rate_ci95", "sharpe", "sharpe_ci95"]),
    )
  })

  test("the sold probability is in the calibration table", () => {
    expect(statsContract.response.shape.calibration.unwrap().shape.target).toBeDefined()
    expect(JSON.stringify(statsContract.example)).toContain("P(up over 24h)")
  })
})

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
}

import { expect, test } from "vitest"
import type { MarketOddsFeed, MarketQuestion } from "@/lib/domain/prediction/market-question"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { MAX_QUESTIONS_PER_EVENT } from "./market-fields"
import { marketOddsOf } from "./market-odds"

const NOW = Date.UTC(2026, 10, 20, 14)
const volatility = { nowMs: NOW - 2 * HOUR_MS, sigma24h: 0.021, sigma7d: 0.055, sigma30d: 0.117, percentile: 0.5 }
const asked = { volatility, closeMs: NOW - 2 * HOUR_MS, nowMs: NOW, priceUsd: 100, levels: [104] }

const question = (levelUsd: number, given: Partial<MarketQuestion> = {}): MarketQuestion => ({
  ticker: `T${levelUsd}`,
  kind: "close",
  side: "above",
  levelUsd,
  untilMs: NOW + 8 * HOUR_MS,
  isOpen: true,
  openMs: NOW - HOUR_MS,
  bid: 0.43,
  ask: 0.45,
  bidContracts: 100,
  askContracts: 90,
  ...given,
})

function feedOf(questions: readonly MarketQuestion[] | null, isDisabled = false): MarketOddsFeed {
  const value = { newest: { atMs: NOW - 60_000, questions: questions ?? [] }, beforeClose: null }
  const known = { value, source: "kalshi", asOfMs: NOW - 60_000, fetchedAtMs: NOW - 60_000 }
  return { read: async () => (questions === null ? null : known), status: () => ({ isDisabled }) }
}

test("where no provider is allowed the prices are null because of the terms, and the rest is not called degraded", async () => {
  expect(await marketOddsOf("BTC", asked, feedOf(null, true))).toEqual({
    fields: { markets: null, markets_missing: "terms" },
    inputs: [],
    degraded: [],
  })
})

test("quotes that are not known are named as missing", async () => {
  const { fields, degraded } = await marketOddsOf("BTC", asked, feedOf(null))
  expect(fields).toEqual({ markets: null, markets_missing: "not_known" })
  expect(degraded).toEqual(["No prices of prediction markets are known."])
})

test("markets that are gone, closed or thin leave no trace of an error, and are counted by rule", async () => {
  const { fields, inputs, degraded } = await marketOddsOf("BTC", asked, feedOf([]))
  expect([fields.markets?.questions, fields.markets_missing, inputs, degraded]).toEqual([[], null, [], []])
  const thin = [question(101, { isOpen: false }), question(102, { bid: null }), question(103, { ask: null })]
  const { markets } = (await marketOddsOf("BTC", asked, feedOf([...thin, question(105)]))).fields
  expect(markets?.left_out.map(({ reason, questions }) => [reason, questions])).toEqual([
    ["not_open", 1],
    ["dead", 2],
  ])
  expect([markets?.usable, markets?.questions.map(({ level }) => level)]).toEqual([1, [105]])
})

test("of each event the questions nearest to the asked levels are shown, by end, kind and level", async () => {
  const ladder = Array.from({ length: 20 }, (_, index) => question(91 + index))
  const touch = question(120, { ticker: "touch", kind: "touch", untilMs: NOW + 48 * HOUR_MS })
  const { markets } = (await marketOddsOf("BTC", asked, feedOf([touch, ...ladder]))).fields
  expect(markets?.questions.map(({ level }) => level)).toEqual([102, 103, 104, 105, 106, 107, 120])
  expect(markets?.questions).toHaveLength(MAX_QUESTIONS_PER_EVENT + 1)
  expect(markets?.questions[0]).toMatchObject({
    bid_depth_usd: 43,
    ask_depth_usd: 40.5,
    fee_usd: 0.0174,
    yes_mid: 0.44,
    yes_pays_above: 0.4674,
    no_pays_below: 0.4128,
  })
})

import { expect, test } from "vitest"
import { barriersAround } from "./barriers"
import { forecastWith } from "@/tools/testing/engine/forecasts"
import { range80 } from "@/lib/domain/volatility/cone"
import { HOLD_RATES, type PriceLevel, type SupportResistance } from "./support-resistance"

const at = { priceUsd: 100, atr: 4, volatility: forecastWith({ sigma24h: 0.02, sigma7d: 0.05 }) }

function level(priceUsd: number, kind: PriceLevel["kind"]): PriceLevel {
  return { priceUsd, kind, touches: 0, distanceAtr: Math.abs(priceUsd - 100) / 4, holdRate: 0.4 }
}

function kinds(levels: SupportResistance) {
  const { supports, resistances } = barriersAround(levels, at)
  return [supports, resistances].map((side) =>
    side.map(({ kind, priceUsd }) => [kind, Math.round(priceUsd * 100) / 100]),
  )
}

test("barriers are levels, else extremes, else the edges of the range", () => {
  const breakouts = [level(104, "breakout_7d"), level(99, "breakout_7d"), level(107, "breakout_30d")]
  expect(kinds({ supports: [level(97, "pivot")], resistances: [], breakouts })).toEqual([
    [["pivot", 97]],
    [
      ["breakout_7d", 104],
      ["breakout_30d", 107],
    ],
  ])
  const { low, high } = range80(100, at.volatility, "7d")
  expect(kinds({ supports: [], resistances: [], breakouts: [] })).toEqual([
    [["range80_7d", Math.round(low * 100) / 100]],
    [["range80_7d", Math.round(high * 100) / 100]],
  ])
})

test("an extreme of both a week and a month is one barrier with one hold rate", () => {
  const held = (kind: "breakout_7d" | "breakout_30d", priceUsd: number) => ({
    ...level(priceUsd, kind),
    holdRate: HOLD_RATES[kind],
  })
  const breakouts = [
    held("breakout_7d", 104),
    held("breakout_7d", 95),
    held("breakout_30d", 110),
    held("breakout_30d", 95),
  ]
  const { supports, resistances } = barriersAround({ supports: [], resistances: [], breakouts }, at)
  expect(supports.map(({ priceUsd, holdRate }) => [priceUsd, holdRate])).toEqual([[95, HOLD_RATES.breakout_30d]])
  expect(resistances.map(({ priceUsd }) => priceUsd)).toEqual([104, 110])
})

test("the edge of a range has a distance and no hold rate", () => {
  const [edge] = barriersAround({ supports: [], resistances: [], breakouts: [] }, at).supports
  expect(edge?.distanceAtr).toBeCloseTo((100 - range80(100, at.volatility, "7d").low) / 4, 9)
  expect(edge?.holdRate).toBeNull()
})

import { expect, test } from "vitest"
import { oddsContract } from "@/lib/api/odds"
import { riskContract } from "@/lib/api/risk"
import { signalContract } from "@/lib/api/signal"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { oddsWithin } from "@/lib/domain/volatility/horizon-odds"
import { coneOdds, isCurrentCone, newestCone } from "./owned-cone"

const HOUR_MS = 3_600_000
const decidedMs = Date.parse(signalContract.example.decided_at ?? "")
const widths = forecastModel.widths
const volatility = { sigma24h: 0.0214, sigma3d: 0.035, sigma7d: 0.0571 }
const range = (width: number, sigma: number) => ({
  low: 96_412.5 * Math.exp(-width * sigma),
  high: 96_412.5 * Math.exp(width * sigma),
})
const outlook = {
  range80_24h: range(widths["24h"], volatility.sigma24h),
  range80_7d: range(widths["7d"], volatility.sigma7d),
}

test.each([
  ["signal", { ...signalContract.example, outlook: { ...signalContract.example.outlook, ...outlook } }],
  ["risk", { ...riskContract.example, outlook: { ...riskContract.example.outlook, ...outlook } }],
])("an owned %s answers a level as the service does at that time and price", (id, body) => {
  const cone = newestCone([{ productId: `${id}:BTC`, body }])
  if (cone === null) throw new Error("There is no cone.")
  const nowMs = decidedMs + 2.5 * HOUR_MS
  const own = coneOdds(cone, { level: 99_000, price: 97_000, hours: 24, nowMs })
  const { touch, closeBeyond } = oddsWithin(99_000, 97_000, { volatility, elapsedMs: 2.5 * HOUR_MS, hours: 24 })
  expect(own.touch).toBeCloseTo(touch, 2)
  expect(own.closeBeyond).toBeCloseTo(closeBeyond, 2)
})

test("the newest close wins, and a forecast ends with the next close", () => {
  const later = { ...oddsContract.example, decided_at: "2026-11-20T16:00:00.000Z" }
  const cone = newestCone([
    { productId: "signal:BTC", body: signalContract.example },
    { productId: "odds:BTC?level=1", body: later },
    { productId: "odds:BTC?level=2", body: { odd: 1 } },
  ])
  expect(cone).toMatchObject({ productId: "odds:BTC?level=1", volatility: { sigma24h: 0.021 } })
  const closeMs = Date.parse(later.decided_at)
  expect(cone && [isCurrentCone(cone, closeMs + 3.9 * HOUR_MS), isCurrentCone(cone, closeMs + 4 * HOUR_MS)]).toEqual([
    true,
    false,
  ])
  expect(newestCone([])).toBeNull()
})

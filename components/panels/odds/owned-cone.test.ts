import { expect, test } from "vitest"
import { oddsContract } from "@/lib/endpoints/odds/contract"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { oddsWithin } from "@/lib/domain/volatility/horizon-odds"
import { coneOdds, isCurrentCone, newestCone } from "./owned-cone"

const HOUR_MS = 3_600_000
const decidedMs = Date.parse(signalContract.example.decided_at ?? "")
const forecast = { sigma_24h_pct: 2.14, sigma_7d_pct: 5.71, sigma_30d_pct: 12 }
const volatility = { nowMs: decidedMs, sigma24h: 0.0214, sigma7d: 0.0571, sigma30d: 0.12, percentile: 0.5 }

function withForecast<A extends { readonly now?: object | undefined }>(answer: A) {
  return { ...answer, now: { ...answer.now, forecast } }
}

test.each([
  ["signal", withForecast(signalContract.response.parse(signalContract.example))],
  ["risk", withForecast(riskContract.response.parse(riskContract.example))],
])("an owned %s answers a level as the service does at that time and price", (id, body) => {
  const cone = newestCone([{ productId: `${id}:BTC`, body }])
  if (cone === null) throw new Error("There is no cone.")
  const nowMs = decidedMs + 2.5 * HOUR_MS
  const own = coneOdds(cone, { level: 99_000, price: 97_000, hours: 24, nowMs })
  const { touch, closeBeyond } = oddsWithin(99_000, 97_000, { volatility, elapsedMs: 2.5 * HOUR_MS, hours: 24 })
  expect(own.touch).toBeCloseTo(touch, 12)
  expect(own.closeBeyond).toBeCloseTo(closeBeyond, 12)
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

import { expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { eventMoves } from "@/lib/domain/options/event-moves"
import { premiumOf } from "@/lib/domain/options/premium"
import { impliedSigma, surfaceOf } from "@/lib/domain/options/surface"
import { mean } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { easternTime } from "@/lib/sandbox/market/series/us-calendar"
import { releasesBetween } from "@/lib/sandbox/market/series/us-releases"
import { createDeribitSource } from "@/lib/market/sources/deribit/client"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { deribit } from "./deribit"

const market = createSimulatedMarket({ seed: 7 })
const GENESIS = market.genesisMs

function sourceAt(nowMs: number) {
  const { http, time } = createFakeProvider(
    async ({ url }) => ({ body: await deribit({ market, nowMs, url: new URL(url), body: "" })?.text() }),
    { startMs: nowMs },
  )
  return createDeribitSource({ http, clock: time.clock })
}

const surfaceAt = async (nowMs: number, coin: (typeof COINS)[number] = "BTC") =>
  surfaceOf((await sourceAt(nowMs).options(coin)).quotes, nowMs)

const times = Array.from({ length: 24 }, (_, index) => GENESIS + (400 + 83 * index) * DAY_MS + 5 * HOUR_MS)

test.each(COINS)("the options of %s have no arbitrage, and nearly all expiries are used", async (coin) => {
  const surfaces = await Promise.all(times.map((timeMs) => surfaceAt(timeMs, coin)))
  const leftOut = surfaces.flatMap(({ leftOutExpiries }) => leftOutExpiries)
  expect(leftOut.filter(({ reason }) => reason !== "few_strikes")).toEqual([])
  expect(leftOut.length).toBeLessThan(0.03 * surfaces.flatMap(({ smiles }) => smiles).length)
  expect(Math.min(...surfaces.map(({ smiles }) => smiles.length))).toBeGreaterThanOrEqual(8)
})

test("puts cost more than calls, and the skew moves", async () => {
  const surfaces = await Promise.all(times.map((timeMs) => surfaceAt(timeMs)))
  const skews = surfaces.flatMap(({ smiles }) => smiles.map(({ put25, call25 }) => (put25 ?? NaN) - (call25 ?? NaN)))
  const known = skews.filter(Number.isFinite)
  expect(known.length).toBeGreaterThan(0.9 * skews.length)
  expect(mean(known)).toBeGreaterThan(0.01)
  expect(Math.max(...known) - Math.min(...known)).toBeGreaterThan(0.02)
})

test("the term structure slopes down after a stormy month and up after a calm one", async () => {
  const slopes = await Promise.all(
    times.map(async (timeMs) => {
      const { smiles } = await surfaceAt(timeMs)
      const near = smiles.find(({ expiryMs }) => expiryMs > timeMs + 4 * DAY_MS)
      return (smiles.at(-1)?.atTheMoney ?? NaN) - (near?.atTheMoney ?? NaN)
    }),
  )
  expect(slopes.filter((slope) => slope > 0).length).toBeGreaterThan(5)
  expect(slopes.filter((slope) => slope < 0).length).toBeGreaterThan(5)
})

test("implied volatility is above the realised on most days and by some points on average", async () => {
  const nowMs = GENESIS + 2_400 * DAY_MS
  const { points } = await sourceAt(nowMs).volatilityIndex("BTC")
  const days = market.candles("BTC", "1d", { fromMs: GENESIS, toMs: nowMs - DAY_MS, nowMs })
  const { heldAbove, overRealised } = premiumOf(points, days) ?? { heldAbove: { days: 0, above: 0 }, overRealised: NaN }
  expect(heldAbove.days).toBeGreaterThan(300)
  expect(heldAbove.above / heldAbove.days).toBeGreaterThan(0.6)
  expect(heldAbove.above / heldAbove.days).toBeLessThan(1)
  expect(Math.abs(overRealised)).toBeLessThan(0.4)
})

test("the index is that of the surface 30 days ahead, to a few points", async () => {
  for (const timeMs of times) {
    const sigma = impliedSigma(await surfaceAt(timeMs), { fromMs: timeMs, untilMs: timeMs + 30 * DAY_MS }) ?? NaN
    const { points } = await sourceAt(timeMs).volatilityIndex("BTC")
    expect(100 * ((points.at(-1)?.close ?? NaN) / (sigma * Math.sqrt(365 / 30)) - 1)).toBeCloseTo(2, -1)
  }
})

test("options that straddle a release imply a move above that of the days beside it", async () => {
  const moves = await Promise.all(
    times.map(async (timeMs) => {
      const surface = await surfaceAt(timeMs)
      const events = releasesBetween(timeMs, timeMs + 40 * DAY_MS)
        .filter(({ key }) => key === "cpi" || key === "fomc" || key === "nfp")
        .map(({ key, dayMs, hour }) => ({ name: key, atMs: easternTime(dayMs, hour) }))
        .filter(({ atMs }) => atMs > timeMs)
      return eventMoves(surface, events)
    }),
  )
  const all = moves.flat()
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter(({ eventSigma }) => (eventSigma ?? 0) > 0).length / all.length).toBeGreaterThan(0.6)
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { nowMs, pair, scan } from "@/tools/testing/domain/dex/tokens"
import { scanTokens, type TokenFilter } from "./scan-tokens"
import { CLASS_STEP_POINTS } from "./token-classes"
import type { DexPair } from "./token-scan"

const everything: TokenFilter = {
  chain: null,
  minLiquidityUsd: 0,
  minAgeHours: null,
  maxAgeHours: null,
  includeBoosted: true,
  excludeFlags: [],
  verdict: null,
}

const withheld = { showsValues: false } as const

function tokenOf(rest: Partial<DexPair>, filter: Partial<TokenFilter> = {}) {
  return scanTokens(scan([pair("a", rest)], withheld), { ...everything, ...filter }, nowMs).tokens[0]
}

/** The points of one component for 4,000 values that are spread evenly. */
function pointsFor(part: "liquidity" | "volume" | "flow" | "age", valueOf: (share: number) => Partial<DexPair>) {
  const points = Array.from({ length: 400 }, (_, index) => tokenOf(valueOf(index / 400))?.parts[part] ?? -1)
  return [...new Set(points)].toSorted((a, b) => a - b)
}

test("where values are withheld a component has few steps, and no step is larger than the dead band of a version", () => {
  const steps = [
    pointsFor("liquidity", (share) => ({ liquidityUsd: 10 ** (3 + 5 * share) })),
    pointsFor("volume", (share) => ({ liquidityUsd: 1e6, volumeH24Usd: 5e6 * share })),
    pointsFor("flow", (share) => ({ buyersH24: Math.round(400 * share), sellersH24: 400 - Math.round(400 * share) })),
    pointsFor("age", (share) => ({ pairCreatedAtMs: nowMs - 400 * HOUR_MS * share })),
  ]
  expect(steps).toEqual([
    [0, 4.5, 10.5, 15, 19.5, 25.5, 30],
    [0, 5, 10, 15, 20],
    [0, 3, 6, 9, 12, 15],
    [0, 1.1, 5, 6.7, 10],
  ])
  for (const points of steps)
    for (const [index, each] of points.slice(1).entries())
      expect(each - (points[index] ?? 0)).toBeLessThanOrEqual(CLASS_STEP_POINTS)
})

test("limits that halve the range of one token find the ends of its class, and not its value", () => {
  const found = bisect(0, 1e6, (limit) => tokenOf({ liquidityUsd: 123_456 }, { minLiquidityUsd: limit }) !== undefined)
  expect(found).toBeCloseTo(100_000, 0)
  const young = { pairCreatedAtMs: nowMs - 33.3 * HOUR_MS }
  expect(bisect(0, 1_000, (limit) => tokenOf(young, { minAgeHours: limit }) !== undefined)).toBeCloseTo(24, 3)
  expect(bisect(0, 1_000, (limit) => tokenOf(young, { maxAgeHours: limit }) === undefined)).toBeCloseTo(72, 3)
})

function bisect(from: number, to: number, isBelow: (limit: number) => boolean): number {
  let [low, high] = [from, to]
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return low
}

test("a token that meets a limit of classes meets the limit with its value", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e10, noNaN: true }),
      fc.double({ min: 0, max: 1e10, noNaN: true }),
      (liquidityUsd, minLiquidityUsd) => {
        const kept = tokenOf({ liquidityUsd }, { minLiquidityUsd })
        expect(kept === undefined || liquidityUsd >= minLiquidityUsd || minLiquidityUsd === 0).toBe(true)
      },
    ),
  )
  expect(tokenOf({ liquidityUsd: 20_000 }, { minLiquidityUsd: 20_000 })).toBeDefined()
})

test("tokens of the same classes have the same score, and their order does not follow their values", () => {
  const order = (first: number, second: number) =>
    scanTokens(
      scan([pair("a", { liquidityUsd: first }), pair("b", { liquidityUsd: second })], withheld),
      everything,
      nowMs,
    ).tokens.map((token) => [token.pair.address, token.score])
  expect(order(210_000, 490_000)).toEqual(order(490_000, 210_000))
})

test("wash trading earns no points for volume in classes either, and unknown values earn none", () => {
  expect(tokenOf({ liquidityUsd: 1e6, volumeH24Usd: 51e6 })?.parts.volume).toBe(0)
  const unknown = { liquidityUsd: null, volumeH24Usd: null, pairCreatedAtMs: null, buysH24: null, sellsH24: null }
  expect(tokenOf(unknown)?.parts).toMatchObject({ liquidity: 0, volume: 0, flow: 0, age: 0 })
  expect(tokenOf(unknown, { maxAgeHours: 1e6 })).toBeUndefined()
})

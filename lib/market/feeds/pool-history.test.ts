import { expect, test } from "vitest"
import type { YieldPool } from "@/lib/domain/defi/yield-pool"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { createPoolHistory } from "./pool-history"

/** The evening of a Friday. */
const START_MS = Date.UTC(2026, 10, 20, 17, 7)

function poolOf(tvlUsd: number, changes: Partial<YieldPool> = {}): YieldPool {
  return {
    poolId: "a",
    project: "cedar-lend",
    chain: "Base",
    symbol: "USDC",
    poolMeta: null,
    tvlUsd,
    tvlChange7dPct: null,
    apyPct: 4,
    apyBasePct: 4,
    apyRewardPct: null,
    apyMean30dPct: 4,
    apyChange7dPp: 0,
    apyMeanPct: 4,
    returnSigmaPct: 0.1,
    historyDays: 400,
    isStablecoin: true,
    hasIlRisk: false,
    exposure: "single",
    outlook: { class: null, probabilityPct: null, confidence: null },
    isOutlier: false,
    rewardTokens: [],
    underlyingTokens: [],
    ...changes,
  }
}

/** The pool's TVL change at a time, read by a newly started service. */
async function follow(store: Store, atDays: number, pool: YieldPool): Promise<number | null | undefined> {
  const [told] = await createPoolHistory(store).follow([pool], START_MS + atDays * DAY_MS)
  return told?.tvlChange7dPct
}

const usual = (day: number) => poolOf(2e6 + day * 1e5)

test("the 7-day change appears exactly seven days after the first read", async () => {
  const store = await openEmbeddedStore(":memory:")
  for (const day of [0, 1, 2, 3, 4, 5, 6]) expect(await follow(store, day, usual(day))).toBeNull()
  expect(await follow(store, 7 - 1 / 24, usual(7)), "an hour short of a week").toBeNull()
  expect(await follow(store, 7, usual(7))).toBeCloseTo(35, 9)
  expect(await follow(store, 8, usual(8))).toBeCloseTo((2.8 / 2.1 - 1) * 100, 9)
})

test("a snapshot of a clock that was weeks ahead does not block later snapshots", async () => {
  const store = await openEmbeddedStore(":memory:")
  await follow(store, 30, usual(30))
  for (const day of [0, 1, 2, 3, 4, 5, 6]) expect(await follow(store, day, usual(day))).toBeNull()
  expect(await follow(store, 7, usual(7))).toBeCloseTo(35, 9)
})

test("when the snapshot of a week ago is missing, one up to two days older is used", async () => {
  for (const [gapDays, told] of [
    [1, 35],
    [2, 35],
    [3, null],
  ] as const) {
    const store = await openEmbeddedStore(":memory:")
    await follow(store, 0, poolOf(2e6))
    await follow(store, gapDays + 1, poolOf(1e9))
    const change = await follow(store, 7 + gapDays, poolOf(2.7e6))
    expect(change === null ? null : Math.round(change ?? 0), `${gapDays} days`).toBe(told)
  }
})

test("a day's snapshot is its first read", async () => {
  const store = await openEmbeddedStore(":memory:")
  await follow(store, 0, poolOf(2e6))
  await follow(store, HOUR_MS / DAY_MS, poolOf(9e6))
  expect(await follow(store, 7.1, poolOf(3e6))).toBeCloseTo(50, 9)
})

test("a pool that was small, new, or on another chain has no change", async () => {
  for (const past of [poolOf(999_999), poolOf(2e6, { poolId: "other" }), poolOf(2e6, { chain: "Sui" })]) {
    const store = await openEmbeddedStore(":memory:")
    await follow(store, 0, past)
    expect(await follow(store, 7, { ...past, poolId: "a" })).toBeNull()
  }
})

test("when the store fails, pools are returned without a change", async () => {
  const store = await openEmbeddedStore(":memory:")
  await follow(store, 0, poolOf(2e6))
  await store.destroy()
  expect(await createPoolHistory(store).follow([poolOf(3e6)], START_MS + 7 * DAY_MS)).toEqual([poolOf(3e6)])
})

test("snapshots of ten days are kept", async () => {
  const store = await openEmbeddedStore(":memory:")
  for (let day = 0; day < 30; day++) await follow(store, day, usual(day))
  const { value } = await store.selectFrom("feed_values").select("value").executeTakeFirstOrThrow()
  expect(JSON.parse(value)).toHaveLength(10)
})

import { beforeAll, expect, test, vi } from "vitest"
import { z } from "zod"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { Fault } from "@/lib/sandbox/market/faults"
import type { Provider } from "@/lib/sandbox/market/providers"
import { testMarket as market } from "@/tools/testing/feeds/test-market"
import { buyEverything } from "./buy-everything"
import { openFeedsHarness, setTime } from "./feeds-harness"

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
/** Long enough for a move of more than one percent. */
const STALE_BY_MS = 3 * DAY_MS
const WORDS = "two price sources differ by more than 1%"

const Sold = z.object({ price: z.number(), meta: z.object({ degraded: z.array(z.string()) }) })

/** All feeds are read and all endpoints bought. */
const LONG = { timeout: 120_000 }

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
/** The first sold Bitcoin signal, with a fault of one exchange. */
async function sold(fault: Fault | null, signal: AbortSignal) {
  setTime(NOW_MS)
  const faults = new Map<Provider, Fault>(fault === null ? [] : [["binance", fault]])
  const harness = await openFeedsHarness(faults, { pools: "shared", signal })
  await harness.refresh()
  const sales = await buyEverything(harness)
  await harness.store.destroy()
  return Sold.parse(sales.find(({ endpoint }) => endpoint === "signal")?.promised)
}

test("the test's market moves by more than one percent in three days", () => {
  const change = market.priceAt("BTC", NOW_MS) / market.priceAt("BTC", NOW_MS - STALE_BY_MS) - 1
  expect(Math.abs(change)).toBeGreaterThan(0.01)
})

test("an answer is not marked as degraded while the exchanges agree", LONG, async ({ signal }) => {
  const { price, meta } = await sold(null, signal)
  expect(meta.degraded).not.toContain(WORDS)
  expect(Math.abs(price / market.priceAt("BTC", NOW_MS) - 1)).toBeLessThan(0.01)
})

test("the first answer after an exchange falls three days behind is marked as degraded", LONG, async ({ signal }) => {
  const { price, meta } = await sold({ kind: "skew", skewMs: -STALE_BY_MS }, signal)
  expect(Math.abs(price / market.priceAt("BTC", NOW_MS) - 1)).toBeGreaterThan(0.01)
  expect(meta.degraded).toContain(WORDS)
})

import { expect, test } from "vitest"
import { DataUnavailableError } from "@/lib/domain/errors"
import { createBookFeeds } from "@/lib/market/feeds/book-feeds"
import { createDerivativeFeeds } from "@/lib/market/feeds/derivative-feeds"
import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { failingSeries } from "@/tools/testing/engine/signal-market"
import { getRisk } from "./answer"
import { riskContract } from "./contract"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const asked = { coin: "BTC", capital: 10_000, risk_pct: 1 } as const

async function open(faults = "") {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults })
  const candles = createCandleFeed({ sources: candleProviders(ports), clock: ports.clock })
  const feeds = { ...createDerivativeFeeds(ports), ...createBookFeeds(ports) }
  return { ...feeds, candles, series: failingSeries, mode: "sandbox" as const, nowMs: NOW_MS }
}

test("with a size the plan's expected value is minus the sum of the costs", { timeout: 60_000 }, async () => {
  const deps = await open()
  const plain = await getRisk(asked, deps)
  expect(plain.trade_cost).toBeUndefined()
  for (const size of [1_000, 100_000]) {
    const answer = await getRisk({ ...asked, size }, deps)
    expect(riskContract.response.parse(answer)).toEqual(answer)
    const { trade_cost: cost, plan, levels } = answer
    const best = cost?.venues[0]
    expect(best?.venue).toBe(cost?.cheapest)
    const parts = [
      best?.entry_slippage_pct,
      best?.exit_slippage_pct,
      best?.fees_pct,
      best?.funding_pct,
      best?.stop_gap_pct,
    ]
    const sum = parts.reduce<number>((total, part) => total + (part ?? Number.NaN), 0)
    expect(Math.abs(sum - (cost?.total_pct ?? 0))).toBeLessThan(0.0003)
    const stopPct = (100 * Math.abs(levels.entry - levels.stop_loss)) / levels.entry
    for (const { expected_r } of plan.targets) expect(expected_r).toBeCloseTo(-sum / stopPct, 2)
  }
  const [small, large] = [
    await getRisk({ ...asked, size: 1_000 }, deps),
    await getRisk({ ...asked, size: 500_000 }, deps),
  ]
  const slippage = ({ trade_cost }: typeof small) => trade_cost?.venues.find(({ venue }) => venue === "kraken")
  expect(slippage(large)?.entry_slippage_pct).toBeGreaterThan(slippage(small)?.entry_slippage_pct ?? 0)
})

test(
  "a size beyond every visible book has no sum, and the answer says which costs the plan uses",
  { timeout: 60_000 },
  async () => {
    const answer = await getRisk({ ...asked, size: 100_000_000 }, await open())
    expect(answer.trade_cost).toMatchObject({ total_pct: null, cheapest: null })
    expect(answer.meta.degraded.join()).toContain("20 bps")
  },
)

test("one venue may be gone; without any book nothing is sold", { timeout: 60_000 }, async () => {
  const one = await getRisk({ ...asked, size: 1_000 }, await open("hyperliquid=down"))
  expect(one.trade_cost?.venues.map(({ venue }) => venue)).toEqual(["kraken"])
  await expect(getRisk({ ...asked, size: 1_000 }, await open("hyperliquid=down,kraken=down"))).rejects.toThrow(
    DataUnavailableError,
  )
})

import { expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import { getMarketPerpetuals } from "@/lib/endpoints/market-perpetuals/answer"
import { marketPerpetualsContract } from "@/lib/endpoints/market-perpetuals/contract"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { createPerpetualFeeds } from "./perpetual-feed"

const NOW = Date.UTC(2026, 10, 20, 12, 0, 30)

async function open(profile: "open" | "strict" = "strict") {
  const { ports, faults, time } = await createSandboxFeedPorts({ nowMs: NOW })
  const { perpetuals } = createPerpetualFeeds({ ...ports, profile })
  const answer = () => getMarketPerpetuals({ perpetuals, mode: "sandbox", nowMs: ports.clock() })
  return { perpetuals, answer, faults, time }
}

test.each(["open", "strict"] as const)("with SOURCES=%s there are prices of twenty coins and more", async (profile) => {
  const answer = marketPerpetualsContract.response.parse(await (await open(profile)).answer())
  const symbols = answer.perpetuals.map(({ symbol }) => symbol)
  expect(symbols.length).toBeGreaterThanOrEqual(20)
  expect(symbols).toEqual(expect.arrayContaining([...COINS, "DOGE"]))
  expect(symbols, "delisted").not.toContain("MATIC")
  expect(answer).toMatchObject({ source: "hyperliquid", age_s: 0, withheld: null })
  const volumes = answer.perpetuals.map(({ volume_24h_usd }) => volume_24h_usd)
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
  expect(answer.perpetuals.every(({ change_24h_pct }) => Math.abs(change_24h_pct ?? 100) < 40)).toBe(true)
})

test("the last prices stay with their age for five minutes while the venue fails, then there are none", async () => {
  const { perpetuals, answer, faults, time } = await open()
  await answer()
  faults.set("hyperliquid", { kind: "down" })
  time.advance(4 * MINUTE_MS)
  await perpetuals.refreshIfDue()
  expect(await answer()).toMatchObject({ source: "hyperliquid", age_s: 240 })
  time.advance(2 * MINUTE_MS)
  expect(await answer()).toMatchObject({ source: null, as_of: null, perpetuals: [], withheld: null })
})

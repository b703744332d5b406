import { expect, test } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { createDominanceFeeds } from "./dominance-feeds"

const NOW = Date.UTC(2026, 10, 20, 12, 0, 30)

test("bitcoin dominance comes from CoinGecko with CoinGecko's time", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW })
  const read = await createDominanceFeeds(ports).dominance.read()
  expect(read).toMatchObject({ source: "coingecko", asOfMs: Date.UTC(2026, 10, 20, 12) })
  expect(read?.value.btcPct).toBeGreaterThan(35)
  expect(read?.value.marketCapUsd).toBeGreaterThan(1e12)
})

test.each(["429", "html", "down", "drift", "stale:2026-11-20T05:00:00Z"])(
  "with CoinGecko failing by %s, CoinPaprika serves",
  async (fault) => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW, faults: `coingecko=${fault}` })
    const { dominance } = createDominanceFeeds(ports)
    expect(await dominance.read()).toMatchObject({ source: "coinpaprika", value: { ethPct: null } })
    expect(dominance.status().lastError?.source).toBe("coingecko")
  },
)

test("after one failure CoinGecko's value stays; after an hour of failures CoinPaprika serves", async () => {
  const { ports, faults, time } = await createSandboxFeedPorts({ nowMs: NOW })
  const { dominance } = createDominanceFeeds(ports)
  await dominance.read()
  const refresh = async (minutes: number) => {
    time.advance(minutes * 60_000)
    await dominance.refreshIfDue()
    return dominance.read()
  }
  faults.set("coingecko", { kind: "status", status: 429 })
  const after = await refresh(10)
  expect(after?.source).toBe("coingecko")
  expect(after?.value.ethPct).not.toBeNull()
  expect(dominance.status().lastError?.source).toBe("coingecko")
  expect((await refresh(60))?.source).toBe("coinpaprika")
  faults.delete("coingecko")
  expect((await refresh(60))?.source).toBe("coingecko")
})

test("a value of a provider whose clock is ahead is dated now", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW, faults: "coingecko=skew:86400000" })
  expect((await createDominanceFeeds(ports).dominance.read())?.asOfMs).toBe(NOW)
})

test("the last value is served for six hours", async () => {
  const { ports, faults, time } = await createSandboxFeedPorts({ nowMs: NOW })
  const { dominance } = createDominanceFeeds(ports)
  await dominance.read()
  faults.set("coingecko", { kind: "down" }).set("coinpaprika", { kind: "down" })
  time.advance(6 * HOUR_MS - 60_000)
  expect(await dominance.read()).not.toBeNull()
  time.advance(60_000)
  expect(await dominance.read()).toBeNull()
})

test("with strict the change of the market is our own, after a day of readings that are kept no longer", async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW })
  const open = createDominanceFeeds(ports).dominance
  const strict = createDominanceFeeds({
    ...ports,
    profile: "strict",
    store: (await createSandboxFeedPorts({ nowMs: NOW })).ports.store,
  }).dominance
  const first = await open.read()
  expect((await strict.read())?.value).toMatchObject({ marketCapUsd: null, marketCapChange24hPct: null })
  for (let hours = 0; hours < 26; hours += 2) {
    time.advance(2 * HOUR_MS)
    await Promise.all([open.refreshIfDue(), strict.refreshIfDue()])
    if (hours !== 22) continue
    const ratio = ((await open.read())?.value.marketCapUsd ?? 0) / (first?.value.marketCapUsd ?? 1)
    expect((await strict.read())?.value.marketCapChange24hPct).toBeCloseTo(100 * (ratio - 1), 9)
  }
  const held = await strict.read()
  expect(held?.value).toMatchObject({ btcPct: null, volume24hUsd: null })
  expect(JSON.stringify(held?.value).match(/"usd"/g)).toHaveLength(13)
})

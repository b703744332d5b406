import { expect, test } from "vitest"
import { summariseEtfFlows } from "@/lib/domain/flows/etf-summary"
import { COINS } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { sourceError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { createEtfFeeds } from "./etf-feeds"

const NOW = Date.UTC(2026, 10, 20, 12, 0, 30)
/** Many tables are read, which takes long on a busy machine. */
const slow = { timeout: 60_000 }

test("each coin has its own funds and a complete day of this week", slow, async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW })
  const { etfFlows } = createEtfFeeds(ports)
  const tickers = await Promise.all(
    COINS.map(async (coin) => {
      const table = await etfFlows.read(coin)
      const summary = summariseEtfFlows(table?.value ?? [], NOW)
      expect(NOW - (summary?.dayMs ?? 0), coin).toBeLessThan(4 * DAY_MS)
      return Object.keys(summary?.usdMByFund ?? {})
    }),
  )
  expect(tickers.map((funds) => ["IBIT", "ETHA", "BSOL"].map((name) => funds.includes(name)))).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
  expect(etfFlows.status()).toMatchObject({ source: "farside", isFresh: true, lastError: null })
})

test("a table is served for a week without its provider, also after a restart", async () => {
  const { ports, faults, time } = await createSandboxFeedPorts({ nowMs: NOW })
  await createEtfFeeds(ports).etfFlows.read("BTC")
  faults.set("farside", { kind: "down" })
  time.advance(4 * DAY_MS)
  const { etfFlows } = createEtfFeeds(ports)
  expect((await etfFlows.read("BTC"))?.source).toBe("farside")
  time.advance(4 * DAY_MS)
  expect(await etfFlows.read("BTC")).toBeNull()
  expect(etfFlows.status().lastError).not.toBeNull()
})

test("a year of days is read at the start, and stays when only the last days are read", slow, async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW })
  const { etfFlows } = createEtfFeeds(ports)
  const whole = (await etfFlows.read("BTC"))?.value ?? []
  expect(summariseEtfFlows(whole, NOW)?.sessionsCompared).toBe(250)
  time.advance(DAY_MS)
  await etfFlows.refreshIfDue()
  const days = (await etfFlows.read("BTC"))?.value ?? []
  expect(days.length).toBeGreaterThanOrEqual(whole.length)
  expect(days.map(({ atMs }) => atMs)).toEqual([...new Set(days.map(({ atMs }) => atMs))].toSorted((a, b) => a - b))
})

/** The longest time between two neighbouring days, in days. It is four around a weekend with a holiday. */
function longestPause(days: readonly { readonly atMs: number }[]): number {
  return Math.max(...days.slice(1).map(({ atMs }, index) => (atMs - (days[index]?.atMs ?? 0)) / DAY_MS))
}

test("after a gap that the provider's last days do not cover, the whole history is read again", slow, async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW - 40 * DAY_MS })
  await createEtfFeeds(ports).etfFlows.read("BTC")
  time.advance(40 * DAY_MS)
  const { etfFlows } = createEtfFeeds(ports)
  const days = (await etfFlows.read("BTC"))?.value ?? []
  expect(longestPause(days)).toBeLessThanOrEqual(4)
  expect(summariseEtfFlows(days, NOW)?.sessionsCompared).toBe(250)
})

/** A client for which the page of the whole history times out while `isSilent` is true. */
function withoutHistory(http: SourceClient, isSilent: () => boolean): SourceClient {
  const silent = sourceError({ kind: "timeout", host: "farside.co.uk", message: "It is silent." })
  const isRefused = (url: string) => isSilent() && url.includes("all-data")
  return {
    ...http,
    getJson: (url, options) => (isRefused(url) ? Promise.reject(silent) : http.getJson(url, options)),
    getText: (url, options) => (isRefused(url) ? Promise.reject(silent) : http.getText(url, options)),
  }
}

test("the first start works without the page of the whole history, which is requested again later", slow, async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW })
  let isSilent = true
  const { etfFlows } = createEtfFeeds({ ...ports, http: withoutHistory(ports.http, () => isSilent) })
  const days = (await etfFlows.read("BTC"))?.value ?? []
  expect(summariseEtfFlows(days, NOW)).toMatchObject({ percentile: null, week: { sessions: 5 } })
  isSilent = false
  time.advance(HOUR_MS)
  await etfFlows.refreshIfDue()
  expect((await etfFlows.read("BTC"))?.value.length).toBeGreaterThan(250)
})

test("when the history page fails, days before a gap are dropped, and come back when it answers", slow, async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW - 40 * DAY_MS })
  await createEtfFeeds(ports).etfFlows.read("BTC")
  time.advance(40 * DAY_MS)
  let isSilent = true
  const { etfFlows } = createEtfFeeds({ ...ports, http: withoutHistory(ports.http, () => isSilent) })
  const days = (await etfFlows.read("BTC"))?.value ?? []
  expect([days.length > 10, days.length < 15, longestPause(days) <= 4]).toEqual([true, true, true])
  isSilent = false
  time.advance(HOUR_MS)
  await etfFlows.refreshIfDue()
  expect((await etfFlows.read("BTC"))?.value.length).toBeGreaterThan(250)
})

test("with a key, a gap longer than one answer's month leaves no hole", async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW - 60 * DAY_MS, faults: "farside=down" })
  const keyed = { ...ports, keys: { ...ports.keys, sosovalue: "my-key" } }
  await createEtfFeeds(keyed).etfFlows.read("BTC")
  time.advance(20 * DAY_MS)
  const { etfFlows } = createEtfFeeds(keyed)
  const bridged = (await etfFlows.read("BTC"))?.value ?? []
  expect([bridged.length > 30, longestPause(bridged) <= 4]).toEqual([true, true])
  time.advance(40 * DAY_MS)
  const days = (await createEtfFeeds(keyed).etfFlows.read("BTC"))?.value ?? []
  expect([days.length > 15, longestPause(days) <= 4]).toEqual([true, true])
})

test("the strict profile reads no table without a key", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW })
  expect(await createEtfFeeds({ ...ports, profile: "strict" }).etfFlows.read("BTC")).toBeNull()
})

test("with a key there is always a complete day by fund, also while the next day is reported", slow, async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: Date.UTC(2026, 10, 17, 10), faults: "farside=down" })
  const { etfFlows } = createEtfFeeds({ ...ports, keys: { ...ports.keys, sosovalue: "my-key" } })
  for (let hours = 0; hours < 7 * 24; hours += 3) {
    await etfFlows.refreshIfDue()
    for (const coin of COINS) {
      const summary = summariseEtfFlows((await etfFlows.read(coin))?.value ?? [], time.clock())
      const at = `${coin} at ${new Date(time.clock()).toISOString()}`
      // A weekend, plus the hours in which Friday and Monday are reported.
      expect(time.clock() - (summary?.dayMs ?? 0), at).toBeLessThan(4.5 * DAY_MS)
      expect(
        Object.values(summary?.usdMByFund ?? {}).reduce((sum, usdM) => sum + usdM, 0),
        at,
      ).toBeCloseTo(summary?.totalUsdM ?? Number.NaN, 0)
    }
    time.advance(3 * HOUR_MS)
  }
})

test("with a key SoSoValue's totals and the newest day by fund are preferred", slow, async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW, faults: "farside=down" })
  const { etfFlows } = createEtfFeeds({ ...ports, keys: { ...ports.keys, sosovalue: "my-key" } })
  const table = await etfFlows.read("BTC")
  expect(table?.source).toBe("sosovalue")
  expect(table?.value.length, "300 days fill a new history").toBeGreaterThan(250)
  expect(Object.keys(table?.value.at(-1)?.usdMByFund ?? {})).toContain("IBIT")
  const known = await createEtfFeeds((await createSandboxFeedPorts({ nowMs: NOW })).ports).etfFlows.read("BTC")
  const sameDay = known?.value.find(({ atMs }) => atMs === table?.value.at(-3)?.atMs)
  expect(table?.value.at(-3)?.totalUsdM).toBeCloseTo(sameDay?.totalUsdM ?? 0, 0)
})

test("with a key, a failing provider loses neither the flows by fund nor earlier days", slow, async () => {
  const { ports, faults, time } = await createSandboxFeedPorts({ nowMs: NOW - 14 * DAY_MS })
  const { etfFlows } = createEtfFeeds({ ...ports, keys: { ...ports.keys, sosovalue: "my-key" } })
  const known = async () => {
    const table = await etfFlows.read("BTC")
    const days = table?.value ?? []
    const split = days.filter(({ usdMByFund }) => Object.keys(usdMByFund).length > 0).length
    return { source: table?.source, days: days.length, split }
  }
  const pass = async (ms: number) => {
    time.advance(ms)
    await etfFlows.refreshIfDue()
  }
  await etfFlows.refreshIfDue()
  for (let day = 0; day < 10; day++) await pass(DAY_MS)
  const before = await known()
  expect(before.split).toBeGreaterThan(1)
  faults.set("sosovalue", { kind: "down" })
  await pass(DAY_MS)
  expect(await known()).toEqual(before)
  expect(etfFlows.status()).toMatchObject({ source: "sosovalue", isFresh: true, lastError: { kind: "network" } })
  // After two days the fallback serves. The earlier rows are still known when the provider is back.
  await pass(DAY_MS)
  expect((await known()).source).toBe("farside")
  faults.delete("sosovalue")
  await pass(DAY_MS)
  const after = await known()
  expect(after.source).toBe("sosovalue")
  expect([after.days > before.days, after.split >= before.split]).toEqual([true, true])
})

import { beforeAll, expect, test, vi } from "vitest"
import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import type { Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import {
  type CatalogueHarness,
  openCatalogueHarness,
  installRuntime,
} from "@/tools/testing/catalogue/catalogue-harness"
import { getEvents } from "@/lib/endpoints/events/answer"
import { freeAnswer } from "@/lib/server/runtime/answers"
import { runtime } from "@/lib/server/runtime/runtime"
import { currentEntityTag, previewOf, versionsAnswer } from "@/lib/server/runtime/versions"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const PATHS = ["signal", "context", "risk"].flatMap((name) => ["BTC", "ETH", "SOL"].map((coin) => `/${name}/${coin}`))
const OTHERS = [
  "/regime",
  "/events",
  "/market/etf",
  "/institutions",
  "/market/overview",
  "/yields",
  "/defi/recommend",
  "/dex/alpha",
  "/geo/events",
  "/geo/alert",
]

/** Ports that have all inputs. */
let calm: CatalogueHarness

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  calm = await openCatalogueHarness(NOW_MS)
})
test("every product has a version that stays the same until a new decision", async () => {
  await calm.restore()
  const first = await versionsAnswer()
  expect(versionsContract.response.parse(first)).toEqual(first)
  expect(Object.keys(first.versions)).toEqual(expect.arrayContaining([...PATHS, ...OTHERS]))
  vi.setSystemTime(NOW_MS + 59_000)
  expect(await versionsAnswer(), "no input changes within the minute").toBe(first)
  vi.setSystemTime(NOW_MS + 60_000)
  const second = await versionsAnswer()
  expect(second.timestamp).not.toBe(first.timestamp)
  expect(second.versions).toEqual(first.versions)
}, 60_000)

test("previewOf() returns the last known version without waiting", async () => {
  await calm.restore()
  previewOf("/api/signal/BTC")
  const { versions } = await versionsAnswer()
  expect(previewOf("/api/signal/BTC")).toEqual(versions["/signal/BTC"])
  expect(previewOf("/api/geo/events?hours=24")).toEqual(versions["/geo/events"])
  expect(previewOf("/api/nothing")).toBeNull()
}, 60_000)

test("the ETF flows of each coin have their own version, for any other parameters", async () => {
  await calm.restore()
  const { versions } = await versionsAnswer()
  const tagged = (key: string) => `"${versions[key]?.version}-${versions[key]?.commitment.slice(0, 16)}"`
  expect(await currentEntityTag("/api/market/etf")).toBe(tagged("/market/etf"))
  expect(await currentEntityTag("/api/market/etf?asset=BTC")).toBe(tagged("/market/etf"))
  expect(await currentEntityTag("/api/market/etf?x=1&asset=ETH")).toBe(tagged("/market/etf?asset=ETH"))
  expect(tagged("/market/etf?asset=ETH")).not.toBe(tagged("/market/etf"))
}, 60_000)

test("an answer's ETag changes at once with a new value of its data", async () => {
  await calm.restore()
  const service = await runtime()
  let hasNew = false
  const candles = {
    ...service.candles,
    revision: () => service.candles.revision() + Number(hasNew),
    candles: async (coin: Coin, interval: Interval) => {
      const held = await service.candles.candles(coin, interval)
      return held && hasNew ? { ...held, value: held.value.slice(0, -2) } : held
    },
  }
  installRuntime({ ...service, candles }, NOW_MS)
  const before = await currentEntityTag("/api/signal/BTC")
  expect(await currentEntityTag("/api/signal/BTC")).toBe(before)
  hasNew = true
  expect(await currentEntityTag("/api/signal/BTC")).not.toBe(before)
}, 60_000)

test("two processes agree on versions and commitments, also when one has older data", async () => {
  await calm.restore()
  const shared = await runtime()
  const processOf = (held: { isNew: boolean }) => ({
    ...shared,
    candles: {
      ...shared.candles,
      revision: () => shared.candles.revision() + Number(held.isNew),
      reload: async () => void (held.isNew = true),
      candles: async (coin: Coin, interval: Interval) => {
        const series = await shared.candles.candles(coin, interval)
        return series && held.isNew ? { ...series, value: series.value.slice(0, -2) } : series
      },
    },
  })
  const [one, other] = [processOf({ isNew: false }), processOf({ isNew: false })]
  const asked = async (service: typeof one) => {
    installRuntime(service, NOW_MS)
    return (await versionsAnswer()).versions["/signal/BTC"]
  }
  const before = await asked(one)
  vi.setSystemTime(NOW_MS + 60_000)
  await one.candles.reload()
  const after = await asked(one)
  expect(after?.version).toBe((before?.version ?? 0) + 1)
  expect((await asked(other))?.commitment, "it first loads what the first process stored").toBe(after?.commitment)
  vi.setSystemTime(NOW_MS + 120_000)
  expect((await asked(one))?.commitment).toBe(after?.commitment)
}, 60_000)

test("the arena shows the same versions", async () => {
  await calm.restore()
  const { versions } = await versionsAnswer()
  expect((await freeAnswer("arena_snapshot", arenaContract.queryParams.parse({}))).versions).toEqual(versions)
}, 60_000)

test("a product that was never available has the status unavailable, also in the preview", async () => {
  await openCatalogueHarness(NOW_MS, "dexscreener=down,geckoterminal=down")
  const { versions } = await versionsAnswer()
  expect(versions["/signal/BTC"]?.status).toBe("current")
  expect(versions["/dex/alpha"]).toMatchObject({ version: 1, status: "unavailable" })
  expect(previewOf("/api/dex/alpha")).toMatchObject({ status: "unavailable" })
}, 60_000)

test("the market overview is current without fear & greed", async () => {
  await openCatalogueHarness(NOW_MS, "alternative-me=down")
  const { versions } = await versionsAnswer()
  expect(versions["/market/overview"]?.status).toBe("current")
}, 60_000)

test("/events has a new version when other events are next, without new provider data", async () => {
  await calm.restore()
  const before = (await versionsAnswer()).versions["/events"]
  const { feeds } = await runtime()
  const asked = { calendar: feeds.calendar, mode: "sandbox" } as const
  const commitmentsAt = async (nowMs: number) =>
    (await getEvents({}, { ...asked, nowMs })).upcoming_7d.map(({ event }) => event)
  const laterMs = NOW_MS + 5 * 3_600_000
  vi.setSystemTime(laterMs)
  expect(await commitmentsAt(laterMs)).not.toEqual(await commitmentsAt(NOW_MS))
  expect((await versionsAnswer()).versions["/events"]?.version).toBe((before?.version ?? 0) + 1)
}, 60_000)

test("a new closed candle is a new version of every product that reads candles", async () => {
  await calm.restore()
  const service = await runtime()
  const versions = async () => (await versionsAnswer()).versions
  const now = await versions()
  const candles = {
    ...service.candles,
    candles: async (coin: Coin, interval: Interval) => {
      const held = await service.candles.candles(coin, interval)
      return held && { ...held, value: held.value.slice(0, -2) }
    },
  }
  installRuntime({ ...service, candles }, NOW_MS)
  const other = await versions()
  for (const path of ["/geo/events", "/geo/alert", "/regime", "/signal/BTC", "/context/BTC", "/risk/BTC"]) {
    expect(other[path]?.version, path).toBe((now[path]?.version ?? 0) + 1)
  }
  expect(other["/events"]?.version).toBe(now["/events"]?.version)
}, 60_000)

test("versions contain no nonce and no direction", async () => {
  await calm.restore()
  expect(JSON.stringify(await versionsAnswer())).not.toMatch(/nonce|LONG|SHORT|NEUTRAL/)
}, 60_000)

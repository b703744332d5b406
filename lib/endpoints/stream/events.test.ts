import { expect, test, vi } from "vitest"
import { healthContract } from "@/lib/endpoints/health/contract"
import { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import { streamData } from "./contract"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { sealedId, type SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import {
  changedVersions,
  createRecentCalls,
  isServiceChanged,
  pricesEvent,
  resumeFrom,
  revealedCalls,
  serviceEvent,
  versionsSince,
} from "./events"

const CHANGED_MS = Date.UTC(2026, 10, 20, 12)
const version = { ...versionsContract.example.versions["/signal/BTC"], changed_at: isoTime(CHANGED_MS) } as const
type Version = Parameters<typeof changedVersions>[0][string]
const base = version as Version

test("a version event is sent only for a new resource, version or status", () => {
  const before = { "/regime": base, "/events": base, "/dex/alpha": base }
  const after = {
    "/regime": { ...base, data_as_of: isoTime(CHANGED_MS + 5) },
    "/events": { ...base, version: 18 },
    "/dex/alpha": { ...base, status: "unavailable" as const },
    "/yields": base,
  }
  const events = changedVersions(before, after)
  expect(events.map(({ data }) => data.resource)).toEqual(["/events", "/dex/alpha", "/yields"])
  expect(events.map(({ id }) => id)).toEqual(Array(3).fill(String(CHANGED_MS)))
  for (const { data } of events) expect(Object.keys(data).sort()).toEqual([...Object.keys(base), "resource"].sort())
})

test("a resumed stream repeats changes since its position, oldest first, and unavailable resources", () => {
  const versions = {
    "/new": { ...base, changed_at: isoTime(CHANGED_MS + 10) },
    "/same": base,
    "/old": { ...base, changed_at: isoTime(CHANGED_MS - 1) },
    "/gone": { ...base, changed_at: isoTime(CHANGED_MS - DAY_MS), status: "unavailable" as const },
  }
  expect(versionsSince(versions, CHANGED_MS).map(({ data }) => data.resource)).toEqual(["/gone", "/same", "/new"])
})

test("a position is resumed with an overlap, at most a week back", () => {
  expect(resumeFrom(String(CHANGED_MS), CHANGED_MS)).toBe(CHANGED_MS - 60_000)
  expect(resumeFrom("1", CHANGED_MS)).toBe(CHANGED_MS - 7 * DAY_MS)
})

test("a call is revealed a day after its close, once, and only when it was sealed in time", async () => {
  const decidedMs = CHANGED_MS - DAY_MS
  const sealedAt = (id: string, sealedAtMs: number) =>
    ({
      facts: {
        id,
        coin: id.slice(0, 3),
        decisionTimeMs: decidedMs,
        sealedAtMs,
        direction: "LONG",
        priceUsd: 1.23,
        inputs: [],
      },
    }) as unknown as SealedSignal
  const [live, late] = [sealedId("BTC", decidedMs), sealedId("ETH", decidedMs)]
  const records = new Map([
    [live, sealedAt(live, decidedMs + 1_000)],
    [late, sealedAt(late, decidedMs + 2 * HOUR_MS)],
  ])
  const sealed = { find: (id: string) => Promise.resolve(records.get(id) ?? null) }
  const between = async (fromMs: number, toMs: number) =>
    (await revealedCalls({ sealed, maySell: () => true }, { fromMs, toMs })).map(({ id, data }) => [id, data.id])
  expect(await between(CHANGED_MS - 5_000, CHANGED_MS - 1)).toEqual([])
  expect(await between(CHANGED_MS - 1, CHANGED_MS)).toEqual([[String(CHANGED_MS), live]])
  expect(await between(CHANGED_MS, CHANGED_MS + 5_000)).toEqual([])
})

test("recent calls are read from the store once, and those older than seven days are dropped", async () => {
  const find = vi.fn((id: string) => {
    const decisionTimeMs = Date.parse(id.slice(4))
    const facts = {
      id,
      coin: "BTC",
      decisionTimeMs,
      sealedAtMs: decisionTimeMs + 1_000,
      direction: "LONG",
      priceUsd: 1,
      inputs: [],
    }
    return Promise.resolve(id.startsWith("BTC") ? ({ facts } as unknown as SealedSignal) : null)
  })
  const read = createRecentCalls({ sealed: { find }, maySell: () => true })
  const first = await read(CHANGED_MS)
  const reads = find.mock.calls.length
  expect(first.length).toBeGreaterThan(7)
  expect(await read(CHANGED_MS + 1_000)).toEqual(first)
  expect(find).toHaveBeenCalledTimes(reads)
  const later = await read(CHANGED_MS + DAY_MS)
  expect(later).toHaveLength(first.length)
  expect(later.map(({ id }) => Number(id)).every((ms) => ms > CHANGED_MS - 6 * DAY_MS)).toBe(true)
  expect(await read(CHANGED_MS + 2_000), "after the clock was set back").toEqual(first)
})

test("the service event changes with a part's status, not with time", () => {
  const health = healthContract.response.parse(healthContract.example)
  const [part] = health.parts
  if (!part) throw new Error("The example has a part.")
  const [first, later] = [serviceEvent(health), serviceEvent({ ...health, timestamp: isoTime(CHANGED_MS + 60_000) })]
  const failed = serviceEvent({ ...health, parts: [{ ...part, status: "degraded" }] })
  expect([isServiceChanged(null, first), isServiceChanged(first, later), isServiceChanged(first, failed)]).toEqual([
    true,
    false,
    true,
  ])
  expect(failed.data.not_ok).toEqual([{ name: "candles", status: "degraded" }])
})

test("price events have no sparkline and match the contract", () => {
  const { data } = pricesEvent(marketPricesContract.response.parse(marketPricesContract.example))
  expect(streamData.prices.strict().parse(data)).toEqual(data)
  expect(JSON.stringify(data)).not.toContain("sparkline")
})

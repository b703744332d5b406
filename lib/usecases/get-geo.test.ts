import { expect, test } from "vitest"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import type { AssetPriceFeed, GeoAsset } from "@/lib/domain/geo/impact"
import type { NewsFeed, NewsScan } from "@/lib/domain/geo/news"
import { article, closedStrait, nowMs, quietStrait, scan } from "@/tools/testing/domain/geo/news"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { getGeoAlert } from "@/lib/endpoints/geo-alert/answer"
import { getGeoEvents } from "@/lib/endpoints/geo-events/answer"

const prices: AssetPriceFeed = {
  hourly: async (asset: GeoAsset) => {
    if (asset === "GOLD") return null
    const value = Array.from({ length: 24 * 40 }, (_, index) => ({
      closeTimeMs: nowMs - (24 * 40 - 1 - index) * HOUR_MS,
      closeUsd: index % 2 === 0 ? 100 : 100.1,
    }))
    return { value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "prices" }
  },
}

function deps(value: NewsScan | null, atMs = nowMs) {
  const news: NewsFeed = {
    read: async () => value && { value, asOfMs: nowMs - 60_000, fetchedAtMs: nowMs, source: "gdelt" },
  }
  return { news, prices, nowMs: atMs, mode: "live" } as const
}

const warArticle = article("Russian missile strikes hit Kyiv", 50, "reuters.com")
const busyScan = scan([...closedStrait, warArticle], { attention: quietStrait })
const calmScan = scan([article("World leaders gather", 1, "reuters.com"), warArticle])
const eventsQuery = geoEventsContract.queryParams.parse({})
const alertQuery = geoAlertContract.queryParams.parse({})

test("events match the contract, with the most severe first", async () => {
  const answer = await getGeoEvents(eventsQuery, deps(busyScan))
  expect(geoEventsContract.response.parse(answer)).toEqual(answer)
  expect(answer.events.map(({ category, severity }) => [category, severity])).toEqual([
    ["CHOKEPOINT", "CRITICAL"],
    ["WAR", "MEDIUM"],
  ])
  expect(answer.summary).toMatchObject({ highest: "CRITICAL", by_category: { WAR: 1, CHOKEPOINT: 1 } })
  expect(answer.events[0]?.impact.BTC).toMatchObject({ direction: "UNCLEAR", ar_24h_pct: null })
  expect(answer.meta.degraded).toEqual(["No prices of GOLD: its moves are not measured."])
  expect(answer.attribution).toEqual(["The GDELT Project (https://www.gdeltproject.org)"])
})

test("the parameters filter events", async () => {
  const found = async (query: Partial<typeof eventsQuery>) =>
    (await getGeoEvents({ ...eventsQuery, ...query }, deps(busyScan))).events.map(({ category }) => category)
  expect(await found({ hours: 24 })).toEqual(["CHOKEPOINT"])
  expect(await found({ category: "WAR" })).toEqual(["WAR"])
  expect(await found({ min_severity: "HIGH" })).toEqual(["CHOKEPOINT"])
  expect(await found({ hours: 1, since: new Date(nowMs - 60 * HOUR_MS).toISOString() })).toHaveLength(2)
  expect(await found({ asset: "OIL" }), "nothing moved").toEqual([])
  expect(await found({ limit: 1 })).toEqual(["CHOKEPOINT"])
})

test("since in the future is refused, except for a small clock difference", () => {
  const refused = (aheadMs: number) => {
    const since = new Date(Date.now() + aheadMs).toISOString()
    return geoEventsContract.queryParams.safeParse({ since }).error?.issues[0]
  }
  expect(refused(2 * HOUR_MS)).toMatchObject({ path: ["since"], message: expect.stringContaining("future") })
  for (const aheadMs of [30_000, -HOUR_MS, -1000 * HOUR_MS]) expect(refused(aheadMs)).toBeUndefined()
})

test("an alert matches the contract and has its evidence", async () => {
  const answer = await getGeoAlert(alertQuery, deps(busyScan))
  expect(geoAlertContract.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ status: "ALERT", level: "CRITICAL", count: 1 })
  expect(answer.alerts[0]).toMatchObject({ escalated_from: "HIGH", ack_key: answer.alerts[0]?.id })
  expect(answer.affected_assets.BTC).toEqual({ events: 1, significant_moves: 0 })
  expect(answer.checked).toMatchObject({ sources_ok: 1, sources_total: 1, articles_scanned: 13 })
})

test("without severe events the alert is CLEAR and lists what was checked", async () => {
  const answer = await getGeoAlert(alertQuery, deps(calmScan))
  expect(geoAlertContract.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ status: "CLEAR", level: null, count: 0, alerts: [], checked: { sources_ok: 1 } })
})

test("without news sources alert and events are unavailable", async () => {
  const down = { ...calmScan, providers: calmScan.providers.map((provider) => ({ ...provider, isOk: false })) }
  for (const value of [null, down, { ...calmScan, articles: [] }, { ...calmScan, providers: [] }]) {
    await expect(getGeoAlert(alertQuery, deps(value))).rejects.toMatchObject({ code: "data_unavailable" })
    await expect(getGeoEvents(eventsQuery, deps(value))).rejects.toMatchObject({ code: "data_unavailable" })
  }
  await expect(getGeoAlert(alertQuery, deps(calmScan, nowMs + 3 * HOUR_MS))).rejects.toThrow("Too few news sources")
})

test.each([
  [geoEventsContract, "hours", "169"],
  [geoEventsContract, "since", "yesterday"],
  [geoEventsContract, "category", "SPORTS"],
  [geoEventsContract, "min_severity", "high"],
  [geoAlertContract, "hours", "25"],
  [geoAlertContract, "min_severity", "LOW"],
] as const)("an invalid value is refused with its parameter", (contract, name, value) => {
  expect(contract.queryParams.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name])
})

import { describe, expect, test } from "vitest"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { AssetPriceFeed } from "@/lib/domain/geo/impact"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { getGeoAlert } from "@/lib/endpoints/geo-alert/answer"
import { getGeoEvents } from "@/lib/endpoints/geo-events/answer"
import { createNewsFeeds } from "./news-feeds"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const NO_PRICES: AssetPriceFeed = { hourly: () => Promise.resolve(null) }

async function open(faults = "") {
  const { ports, time, faults: now } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults })
  let { news } = createNewsFeeds(ports)
  const asked = () => ({ news, prices: NO_PRICES, mode: "sandbox" as const, nowMs: time.clock() })
  return {
    events: async (params: Readonly<Record<string, string>> = {}) =>
      geoEventsContract.response.parse(await getGeoEvents(geoEventsContract.queryParams.parse(params), asked())),
    alert: async () =>
      geoAlertContract.response.parse(await getGeoAlert(geoAlertContract.queryParams.parse({}), asked())),
    read: () => news.read(),
    refresh: () => news.refreshIfDue(),
    restart: () => {
      ;({ news } = createNewsFeeds(ports))
    },
    time,
    faults: now,
  }
}

/** Links of articles with a location, which only event files have. */
async function articleUrls({ read }: Awaited<ReturnType<typeof open>>): Promise<readonly string[]> {
  const articles = (await read())?.value.articles ?? []
  return articles.flatMap(({ location, url }) => (location === null ? [] : [url])).toSorted()
}

/** The time since which a worldwide provider has seen all news; `undefined` without such a provider. */
async function watchedFromMs({ read }: Awaited<ReturnType<typeof open>>): Promise<number | undefined> {
  return (await read())?.value.watches[0]?.fromMs
}

describe("news on the simulated market", () => {
  test("a week's articles become events of several outlets, without irrelevant articles", async () => {
    const { events } = await open()
    const { events: found, total } = await events({ hours: "168", limit: "100" })
    expect(total).toBeGreaterThan(5)
    expect(found.some(({ sources }) => sources.length > 2)).toBe(true)
    expect(found.map(({ title }) => title).join(" ")).not.toMatch(/\b(?:football|phone|rain)\b/i)
  })

  test("an alert lists high-severity events or is CLEAR, with the number of outlets that answered", async () => {
    const { status, alerts, checked } = await (await open()).alert()
    expect(status).toBe(alerts.length === 0 ? "CLEAR" : "ALERT")
    expect(checked.sources_ok).toBe(7)
    expect(checked.articles_scanned).toBeGreaterThan(10)
  })

  test.each(["gdelt=429", "bbc=html,guardian=truncated", "aljazeera=down"])(
    "with %s the other providers are read, and the failed providers are marked",
    async (faults) => {
      const { read, events } = await open(faults)
      const scan = await read()
      const down = scan?.value.providers.filter(({ isOk }) => !isOk).map(({ name }) => name)
      expect(down).toEqual(faults.split(",").map((fault) => fault.split("=")[0]))
      await events()
    },
  )

  test("with all news providers down, events and alert are unavailable", async () => {
    const { alert, events } = await open(
      "gdelt=down,gdelt-files=down,federal-register=503,bbc=500,guardian=down,aljazeera=down",
    )
    await expect(alert()).rejects.toThrow(DataUnavailableError)
    await expect(events()).rejects.toThrow(DataUnavailableError)
  })

  test("a restart loads the last week and drops older articles", async () => {
    const { read, refresh, restart, time, faults } = await open()
    const before = (await read())?.value.articles.length ?? 0
    for (const name of ["gdelt", "gdelt-files", "federal-register", "bbc", "guardian", "aljazeera"] as const)
      faults.set(name, { kind: "down" })
    restart()
    expect((await read())?.value.articles.length).toBe(before)
    faults.clear()
    time.advance(8 * 24 * HOUR_MS)
    await refresh()
    const seen = (await read())?.value.articles.map(({ seenAtMs }) => seenAtMs) ?? []
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(time.clock() - 9 * 24 * HOUR_MS)
  })

  test("the first read has seven whole days to compare with, and each day is counted once", async () => {
    const { read, refresh, restart, time } = await open()
    await refresh()
    const days = (await read())?.value.attention ?? []
    expect(days.map(({ dayMs }) => new Date(dayMs).getUTCDate())).toEqual([12, 13, 14, 15, 16, 17, 18, 19])
    expect(days.filter(({ seen }) => Object.keys(seen["gdelt"] ?? {}).length > 1).length).toBeGreaterThan(5)
    restart()
    time.advance(24 * HOUR_MS)
    await refresh()
    const later = (await read())?.value.attention ?? []
    expect(later.slice(0, -1)).toEqual(days)
    expect(later).toHaveLength(days.length + 1)
  })

  test("event files have locations, and the same link from several sources is one article", async () => {
    const { read, events, refresh, time } = await open()
    for (let quarter = 0; quarter < 40; quarter++) {
      await refresh()
      time.advance(HOUR_MS / 4)
    }
    const articles = (await read())?.value.articles ?? []
    expect(articles.some(({ location }) => location !== null)).toBe(true)
    const { events: found } = await events({ hours: "168", limit: "100" })
    expect(found.some(({ location }) => location !== null)).toBe(true)
    for (const { corroboration, sources } of found) {
      expect(new Set(sources.map(({ url }) => url)).size).toBe(sources.length)
      expect(corroboration.articles).toBeLessThan(60)
    }
  })

  test("a failed poll of event files, or a quarter hour without events, leaves no gap", async () => {
    const [failing, whole] = [await open("gdelt=down"), await open("gdelt=down")]
    await failing.refresh()
    await whole.refresh()
    const beginMs = await watchedFromMs(failing)
    for (let quarter = 1; quarter <= 9; quarter++) {
      if (quarter % 4 === 0) failing.faults.set("gdelt-files", { kind: "down" })
      else failing.faults.delete("gdelt-files")
      for (const { time, refresh } of [failing, whole]) {
        time.advance(HOUR_MS / 4)
        await refresh()
      }
      expect(await watchedFromMs(failing), `quarter ${quarter}`).toBe(beginMs)
    }
    const [urls, all] = [await articleUrls(failing), await articleUrls(whole)]
    expect(urls).toEqual(all)
    expect(urls.length).toBeGreaterThan(0)
  })

  test("after hours without event files the watched period starts again", async () => {
    const market = await open("gdelt=down")
    const { refresh, time, faults } = market
    await refresh()
    faults.set("gdelt-files", { kind: "down" })
    time.advance(3 * HOUR_MS)
    await refresh()
    faults.delete("gdelt-files")
    time.advance(HOUR_MS)
    await refresh()
    expect(time.clock() - ((await watchedFromMs(market)) ?? 0)).toBeLessThanOrEqual(HOUR_MS / 2)
  })

  test("documents of the Federal Register are official evidence", async () => {
    const { read } = await open()
    const official = ((await read())?.value.articles ?? []).filter(({ isOfficial }) => isOfficial)
    for (const { domain } of official) expect(domain).toBe("federalregister.gov")
    expect((await read())?.value.providers.find(({ name }) => name === "federal-register")?.isOk).toBe(true)
  })

  test.each([
    ["only the newest event file", "gdelt=down", HOUR_MS],
    ["only single outlets", "gdelt=down,gdelt-files=down", 0],
  ])("with %s, old documents do not count as a week to compare with", async (_, faults, maxDelayMs) => {
    const market = await open(faults)
    const { read, events, time } = market
    const scan = (await read())?.value
    const oldestMs = Math.min(...(scan?.articles ?? []).map(({ seenAtMs }) => seenAtMs))
    expect(time.clock() - oldestMs, "days without a worldwide provider").toBeGreaterThan(7 * 24 * HOUR_MS)
    expect(time.clock() - ((await watchedFromMs(market)) ?? time.clock())).toBeLessThanOrEqual(maxDelayMs)
    expect((await events()).summary.index.z_vs_week).toBeNull()
  })

  test("with a week of worldwide news the index is compared with the week", async () => {
    expect((await (await open()).events()).summary.index.z_vs_week).not.toBeNull()
  })

  test("days without a worldwide provider have no attention count", async () => {
    const { read, refresh } = await open("gdelt=down,gdelt-files=down")
    await refresh()
    expect((await read())?.value.attention).toEqual([])
  })
})

import { beforeAll, expect, test, vi } from "vitest"
import { eventsContract } from "@/lib/endpoints/events/contract"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { assetPrices } from "@/lib/market/feeds/asset-prices"
import type { Feeds } from "@/lib/market/feeds/all-feeds"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { marketPorts } from "@/lib/server/runtime/market-ports"
import { type Runtime, runtime } from "@/lib/server/runtime/runtime"
import { getEvents } from "@/lib/endpoints/events/answer"
import { getGeoAlert } from "@/lib/endpoints/geo-alert/answer"
import { getGeoEvents } from "@/lib/endpoints/geo-events/answer"
import { getInstitutions } from "@/lib/endpoints/institutions/answer"
import { readVersionInputs } from "./version-inputs"

/* Answers change with time alone: events come near, alerts end, trades leave a list. Their versions must change with them. */

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const HOUR_MS = 3_600_000
/** Hours between which events of the simulated market come near, and alerts end. */
const STEPS = [0, 1, 20, 27, 50, 75, 110].map((hours) => NOW_MS + hours * HOUR_MS)

let service: Runtime

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
  const opened = await runtime()
  const none = { read: () => Promise.resolve(null) }
  const { pools, trust, tokens, etfFlows, fearGreed } = opened.feeds
  // Only what this test compares is computed.
  service = {
    ...opened,
    candles: { ...opened.candles, candles: none.read, price: none.read },
    feeds: {
      ...opened.feeds,
      pools: { ...pools, ...none },
      trust: { ...trust, ...none },
      tokens: { ...tokens, ...none },
      etfFlows: { ...etfFlows, ...none },
      fearGreed: { ...fearGreed, ...none },
    },
  }
}, 60_000)

test("while a version stays, so does the decision of the answer, hour after hour without new data", async () => {
  const held = new Map<string, { readonly decision: string; readonly answer: string }>()
  const changes: Record<string, number> = {}
  for (const nowMs of STEPS) {
    vi.setSystemTime(nowMs)
    const feeds = await frozen(service.feeds, nowMs)
    const portsAt = (atMs: number) => marketPorts({ ...service, feeds }, atMs)
    const decisions = await readVersionInputs({ portsAt, log: () => undefined }, nowMs)
    const asked = { mode: "sandbox", nowMs, prices: assetPrices(service.candles, feeds) } as const
    const answers = {
      "/events": decided(await getEvents(eventsContract.queryParams.parse({}), { ...asked, calendar: feeds.calendar })),
      "/geo/events": states(
        await getGeoEvents(geoEventsContract.queryParams.parse({ limit: "50" }), { ...asked, news: feeds.news }),
      ),
      "/geo/alert": alerts(await getGeoAlert(geoAlertContract.queryParams.parse({}), { ...asked, news: feeds.news })),
      "/institutions": trades(
        await getInstitutions({}, { ...asked, treasuries: feeds.treasuries, candles: service.candles }),
      ),
    }
    for (const [path, value] of Object.entries(answers)) {
      const decision = JSON.stringify(decisions.find((one) => one.path === path)?.decision)
      const answer = JSON.stringify(value)
      const before = held.get(path)
      if (before?.decision === decision)
        expect(answer, `${path} at ${new Date(nowMs).toISOString()}`).toBe(before.answer)
      if (before !== undefined && before.answer !== answer) changes[path] = (changes[path] ?? 0) + 1
      held.set(path, { decision, answer })
    }
  }
  expect(changes["/events"], "the walk passes events").toBeGreaterThan(1)
  expect(changes["/geo/alert"], "the walk passes the end of alerts").toBeGreaterThan(0)
}, 60_000)

type EventsAnswer = Awaited<ReturnType<typeof getEvents>>

function decided({ upcoming_7d, warning, next_high_impact, meta }: EventsAnswer) {
  return [
    upcoming_7d.map(({ event, date }) => [event, date]),
    warning.replace(/ in \S+(?: min)? \(/, " ("),
    next_high_impact?.event,
    meta.degraded.length,
  ]
}

function states({ events, summary }: Awaited<ReturnType<typeof getGeoEvents>>) {
  return [events.map(({ id, severity }) => [id, severity]), summary.by_severity, summary.highest]
}

function alerts({ status, level, alerts, ended }: Awaited<ReturnType<typeof getGeoAlert>>) {
  return [status, level, alerts.map(({ id }) => id), ended.map(({ id }) => id)]
}

function trades({ recent_purchases, recent_sales, net_change_30d_btc }: Awaited<ReturnType<typeof getInstitutions>>) {
  return [recent_purchases, recent_sales, net_change_30d_btc]
}

/** The content of the feeds at the first step, as if every provider said the same again. */
async function frozen(feeds: Feeds, nowMs: number): Promise<Feeds> {
  vi.setSystemTime(NOW_MS)
  const [news, calendar, treasuries] = await Promise.all([
    feeds.news.read(),
    feeds.calendar.read(),
    feeds.treasuries.read(),
  ])
  vi.setSystemTime(nowMs)
  const heard = news && {
    ...news,
    value: {
      ...news.value,
      providers: news.value.providers.map((one) => ({ ...one, lastPollMs: one.lastPollMs === null ? null : nowMs })),
    },
  }
  return {
    ...feeds,
    news: readingOf(feeds.news, heard),
    calendar: readingOf(feeds.calendar, calendar),
    treasuries: readingOf(feeds.treasuries, treasuries),
  }
}

function readingOf<F extends { readonly read: () => Promise<unknown> }>(
  feed: F,
  value: Awaited<ReturnType<F["read"]>>,
): F {
  return { ...feed, read: () => Promise.resolve(value) }
}

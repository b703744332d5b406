import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { activeAlerts, isClear, endedAlerts } from "./alerts"
import { attentionIn, baselineDays, robustZ } from "./attention"
import { recordAttention } from "./attention-days"
import { classArticles, clusterArticles } from "./cluster"
import { findEvents } from "./geo-event"
import type { AttentionDay, NewsArticle, Watch } from "./news"
import { article, closedStrait, nowMs, quietStrait, scan, watch } from "@/tools/testing/domain/geo/news"

test("headlines belong to one event when half of their trigrams are shared, in any word order", () => {
  const trigramsOf = (words: readonly string[]) =>
    new Set(words.flatMap((word) => Array.from(`${word} `, (_, start) => `  ${word} `.slice(start, start + 3))))
  const words = fc.shuffledSubarray("iran oil ship crew waits monday owners port again east".split(" "))
  const shares = new Set<boolean>()
  fc.assert(
    fc.property(words, words, (one, other) => {
      const titles = [one, other].map((some) => ["strait", "of", "hormuz", "closed", ...some])
      const [a = new Set<string>(), b = new Set<string>()] = titles.map(trigramsOf)
      const share = [...a].filter((trigram) => b.has(trigram)).length / new Set([...a, ...b]).size
      shares.add(share >= 0.5)
      const articles = titles.map((title, index) => article(title.toReversed().join(" "), 2, `${index}.example`))
      expect(clusterArticles(classArticles(articles))).toHaveLength(share >= 0.5 ? 1 : 2)
    }),
  )
  expect(shares, "both sides were met").toEqual(new Set([true, false]))
})

test("the robust z-score matches a hand calculation of median and deviation", () => {
  expect(robustZ(30, [10, 12, 14, 10, 12, 14, 12])).toEqual({ z: 18 / (1.4826 * 2), baselineDaily: 12 })
  expect(robustZ(4, [1, 1, 1, 1, 1, 1, 1]), "counts move by one at least").toEqual({ z: 3, baselineDaily: 1 })
  expect(robustZ(4, [1, 1, 1]), "too short a baseline").toEqual({ z: null, baselineDaily: null })
})

test("whole days are counted once, by kind, and later articles do not change them", () => {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const news = [
    article("Iran closes Strait of Hormuz", 36, "reuters.com"),
    article("Iran closes the Strait of Hormuz", 35, "apnews.com"),
    article("Football club signs striker", 36, "bbc.com"),
    article("Iran closes Strait of Hormuz again", 2, "bbc.com"),
  ]
  const fromMs = nowMs - 3 * DAY_MS
  const days = recordAttention([], [watch(news, { fromMs })], nowMs)
  expect(days).toEqual([
    { dayMs: today - 2 * DAY_MS, seen: { gdelt: {} } },
    { dayMs: today - DAY_MS, seen: { gdelt: { "CHOKEPOINT IR": 2 } } },
  ])
  expect(recordAttention(days, [watch([], { fromMs })], nowMs)).toBe(days)
  const month = recordAttention(days, [watch(news, { fromMs: nowMs - 90 * DAY_MS })], nowMs)
  expect(month).toHaveLength(30)
  expect(month.at(-1)).toEqual(days[1])
})

test("days that were counted too early, by a clock that was ahead, are counted again", () => {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const news = [article("Iran closes Strait of Hormuz", 1, "reuters.com")]
  const recordAt = (known: readonly AttentionDay[], articles: readonly NewsArticle[], atMs: number) =>
    recordAttention(known, [watch(articles, { fromMs: nowMs - 3 * DAY_MS, untilMs: atMs })], atMs)
  const ahead = recordAt([], [], nowMs + 2 * DAY_MS)
  expect(ahead.at(-1), "no article was published yet").toEqual({ dayMs: today + DAY_MS, seen: { gdelt: {} } })
  const back = recordAt(ahead, news, nowMs)
  expect(back.map(({ dayMs }) => dayMs)).toEqual([today - 2 * DAY_MS, today - DAY_MS])
  const later = recordAt(back, news, nowMs + DAY_MS)
  expect(later.at(-1)).toEqual({ dayMs: today, seen: { gdelt: { "CHOKEPOINT IR": 1 } } })
})

test("a day is counted for each provider that watched the whole day, also later", () => {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const news = [article("Iran closes Strait of Hormuz", 15, "reuters.com")]
  const files = watch(news, { provider: "files", fromMs: nowMs - 2 * DAY_MS })
  const silent = watch([], { fromMs: nowMs - 2 * DAY_MS, untilMs: today - HOUR_MS })
  const first = recordAttention([], [silent, files], nowMs)
  expect(first).toEqual([{ dayMs: today - DAY_MS, seen: { files: { "CHOKEPOINT IR": 1 } } }])
  const back = recordAttention(first, [{ ...silent, articles: news, untilMs: nowMs }, files], nowMs)
  expect(back[0]?.seen).toEqual({ files: { "CHOKEPOINT IR": 1 }, gdelt: { "CHOKEPOINT IR": 1 } })
})

test("the baseline has only days that had ended when the article was seen", () => {
  const loud = quietStrait.map((day) => ({
    ...day,
    dayMs: day.dayMs + 15 * DAY_MS,
    seen: { gdelt: { "CHOKEPOINT IR": 40 } },
  }))
  const before = quietStrait.slice(-15)
  const events = (attention: typeof quietStrait) => findEvents(scan(closedStrait, { attention }), nowMs)
  expect(events([...before, ...loud.slice(-15)])).toEqual(events(before))
})

test("a dozen outlets about one strait are one critical event", () => {
  const [event, ...rest] = findEvents(scan(closedStrait, { attention: quietStrait }), nowMs)
  expect(rest).toEqual([])
  expect(event).toMatchObject({
    category: "CHOKEPOINT",
    stage: "ACT",
    title: "Iran closes Strait of Hormuz",
    countries: ["IR"],
    region: "Middle East",
    version: 12,
    firstSeenMs: nowMs - 6 * HOUR_MS,
    lastSeenMs: nowMs - 2 * HOUR_MS,
    coverage: { articles: 12, domains: 12, tier1Domains: 3, credibility: 100 },
    assessment: { severity: "CRITICAL", score: 98, gates: [] },
    novelty: { z: 11, baselineDaily: 1 },
  })
  expect(event?.sources.map(({ domain }) => domain).slice(0, 3)).toEqual(["reuters.com", "apnews.com", "bbc.com"])
})

test("without a baseline the same news are high, not critical", () => {
  expect(findEvents(scan(closedStrait), nowMs)[0]?.assessment).toMatchObject({
    severity: "HIGH",
    gates: ["critical_needs_novelty"],
  })
})

test("syndicated copies, and several headlines of one outlet, count as one source", () => {
  const copies = ["x.example", "y.example", "z.example"].map((domain) =>
    article("Iran closes Strait of Hormuz", 3, domain),
  )
  const again = article("Iran closes Strait of Hormuz to all ships", 2, "x.example")
  expect(findEvents(scan([...copies, again]), nowMs)[0]).toMatchObject({
    coverage: { articles: 4, domains: 1 },
    assessment: { severity: "MEDIUM" },
  })
})

test("an event with only state media is at most MEDIUM", () => {
  const titles = ["", " today", " now", " again"].map((end) => `Iran closes Strait of Hormuz${end}`)
  const domains = ["rt.com", "tass.com", "presstv.ir", "cgtn.com"]
  const told = titles.map((title, index) => article(title, 3, domains[index] ?? ""))
  expect(findEvents(scan(told), nowMs)[0]?.assessment).toMatchObject({ severity: "MEDIUM" })
  expect(findEvents(scan(told), nowMs)[0]?.assessment.gates).toContain("state_media_only")
})

test("an article a day later, or of another kind, is another event", () => {
  const title = "Iran closes Strait of Hormuz"
  const events = findEvents(
    scan([
      article(title, 30, "a.example"),
      article(title, 5, "b.example"),
      article("Iran threatens nuclear weapons test in Strait of Hormuz", 4, "c.example"),
    ]),
    nowMs,
  )
  expect(events.map(({ category, version }) => [category, version])).toEqual([
    ["CHOKEPOINT", 1],
    ["CHOKEPOINT", 1],
    ["NUCLEAR", 1],
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(3)
})

const titles = fc.constantFrom(
  "Iran closes Strait of Hormuz",
  "Iran closes the Strait of Hormuz today",
  "Russian missile strikes hit Kyiv",
  "Missile strikes hit Kyiv, Ukraine says",
  "World leaders gather",
)
const news = fc.array(
  fc.tuple(titles, fc.integer({ min: 0, max: 60 }), fc.constantFrom("reuters.com", "a.example", "b.example", "rt.com")),
  { maxLength: 16 },
)

test("article order does not matter, each is in one event, and later articles do not change the past", () => {
  fc.assert(
    fc.property(news, fc.integer({ min: 0, max: 60 }), (told, cutHours) => {
      const articles = told.map(([title, hoursAgo, domain]) => article(title, hoursAgo, domain))
      const events = findEvents(scan(articles), nowMs)
      expect(findEvents(scan(articles.toReversed()), nowMs)).toEqual(events)
      expect(events.reduce((total, { version }) => total + version, 0)).toBe(classArticles(articles).length)
      const cutMs = nowMs - cutHours * HOUR_MS
      for (const then of findEvents(scan(articles), cutMs)) {
        const later = events.find(({ id }) => id === then.id)
        expect(later?.history.slice(0, then.version)).toEqual(then.history)
      }
    }),
  )
})

test("an alert has its opening, escalation and expiry", () => {
  const events = findEvents(scan(closedStrait, { attention: quietStrait }), nowMs)
  const [alert] = activeAlerts(events, { hours: 24, least: "HIGH", nowMs })
  expect(alert).toMatchObject({
    openedMs: nowMs - 5 * HOUR_MS,
    escalatedFrom: "HIGH",
    expiresMs: nowMs + 22 * HOUR_MS,
  })
  expect(activeAlerts(events, { hours: 1, least: "HIGH", nowMs })).toEqual([])
  const dayAfter = nowMs + 22 * HOUR_MS
  expect(activeAlerts(events, { hours: 24, least: "HIGH", nowMs: dayAfter })).toHaveLength(1)
  expect(activeAlerts(events, { hours: 24, least: "HIGH", nowMs: dayAfter + 1 })).toEqual([])
})

test("the latest reported alert is first, and an alert whose severity fell has not escalated", () => {
  const strikes = ["a", "b", "c"].map((name) => article("Russian missile strikes hit Kyiv", 1, `${name}.example`))
  const variants = strikes.map((one, index) => ({ ...one, title: `${one.title} ${"again ".repeat(index)}` }))
  const events = findEvents(scan([...closedStrait, ...variants], { attention: quietStrait }), nowMs)
  const severities = activeAlerts(events, { hours: 24, least: "HIGH", nowMs }).map(
    ({ event }) => event.assessment.severity,
  )
  expect(severities).toEqual(["HIGH", "CRITICAL"])
  const fallen = events.map((event) => {
    const high = event.history.find(({ assessment }) => assessment.severity === "HIGH")?.assessment ?? event.assessment
    return { ...event, history: event.history.toReversed(), assessment: high }
  })
  for (const { escalatedFrom } of activeAlerts(fallen, { hours: 24, least: "HIGH", nowMs })) {
    expect(escalatedFrom).toBeNull()
  }
})

test("an alert without articles for a day is listed as expired for the requested hours", () => {
  const events = findEvents(scan(closedStrait), nowMs)
  const endMs = nowMs - 2 * HOUR_MS + DAY_MS
  expect(endedAlerts(events, 24, endMs)).toEqual([])
  expect(endedAlerts(events, 24, endMs + 1)).toMatchObject([{ severity: "HIGH", endedMs: endMs, reason: "expired" }])
  expect(endedAlerts(events, 1, endMs + HOUR_MS + 1)).toEqual([])
})

test("CLEAR needs enough recently polled providers with articles", () => {
  const calm = scan([article("World leaders gather", 1, "reuters.com")])
  const provider = { name: "x", isOk: true, coverage: "partial", lastPollMs: nowMs } as const
  const outlets = (count: number) => ({ ...calm, providers: Array.from({ length: count }, () => provider) })
  expect(isClear(calm, nowMs)).toBe(true)
  expect(isClear(calm, nowMs + 2 * HOUR_MS), "polled too long ago").toBe(false)
  expect(isClear({ ...calm, articles: [] }, nowMs), "nothing was read").toBe(false)
  expect(isClear({ ...calm, providers: [] }, nowMs)).toBe(false)
  expect([2, 3].map((count) => isClear(outlets(count), nowMs))).toEqual([false, true])
  const down = { ...calm, providers: calm.providers.map((one) => ({ ...one, isOk: false })) }
  expect(isClear(down, nowMs)).toBe(false)
})

describe("the provider of the baseline", () => {
  const loud = quietStrait.map(({ dayMs, seen }) => ({ dayMs, seen: { ...seen, files: { "CHOKEPOINT IR": 3 } } }))
  const zOf = (watches: readonly Watch[], attention: readonly AttentionDay[]) =>
    findEvents(scan(closedStrait, { watches, attention }), nowMs)[0]?.novelty
  const gdelt = watch(closedStrait)
  const files = watch(closedStrait.slice(0, 4), { provider: "files" })

  test("is one provider with its own days, so a second provider does not change the novelty", () => {
    const alone = zOf([gdelt], quietStrait)
    expect(zOf([gdelt, { ...files, fromMs: nowMs - HOUR_MS }], quietStrait)).toEqual(alone)
    expect(zOf([gdelt, files], loud)).toEqual(alone)
  })

  test("is another provider while the first fails or has not watched the whole day", () => {
    const expected = { z: 1, baselineDaily: 3 }
    expect(zOf([{ ...gdelt, untilMs: nowMs - 6 * HOUR_MS }, files], loud)).toEqual(expected)
    expect(zOf([{ ...gdelt, fromMs: nowMs - 6 * HOUR_MS }, files], loud)).toEqual(expected)
    expect(zOf([files], loud)).toEqual(expected)
    expect(zOf([watch([]), files], loud), "the first provider has no article").toEqual(expected)
  })

  test("is absent when no provider has a week of days", () => {
    const unknown = { z: null, baselineDaily: null }
    expect(zOf([files], quietStrait)).toEqual(unknown)
    expect(zOf([], loud)).toEqual(unknown)
    expect(baselineDays(scan([], { watches: [gdelt, files], attention: quietStrait }), nowMs)).toBe(30)
    expect(baselineDays(scan([], { watches: [files], attention: quietStrait }), nowMs)).toBe(0)
  })
})

test("the index compares the last day with the six before, by a provider that watched all", () => {
  const articles = [1, 25, 49, 73, 97, 121, 145, 2, 3].map((hours) =>
    article("Iran closes Strait of Hormuz", hours, `d${hours}.example`),
  )
  const indexZ = (watches: readonly Watch[]) =>
    attentionIn(scan(articles, { watches }), classArticles(articles)).indexZ(nowMs)
  const short = { fromMs: nowMs - 3 * DAY_MS }
  expect(indexZ([watch(articles)])).toBe(2)
  expect(indexZ([watch(articles, short)])).toBeNull()
  expect(indexZ([watch(articles, short), watch(articles.slice(0, 7), { provider: "files" })])).toBe(0)
})

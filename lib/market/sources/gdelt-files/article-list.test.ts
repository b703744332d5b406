import fc from "fast-check"
import { expect, test } from "vitest"
import { isSourceError } from "@/lib/outbound/errors"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { createGdeltArticleList } from "./article-list"

const NOW = Date.UTC(2026, 10, 20, 12, 32)
const BUILT = "Fri, 20 Nov 2026 12:30:00 GMT"

function list(body: string) {
  const { http, time, requests } = createFakeProvider(() => ({ body }), { startMs: NOW })
  return { requests, source: createGdeltArticleList({ http, clock: time.clock }) }
}

const item = (title: string, link: string, date = "Fri, 20 Nov 2026 12:21:00 GMT") =>
  `<item><title>${title}</title><link>${link}</link><pubDate>${date}</pubDate></item>`
const feed = (items: string, built = `<lastBuildDate>${BUILT}</lastBuildDate>`) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>GDELT</title>${built}${items}</channel></rss>`

test("articles of 15 minutes are read by https from the official bucket, without older pages", async () => {
  const { source, requests } = list(
    feed(
      item("Iran closes Strait of Hormuz &amp; more", "http://www.a.example/iran") +
        item("Old page", "https://b.example/2019", "Tue, 01 Oct 2019 08:00:00 GMT") +
        item("Dated ahead", "https://c.example/1", "Sat, 21 Nov 2026 08:00:00 GMT"),
    ),
  )
  const { articles, fromMs, newestMs } = await source.articles()
  expect(requests.map(({ url }) => url)).toEqual([
    "https://storage.googleapis.com/data.gdeltproject.org/gdeltv3/gal/feed.rss",
  ])
  expect([fromMs, newestMs]).toEqual([Date.UTC(2026, 10, 20, 12, 15), Date.UTC(2026, 10, 20, 12, 30)])
  const shared = { language: "English", isOfficial: false, location: null }
  expect(articles).toEqual([
    {
      ...shared,
      title: "Iran closes Strait of Hormuz & more",
      url: "https://www.a.example/iran",
      domain: "a.example",
      seenAtMs: Date.UTC(2026, 10, 20, 12, 21),
    },
    { ...shared, title: "Dated ahead", url: "https://c.example/1", domain: "c.example", seenAtMs: newestMs },
  ])
})

test.each([
  ["no items", feed("")],
  ["no time", feed(item("a", "https://a.example/1"), "")],
  ["cut off", feed(item("a", "https://a.example/1")).slice(0, -20)],
  ["a web page", "<html><body>busy</body></html>"],
])("a list with %s is refused", async (_, body) => {
  await expect(list(body).source.articles()).rejects.toHaveProperty("kind")
})

test("any input gives articles or a source error", async () => {
  const bodies = fc.oneof(
    fc.string(),
    fc.string().map((text) => feed(item(text, text))),
  )
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const outcome = await list(body)
        .source.articles()
        .catch((error: unknown) => error)
      if (outcome instanceof Error) expect(isSourceError(outcome)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

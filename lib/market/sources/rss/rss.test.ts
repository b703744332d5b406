import { readFeed } from "./read-feed"
import fc from "fast-check"
import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { createRssSource, RSS_FEEDS } from "./client"

const NOW = Date.UTC(2026, 10, 20, 12, 30)
const [BBC] = RSS_FEEDS

function source(body: string) {
  const { http, time } = createFakeProvider(() => ({ body }), { startMs: NOW })
  return createRssSource({ http, clock: time.clock }, BBC)
}

const item = (title: string, date = "Fri, 20 Nov 2026 11:15:00 GMT") =>
  `<item><title>${title}</title><link>https://www.bbc.co.uk/news/1</link><pubDate>${date}</pubDate></item>`
const feed = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${items}</channel></rss>`

test("a feed of one or many items is read as headlines with link and time", async () => {
  const one = await source(feed(item("<![CDATA[Iran &amp; Israel agree truce]]>"))).articles()
  expect(one).toEqual([
    {
      url: "https://www.bbc.co.uk/news/1",
      title: "Iran & Israel agree truce",
      domain: "bbc.co.uk",
      language: "English",
      seenAtMs: Date.UTC(2026, 10, 20, 11, 15),
      isOfficial: false,
      location: null,
    },
  ])
  expect(await source(feed(item("a") + item("b"))).articles()).toHaveLength(2)
})

test.each([
  ["Trump&#8217;s tariffs &#x2013; what&apos;s next", "Trump’s tariffs – what's next"],
  ["<![CDATA[Trump&rsquo;s tariffs]]>", "Trump’s tariffs"],
  ["Oil &lt; $80 &amp; gold &gt; $4,000", "Oil < $80 & gold > $4,000"],
  ["<![CDATA[Markets <em>brace</em>\n for war]]>", "Markets brace for war"],
])("the text %j is read as %j", async (written, read) => {
  expect((await source(feed(item(written))).articles())[0]?.title).toBe(read)
})

test("an item with a future date or without a date is dated now", async () => {
  for (const date of ["Sat, 21 Nov 2026 11:15:00 GMT", "soon"]) {
    expect((await source(feed(item("a", date))).articles())[0]?.seenAtMs).toBe(NOW)
  }
})

test("entities that a feed defines are not expanded", async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${feed(item("&b;&b;"))}`
  const outcome = await source(bomb)
    .articles()
    .catch((error: unknown) => error)
  expect(JSON.stringify(outcome)).not.toContain("boomboom")
})

test.each(["<html><body>busy</body></html>", "{}", "", "<rss>", feed("")])("%s is refused as a feed", async (body) => {
  await expect(source(body).articles()).rejects.toHaveProperty("kind")
})

test("any input gives articles or a source error", async () => {
  const answers = fc.oneof(
    fc.string(),
    fc.string().map((text) => feed(item(text))),
    fc.string().map(feed),
  )
  await fc.assert(
    fc.asyncProperty(answers, async (body) => {
      const outcome = await source(body)
        .articles()
        .catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toHaveProperty("kind")
    }),
    { numRuns: 300 },
  )
})

test("&amp; in a link is decoded once, and both spellings are one link", () => {
  const item = (link: string) => `<item><title>Story</title><link>${link}</link></item>`
  const links = [
    "https://a.example/x?a=1&amp;b=2",
    "https://a.example/x?a=1&#38;b=2",
    "<![CDATA[https://a.example/x?a=1&b=2]]>",
  ]
  const text = `<rss><channel>${links.map(item).join("")}</channel></rss>`
  const { items } = readFeed(text, { host: "a.example", maxItems: 5 })
  expect(new Set(items.map(({ link }) => link))).toEqual(new Set(["https://a.example/x?a=1&b=2"]))
  const [twice] = readFeed(`<rss><channel>${item("https://a.example/?q=a&amp;amp;b")}</channel></rss>`, {
    host: "a.example",
    maxItems: 5,
  }).items
  expect(twice?.link).toBe("https://a.example/?q=a&amp;b")
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureText, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { createGdeltSource } from "./client"

const NOW = Date.UTC(2026, 10, 20, 12, 30)
const DAY = { fromMs: NOW - 24 * 3_600_000, toMs: NOW }
const ARTICLE = {
  url: "https://www.reuters.com/world/1",
  title: "Iran closes strait , officials say",
  seendate: "20261120T121500Z",
  domain: "www.reuters.com",
  language: "English",
}

function source(body: unknown) {
  const { http, time } = createFakeProvider(() => ({ body }), { startMs: NOW })
  return createGdeltSource({ http, clock: time.clock })
}

test("an article is read with title, link, outlet and time", async () => {
  expect(await source({ articles: [ARTICLE] }).articles(DAY)).toEqual({
    articles: [
      {
        url: ARTICLE.url,
        title: "Iran closes strait, officials say",
        domain: "reuters.com",
        language: "English",
        seenAtMs: Date.UTC(2026, 10, 20, 12, 15),
        isOfficial: false,
        location: null,
      },
    ],
    fromMs: DAY.fromMs,
  })
})

test.each([
  ["20261120121500", Date.UTC(2026, 10, 20, 12, 15)],
  ["", NOW],
  ["20261120T235900Z", NOW],
])("an article seen at %j is dated at most now", async (seendate, seenAtMs) => {
  const {
    articles: [article],
  } = await source({ articles: [{ ...ARTICLE, seendate }] }).articles(DAY)
  expect(article?.seenAtMs).toBe(seenAtMs)
})

test("a full page is watched only since its oldest article, and the request has the documented form", async () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({
    ...ARTICLE,
    url: `${ARTICLE.url}/${index}`,
    seendate: index < 200 ? "20261120T121500Z" : "20261120T110000Z",
  }))
  let asked = ""
  const { http, time } = createFakeProvider(
    ({ url }) => {
      asked = url
      return { body: { articles: rows } }
    },
    { startMs: NOW },
  )
  const { articles, fromMs } = await createGdeltSource({ http, clock: time.clock }).articles(DAY)
  expect(articles).toHaveLength(250)
  expect(fromMs).toBe(Date.UTC(2026, 10, 20, 11))
  expect(new URL(asked).searchParams.get("startdatetime")).toBe("20261119123000")
  expect(new URL(asked).searchParams.get("enddatetime")).toBe("20261120123000")
})

test.each(["{}", "", "  "])("the answer %j is an empty list", async (body) => {
  expect(await source(body).articles(DAY)).toEqual({ articles: [], fromMs: DAY.fromMs })
})

test.each([{ article_list: [ARTICLE] }, { message: "We are being maintained." }, []])(
  "the answer %j without an articles field is refused",
  async (answer) => {
    await expect(source(JSON.stringify(answer)).articles(DAY)).rejects.toMatchObject({ kind: "upstream_text_error" })
  },
)

test("an answer with raw control characters and lone backslashes is parsed", async () => {
  const body = JSON.stringify({ articles: [ARTICLE] }).replace("Iran", "\u0001Iran\\x")
  expect((await source(body).articles(DAY)).articles).toHaveLength(1)
})

test.each(providerFixtures("gdelt", /^artlist/))("fixture %s is read", async (path) => {
  expect((await source(fixtureText(path)).articles(DAY)).articles.length).toBeGreaterThan(0)
})

test.each(providerFixtures("gdelt", /^error/))("fixture %s is an error", async (path) => {
  await expect(source(fixtureText(path)).articles(DAY)).rejects.toHaveProperty("kind")
})

test("any input gives articles or a source error", async () => {
  const answers = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify({ articles: value })),
  )
  await fc.assert(
    fc.asyncProperty(answers, async (body) => {
      const outcome = await source(body)
        .articles(DAY)
        .catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toHaveProperty("kind")
    }),
    { numRuns: 300 },
  )
})

test.each([429, 200])(
  "a rate limit with status %i is recognised, and GDELT is not asked again for 15 minutes",
  async (status) => {
    const body = "Please limit requests to one every 5 seconds or contact us for larger queries.\n"
    const { http, time, requests } = createFakeProvider(() => ({ status, body }), { startMs: NOW })
    const gdelt = createGdeltSource({ http, clock: time.clock })
    await expect(gdelt.articles(DAY)).rejects.toMatchObject({ kind: "rate_limited" })
    time.advance(15 * 60_000 - 1)
    await expect(gdelt.articles(DAY)).rejects.toMatchObject({ kind: "rate_limited" })
    expect([requests.length, time.waitsMs]).toEqual([1, [15_000]])
    time.advance(1)
    await expect(gdelt.articles(DAY)).rejects.toMatchObject({ kind: "rate_limited" })
    expect(requests).toHaveLength(2)
  },
)

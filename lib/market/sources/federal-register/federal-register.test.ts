import { expect, test } from "vitest"
import { classify } from "@/lib/domain/geo/classify"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createFederalRegisterSource } from "./client"
import { Documents } from "./schema"

const NOW = Date.UTC(2026, 5, 4, 15)

const document = (title: string, number: string, date: string) => ({
  title,
  type: "Presidential Document",
  document_number: number,
  html_url: `https://www.federalregister.gov/documents/${number}`,
  publication_date: date,
})

function source(answer: (term: string) => unknown, status = 200) {
  const provider = createFakeProvider(
    ({ url }) => ({ status, body: answer(new URL(url).searchParams.get("conditions[term]") ?? "") }),
    { startMs: NOW },
  )
  return { ...provider, source: createFederalRegisterSource({ http: provider.http, clock: provider.time.clock }) }
}

test("documents on tariffs and sanctions are official, listed once and dated by their issue's morning", async () => {
  const both = document("Adjusting Imports of Steel Into the United States", "2026-01234", "2026-06-03")
  const { source: register, requests } = source((term) => ({
    count: 2,
    results: [both, document(`On ${term}`, term, "2026-06-05")],
  }))
  const articles = await register.articles()
  expect(requests.map(({ url }) => new URL(url).searchParams.get("conditions[type][]"))).toEqual([
    "PRESDOCU",
    "PRESDOCU",
  ])
  expect(articles).toHaveLength(3)
  expect(articles[0]).toEqual({
    title: both.title,
    url: both.html_url,
    domain: "federalregister.gov",
    language: "English",
    seenAtMs: Date.UTC(2026, 5, 3, 11),
    isOfficial: true,
    location: null,
  })
  expect(articles[1]?.seenAtMs, "an issue of tomorrow was seen now").toBe(NOW)
  expect(classify(both.title)).toBe("tariffs_product")
  expect(classify("Blocking Property of Certain Persons With Respect to Iran")).toBe("sanctions_listing")
})

test("an answer without hits is valid, and a refused request is a source error", async () => {
  expect(await source(() => ({ count: 0 })).source.articles()).toEqual([])
  await expect(source(() => ({ count: 3 })).source.articles()).rejects.toMatchObject({ kind: "schema" })
  const refused = source(() => ({ errors: { order: "is not included in the list" } }), 400)
  await expect(refused.source.articles()).rejects.toMatchObject({ kind: "not_found" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createFederalRegisterSource({ http, clock: () => NOW }).articles())
})

test.each(providerFixtures("federal-register", /^documents/))("fixture %s is read", (path) => {
  expect(Documents.parse(fixtureJson(path)).results?.rows.length).toBeGreaterThan(0)
})

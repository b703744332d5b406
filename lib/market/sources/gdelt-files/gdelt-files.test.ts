import { createHash } from "node:crypto"
import fc from "fast-check"
import { strToU8, zipSync } from "fflate"
import { expect, test } from "vitest"
import { isSourceError } from "@/lib/outbound/errors"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureText, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { createGdeltFilesSource } from "./client"
import { parseUpdate } from "./schema"
import { headlineOf } from "./to-articles"

const NOW = Date.UTC(2026, 10, 20, 12, 32)
const ADDRESS = "http://data.gdeltproject.org/gdeltv2/20261120121500.export.CSV.zip"

type Row = { readonly code?: string; readonly lat?: string; readonly lon?: string; readonly url?: string }

function rowOf({ code = "19", lat = "26.57", lon = "56.25", url = "https://www.reuters.com/world/x" }: Row): string {
  const cells = Array.from({ length: 61 }, () => "")
  ;[cells[28], cells[56], cells[57], cells[59], cells[60]] = [code, lat, lon, "20261120121500", url]
  return cells.join("\t")
}

const zipped = (text: string, name = "20261120121500.export.CSV") => zipSync({ [name]: strToU8(text) })

function source(packed: Uint8Array, list?: string) {
  const md5 = createHash("md5").update(packed).digest("hex")
  const text = list ?? `${packed.length} ${md5} ${ADDRESS}\n1 ${md5} http://data.gdeltproject.org/x.mentions.CSV.zip\n`
  const provider = createFakeProvider(({ url }) => ({ body: url.endsWith(".txt") ? text : packed }), { startMs: NOW })
  return { ...provider, source: createGdeltFilesSource({ http: provider.http, clock: provider.time.clock }) }
}

const HORMUZ = "https://www.reuters.com/world/iran-closes-strait-of-hormuz-2026-11-20/"

test("an event of force is read as its article with a location; other events are skipped", async () => {
  const rows = [
    rowOf({ url: HORMUZ }),
    rowOf({ url: HORMUZ, code: "13" }),
    rowOf({ url: "https://news.example/us-and-iran-sign-trade-deal", code: "05" }),
    rowOf({ url: "https://news.example/article/123456" }),
    rowOf({ url: "https://news.example/un-condemns-drone-strike-on-kyiv.html", lat: "", lon: "" }),
  ]
  const { articles, fromMs } = await source(zipped(rows.join("\n"))).source.articles()
  const shared = { language: "English", seenAtMs: Date.UTC(2026, 10, 20, 12, 15), isOfficial: false }
  expect(fromMs).toBe(Date.UTC(2026, 10, 20, 12, 15))
  expect(articles).toEqual([
    {
      ...shared,
      title: "Iran Closes Strait Of Hormuz",
      url: HORMUZ,
      domain: "reuters.com",
      location: { lat: 26.57, lon: 56.25 },
    },
    {
      ...shared,
      title: "UN Condemns Drone Strike On Kyiv",
      url: "https://news.example/un-condemns-drone-strike-on-kyiv.html",
      domain: "news.example",
      location: null,
    },
  ])
})

test("the files since the last read are read for up to two hours, until one is missing", async () => {
  const packed = zipped(rowOf({ url: HORMUZ }))
  const md5 = createHash("md5").update(packed).digest("hex")
  const read = async (lastReadMs: number, lostStamp = "") => {
    const { http, time, requests } = createFakeProvider(
      ({ url }) =>
        url.endsWith(".txt")
          ? { body: `${packed.length} ${md5} ${ADDRESS}\n` }
          : lostStamp !== "" && url.includes(lostStamp)
            ? { status: 404, body: "" }
            : { body: packed },
      { startMs: NOW },
    )
    const { fromMs, newestMs } = await createGdeltFilesSource({ http, clock: time.clock }).articles(lastReadMs)
    const stamps = requests.slice(2).map(({ url }) => /(\d{4})00\.export/.exec(url)?.[1])
    return { stamps, behindMs: newestMs - fromMs }
  }
  const at = (hour: number, minute: number) => Date.UTC(2026, 10, 20, hour, minute)
  expect(await read(at(12, 15))).toEqual({ stamps: [], behindMs: 0 })
  expect(await read(at(12, 0))).toEqual({ stamps: [], behindMs: 0 })
  expect(await read(at(11, 30))).toEqual({ stamps: ["1200", "1145"], behindMs: 30 * 60_000 })
  expect(await read(at(11, 30), "114500")).toEqual({ stamps: ["1200", "1145"], behindMs: 15 * 60_000 })
  expect((await read(at(10, 15))).stamps, "two hours").toHaveLength(7)
  expect((await read(at(10, 0))).stamps, "more than two hours").toEqual([])
})

test.each([
  ["https://x.example/2026/11/20/us-imposes-tariffs-on-china-imports-8841/", "US Imposes Tariffs On China Imports"],
  ["https://x.example/news/world", null],
  ["https://x.example/?id=russia-attacks-ukraine-again", null],
  ["ftp://x.example/russia-attacks-ukraine-again", null],
])("the URL %s gives the title %j", (url, title) => {
  expect(headlineOf(url)).toBe(title)
})

test.each(providerFixtures("gdelt-files", /^lastupdate/))("fixture %s names an event file", (path) => {
  expect(parseUpdate("h", fixtureText(path)).url).toMatch(/export\.CSV\.zip$/)
})

test("a file with another checksum, a broken archive, an archive without a table and another shape are refused", async () => {
  const good = zipped(rowOf({}))
  const md5 = createHash("md5").update(good).digest("hex")
  const other = source(zipped("other"), `1 ${md5} ${ADDRESS}\n`)
  await expect(other.source.articles()).rejects.toThrow("another file than listed")
  for (const packed of [strToU8("no archive"), zipped("a", "a.txt"), zipped("a\tb\tc\nd\te\tf")]) {
    await expect(source(packed).source.articles()).rejects.toMatchObject({ kind: "schema" })
  }
})

test("an archive with a huge uncompressed size is refused", async () => {
  const bomb = zipSync({ "20261120121500.export.CSV": new Uint8Array(41_000_000) })
  expect(bomb.length).toBeLessThan(100_000)
  await expect(source(bomb).source.articles()).rejects.toThrow("without a table")
})

test.each([
  "Service unavailable",
  "",
  `1 ${"0".repeat(32)} http://evil.example/gdeltv2/20261120121500.export.CSV.zip`,
  `1 ${"0".repeat(32)} http://data.gdeltproject.org/gdeltv2/../secret/20261120121500.export.CSV.zip`,
])("the file list %j is refused without a request for a file", async (list) => {
  const { source: files, requests } = source(zipped(rowOf({})), list)
  await expect(files.articles()).rejects.toMatchObject({ kind: "upstream_text_error" })
  expect(requests).toHaveLength(1)
})

test("any archive gives articles or a source error", async () => {
  const cells = fc.array(fc.string({ maxLength: 12 }), { minLength: 55, maxLength: 62 })
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { maxLength: 5 }), async (rows) => {
      const packed = zipped(rows.map((row) => row.join("\t")).join("\n"))
      const outcome = await source(packed)
        .source.articles()
        .catch((error: unknown) => error)
      if (outcome instanceof Error) expect(isSourceError(outcome)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test("files are read by https from the official bucket, for any address in the list", async () => {
  const { source: files, requests } = source(zipped(rowOf({ url: HORMUZ })))
  await files.articles()
  expect(requests.map(({ url }) => url)).toEqual([
    "https://storage.googleapis.com/data.gdeltproject.org/gdeltv2/lastupdate.txt",
    "https://storage.googleapis.com/data.gdeltproject.org/gdeltv2/20261120121500.export.CSV.zip",
  ])
})

import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { cachedRepresentations, freeRoute } from "./free-route"
import { matchesEntityTag, createRepresentation, representationOf } from "./response"

const OPTIONS = {
  origin: "https://signal402.example",
  newRequestId: () => "request-1",
  log: () => undefined,
  now: () => 0,
}
const CONTEXT = { params: Promise.resolve({}) }

test("bodies that differ only in timestamps and ages have one weak ETag", () => {
  const first = createRepresentation('{"a":1,"timestamp":"2026-11-20T12:00:00.000Z","s":[{"age_s":5}]}')
  const second = createRepresentation('{"a":1,"timestamp":"2026-11-20T12:01:00.000Z","s":[{"age_s":65}]}')
  expect(first.etag).toMatch(/^W\/"[\w-]{16}"$/)
  expect(second.etag).toBe(first.etag)
  expect(createRepresentation('{"a":2}').etag).not.toBe(first.etag)
})

test("each encoding is computed once, and all requests share its buffer", async () => {
  const representation = createRepresentation(JSON.stringify({ long: "x".repeat(5_000) }))
  const [one, two] = await Promise.all([representation.encoded("gzip"), representation.encoded("gzip")])
  expect(two).toBe(one)
  expect(gunzipSync(one).toString()).toBe(representation.text)
  expect(brotliDecompressSync(await representation.encoded("br")).toString()).toBe(representation.text)
})

test("an answer is computed once per owner within its maximum age", async () => {
  let nowMs = 0
  let computed = 0
  const cached = cachedRepresentations(5, () => nowMs)
  const compute = () => Promise.resolve({ computed: ++computed })
  const [owner, other] = [{}, {}]
  await Promise.all([cached(owner, "/api/a", compute), cached(owner, "/api/a", compute)])
  expect(computed).toBe(1)
  await cached(other, "/api/a", compute)
  nowMs = 4_999
  await cached(owner, "/api/a", compute)
  expect(computed).toBe(2)
  nowMs = 5_000
  await cached(owner, "/api/a", compute)
  expect(computed).toBe(3)
  nowMs = -90_000_000
  await cached(owner, "/api/a", compute)
  expect(computed, "after the clock was set back").toBe(4)
})

test("a failed computation is not cached", async () => {
  const cached = cachedRepresentations(5, () => 0)
  const owner = {}
  await expect(cached(owner, "/api/a", () => Promise.reject(new Error("no data")))).rejects.toThrow("no data")
  expect((await cached(owner, "/api/a", () => Promise.resolve(1))).text).toBe("1")
})

test.each([
  ['W/"17-ab"', true],
  ['"17-ab"', true],
  ['"1", W/"17-ab"', true],
  ["*", true],
  ['"18-ab"', false],
  ["17-ab", false],
  [null, false],
])("If-None-Match %j matches: %s", (header, expected) => {
  expect(matchesEntityTag(header, 'W/"17-ab"')).toBe(expected)
})

test("the tag of an answer to parameters matches by its last part, and never one without parameters", () => {
  const [version, later] = ['"17-2c26b46b68ffc68f', '"18-9d3b1c0a5e7f1122']
  const digest = "00112233445566aa"
  expect(matchesEntityTag(`W/${version}-${digest}"`, `W/${later}-${digest}"`)).toBe(true)
  expect(matchesEntityTag(`W/${version}-${digest}"`, `W/${version}-00112233445566ab"`)).toBe(false)
  expect(matchesEntityTag(`W/${version}"`, `W/${version}-${digest}"`)).toBe(false)
  expect(matchesEntityTag(`"${digest}"`, `W/${version}-${digest}"`)).toBe(false)
})

test("a free answer has an ETag and a short Cache-Control, and is 304 for the same version", async () => {
  const owner = {}
  const handle = () => Promise.resolve(versionsContract.example)
  const cache = { maxAgeS: 2, owner: () => Promise.resolve(owner) }
  const route = freeRoute(versionsContract, handle, () => OPTIONS, { cache })
  const ask = (headers: Record<string, string> = {}) =>
    route.GET(new Request("https://signal402.example/api/versions", { headers }), CONTEXT)
  const first = await ask()
  const etag = first.headers.get("etag") ?? ""
  expect(first.headers.get("cache-control")).toBe("public, max-age=2")
  expect(representationOf(first)?.etag).toBe(etag)
  const second = await ask({ "If-None-Match": etag })
  expect([second.status, await second.text(), second.headers.get("etag")]).toEqual([304, "", etag])
  expect(second.headers.get("access-control-allow-origin")).toBe("*")
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { settled } from "@/tools/testing/feeds/fake-time"
import { anyAnswer, foreignErrors } from "@/tools/testing/feeds/malformed"
import type { SourceError } from "./errors"
import type { SourceClient } from "./source-client"

const URL_A = "https://a.example/data?api_key=secret"
const schema = z.object({ ok: z.boolean() })
const GOOD: FakeAnswer = { body: { ok: true } }

function ask(http: SourceClient, url = URL_A): Promise<unknown> {
  return http.getJson(url, { schema })
}

async function errorOf(promise: Promise<unknown>): Promise<SourceError> {
  return promise.then(
    () => expect.fail("an error was expected"),
    (error: SourceError) => error,
  )
}

/** Returns the answers in order and repeats the last one. */
function inTurn(...answers: readonly FakeAnswer[]): () => FakeAnswer {
  let next = 0
  return () => answers[Math.min(next++, answers.length - 1)] ?? GOOD
}

test("JSON after a byte order mark and whitespace is parsed", async () => {
  const { http } = createFakeProvider(() => ({ body: '\uFEFF \n{"ok":true}' }))
  expect(await ask(http)).toEqual({ ok: true })
})

test.each([
  [{ body: "<html>Just a moment…</html>" }, "source_malformed", "upstream_text_error"],
  [{ body: "" }, "source_malformed", "upstream_text_error"],
  [{ body: '{"ok":tr' }, "source_malformed", "schema"],
  [{ body: { ok: "yes" } }, "source_malformed", "schema"],
  [{ status: 451, body: {} }, "source_unavailable", "geo_block"],
  [{ status: 403, body: "configured to block access from your country" }, "source_unavailable", "geo_block"],
  [{ status: 403, body: "no" }, "source_unavailable", "auth"],
  [{ status: 401, body: {} }, "source_unavailable", "auth"],
  [{ status: 402, body: "Upgrade" }, "source_unavailable", "auth"],
  [{ status: 400, body: {} }, "source_unavailable", "not_found"],
  [{ status: 404, body: {} }, "source_unavailable", "not_found"],
  [{ status: 418, body: {} }, "source_unavailable", "rate_limited"],
  [{ status: 429, body: {} }, "source_unavailable", "rate_limited"],
  [{ status: 503, body: "down" }, "source_unavailable", "network"],
])("the response %j fails with %s of kind %s", async (answer, code, kind) => {
  const { http } = createFakeProvider(() => answer)
  expect(await errorOf(ask(http))).toMatchObject({ code, kind, host: "a.example" })
})

test("no error contains the query of the URL, because a query may contain an API key", async () => {
  const { http } = createFakeProvider(() => ({ status: 500, body: "down" }))
  const error = await errorOf(ask(http))
  expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain("secret")
})

test.each([500, 503])("a request with status %i is retried once, after a delay with jitter", async (status) => {
  const { http, requests, time } = createFakeProvider(inTurn({ status, body: "down" }, GOOD))
  expect(await ask(http)).toEqual({ ok: true })
  expect(requests).toHaveLength(2)
  expect(time.waitsMs).toContain(375)
})

test("a request with a network error is retried once", async () => {
  const { http, requests } = createFakeProvider(() => Promise.reject(new TypeError("fetch failed")))
  expect(await errorOf(ask(http))).toMatchObject({ kind: "network", retryable: true })
  expect(requests).toHaveLength(2)
})

test("a request with status 429 is retried only when Retry-After is at most 10 s", async () => {
  const short = createFakeProvider(inTurn({ status: 429, headers: { "retry-after": "2" }, body: "" }, GOOD))
  expect(await ask(short.http)).toEqual({ ok: true })
  expect(short.time.waitsMs).toContain(2375)

  for (const headers of [{}, { "retry-after": "11" }, { "retry-after": "11.5" }]) {
    const { http, requests } = createFakeProvider(() => ({ status: 429, headers, body: "" }))
    expect(await errorOf(ask(http))).toMatchObject({ kind: "rate_limited" })
    expect(requests).toHaveLength(1)
  }
})

test.each([400, 401, 403, 404, 422, 451])("a request with status %i is not retried", async (status) => {
  const { http, requests } = createFakeProvider(() => ({ status, body: "{}" }))
  await errorOf(ask(http))
  expect(requests).toHaveLength(1)
})

test("a request without a response is aborted at the deadline and fails with a timeout", async () => {
  const { http, requests, time } = createFakeProvider(() => new Promise<FakeAnswer>(() => undefined))
  const error = errorOf(http.getJson(URL_A, { schema, deadlineMs: 12_000 }))
  await settled()
  time.expire()
  expect(await error).toMatchObject({ kind: "timeout" })
  expect(time.waitsMs).toContain(12_000)
  expect(requests[0]?.signal.aborted).toBe(true)
})

test("a body above the size limit is rejected", async () => {
  const { http } = createFakeProvider(() => ({ body: `{"ok":true,"pad":"${"x".repeat(2000)}"}` }))
  expect(await errorOf(http.getJson(URL_A, { schema, maxBytes: 1000 }))).toMatchObject({ kind: "schema" })
})

test("concurrent requests for the same URL are sent once", async () => {
  const { http, requests } = createFakeProvider(() => GOOD)
  await Promise.all([ask(http), ask(http), ask(http, "https://a.example/other")])
  expect(requests).toHaveLength(2)
})

test("postJson() sends a POST with the JSON body and the configured user agent", async () => {
  const { http, requests } = createFakeProvider(() => GOOD)
  await http.postJson("https://a.example/info", { schema, body: { type: "allMids" } })
  expect(requests[0]?.method).toBe("POST")
  expect(requests[0]?.headers.get("user-agent")).toBe("signal402-test/1.0")
  expect(await requests[0]?.json()).toEqual({ type: "allMids" })
})

test("the circuit breaker opens for 60 s after three failures, doubles up to 15 min, and closes on success", async () => {
  let answer: FakeAnswer = { status: 500, body: "down" }
  const { http, requests, time } = createFakeProvider(() => answer)
  for (let n = 0; n < 3; n++) await errorOf(ask(http))
  expect(http.health()).toMatchObject([{ host: "a.example", breaker: "open", lastErrorKind: "network" }])
  for (const restMs of [60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
    const asked = requests.length
    time.advance(restMs - 10_000)
    expect(await errorOf(ask(http))).toMatchObject({ kind: "network" })
    expect(requests, "no request is sent while the breaker is open").toHaveLength(asked)
    time.advance(10_000)
    expect(http.health()[0]?.breaker).toBe("half_open")
    await errorOf(ask(http))
    expect(requests).toHaveLength(asked + 2)
  }
  time.advance(900_000)
  answer = GOOD
  await ask(http)
  expect(http.health()[0]?.breaker).toBe("closed")
})

test("concurrent failures open the circuit breaker once", async () => {
  const { http, time } = createFakeProvider(() => ({ status: 500, body: "down" }))
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => errorOf(ask(http, `https://a.example/${n}`))))
  time.advance(60_000)
  expect(http.health()[0]?.breaker).toBe("half_open")
})

test("responses with status 404 do not open the circuit breaker", async () => {
  const { http } = createFakeProvider(() => ({ status: 404, body: "{}" }))
  for (let n = 0; n < 5; n++) await errorOf(ask(http))
  expect(http.health()[0]?.breaker).toBe("closed")
})

test("a geographic block stops requests to the host for six hours", async () => {
  const { http, requests, time } = createFakeProvider(() => ({ status: 451, body: "{}" }))
  await errorOf(ask(http))
  time.advance(6 * 3_600_000 - 1)
  expect(await errorOf(ask(http))).toMatchObject({ kind: "geo_block" })
  expect(http.health()[0]?.breaker).toBe("blocked")
  expect(requests).toHaveLength(1)
  time.advance(1)
  await errorOf(ask(http))
  expect(requests).toHaveLength(2)
})

test("no request is sent to a host before the Retry-After time of its 429", async () => {
  const { http, requests, time } = createFakeProvider(
    inTurn({ status: 429, headers: { "retry-after": "120" }, body: "" }, GOOD),
  )
  await errorOf(ask(http))
  time.advance(119_000)
  expect(await errorOf(ask(http))).toMatchObject({ kind: "rate_limited" })
  time.advance(1000)
  await ask(http)
  expect(requests).toHaveLength(2)
})

test("a clock that is set back lengthens neither the open time of the breaker nor the queue", async () => {
  let answer: FakeAnswer = { status: 500, body: "down" }
  const { http, requests, time } = createFakeProvider(() => answer)
  for (let n = 0; n < 3; n++) await errorOf(ask(http))
  time.advance(-3_600_000)
  expect(http.health()[0]?.breaker).toBe("open")
  time.advance(60_000)
  answer = GOOD
  const asked = requests.length
  await ask(http)
  expect(requests).toHaveLength(asked + 1)

  const slow = createFakeProvider(() => GOOD, { limits: { "a.example": { burst: 1, perSecond: 0.2 } } })
  await ask(slow.http)
  slow.time.advance(-3_600_000)
  await ask(slow.http)
  slow.time.advance(30_000)
  slow.time.waitsMs.length = 0
  await ask(slow.http)
  expect(slow.time.waitsMs.filter((ms) => ms < 8000)).toEqual([])
})

test("requests beyond the burst wait in a queue, and are rejected when the wait would be too long", async () => {
  const { http, time } = createFakeProvider(() => GOOD, { limits: { "a.example": { burst: 2, perSecond: 1 } } })
  for (let n = 0; n < 4; n++) await ask(http)
  expect(time.waitsMs.filter((ms) => ms === 1000)).toHaveLength(2)
  const slow = createFakeProvider(() => GOOD, { limits: { "a.example": { burst: 1, perSecond: 0.01 } } })
  await ask(slow.http)
  expect(await errorOf(ask(slow.http))).toMatchObject({ kind: "rate_limited" })
})

test("a retry that would start after the deadline is not sent, and the first error is thrown", async () => {
  const throttled = { status: 429, headers: { "retry-after": "9" }, body: "" }
  const later = createFakeProvider(() => throttled)
  expect(await errorOf(ask(later.http))).toMatchObject({ kind: "rate_limited", retryAfterMs: 9000 })
  const queue = { "a.example": { burst: 1, perSecond: 1 / 20 } }
  const queued = createFakeProvider(() => ({ status: 500, body: "down" }), { limits: queue })
  expect(await errorOf(ask(queued.http))).toMatchObject({ kind: "network" })
  for (const { requests, time } of [later, queued]) {
    expect(requests).toHaveLength(1)
    expect(time.waitsMs.filter((ms) => ms > 8000)).toEqual([])
  }
})

test("for any response, the client throws only source errors", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => {
      expect(await foreignErrors(answer, (http) => ask(http))).toEqual([])
      expect(await foreignErrors(answer, (http) => http.getText(URL_A))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

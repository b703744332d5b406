import { beforeEach, expect, test } from "vitest"
import type { PostResult } from "@/lib/outbound/public-post"
import { createConsent } from "./consent"

const NOW_MS = 1_795_176_000_000
const HOUR_MS = 3_600_000

let nowMs = NOW_MS
let asked: string[] = []
let waiting: ((result: PostResult) => void)[] = []

beforeEach(() => {
  nowMs = NOW_MS
  asked = []
  waiting = []
})

const refusal: PostResult = { status: 200, text: "no", retryAfterMs: null }

/** `answer` absent: the receiver is silent until the test ends its wait. */
const consentOf = (answer?: (token: string) => PostResult) =>
  createConsent(
    {
      local: [],
      post(url, { headers }) {
        asked.push(url.host)
        const token = headers["X-Signal402-Challenge"] ?? ""
        return answer === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(answer(token))
      },
    },
    () => nowMs,
  )

test("a receiver that returns the token may be a target; a chat and a push subscription are not asked", async () => {
  const consent = consentOf((token) => ({ status: 200, text: token, retryAfterMs: null }))
  expect(await consent.errorOf("https://a.example.com/", "p")).toBeNull()
  expect(await consent.errorOf("telegram:0123456789abcdef01234567", "p")).toBeNull()
  expect(asked).toEqual(["a.example.com"])
})

test("a payer whose receivers refused five times is not served for an hour, and others are", async () => {
  const consent = consentOf(() => refusal)
  for (let n = 0; n < 7; n += 1) expect(await consent.errorOf(`https://h${n}.example.com/`, "p")).not.toBeNull()
  expect(asked).toHaveLength(5)
  expect(await consent.errorOf("https://h9.example.com/", "p")).toMatch(/of this wallet/)
  await consent.errorOf("https://h9.example.com/", "other")
  expect(asked).toHaveLength(6)
  nowMs += HOUR_MS
  await consent.errorOf("https://h9.example.com/", "p")
  expect(asked).toHaveLength(7)
})

test("a host gets 30 unwanted questions an hour, however many payers ask", async () => {
  const consent = consentOf(() => refusal)
  for (let n = 0; n < 100; n += 1) await consent.errorOf(`https://victim.example.com/${n}`, `p${n}`)
  expect(asked).toHaveLength(30)
  expect(await consent.errorOf("https://victim.example.com/", "new")).toMatch(/at this host/)
})

test("refused addresses of a chat service do not keep others from it", async () => {
  const consent = consentOf(() => ({ status: 404, text: "no_service", retryAfterMs: null }))
  for (let n = 0; n < 40; n += 1) await consent.errorOf("https://hooks.slack.com/services/T1/B1/x", `p${n}`)
  expect(asked).toHaveLength(40)
})

test("two receivers of one payer and 64 of all are asked at once; the others get Retry-After", async () => {
  const consent = consentOf()
  const own = [0, 1].map((n) => consent.errorOf(`https://h${n}.example.com/`, "p"))
  await expect(consent.errorOf("https://h2.example.com/", "p")).rejects.toThrow("Nothing was charged")
  const others = Array.from({ length: 62 }, (_, n) => consent.errorOf(`https://o${n}.example.com/`, `p${n}`))
  await expect(consent.errorOf("https://z.example.com/", "honest")).rejects.toThrow("Nothing was charged")
  for (const end of waiting.splice(0)) end({ status: null, text: "No answer: the time limit of 5 s has passed" })
  expect(await Promise.all([...own, ...others])).toHaveLength(64)
  const late = consent.errorOf("https://z.example.com/", "honest")
  expect(asked.at(-1)).toBe("z.example.com")
  for (const end of waiting.splice(0)) end(refusal)
  expect(await late).not.toBeNull()
})

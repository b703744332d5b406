import { expect, test } from "vitest"
import { createScrub, keptHeaders, keptParameters } from "./scrub"

const scrub = createScrub(["sk-live-0123456789", "Ada Lovelace <ada@example.org>", "build-host-7", "abc"])

test("the operator's keys, contact and host are removed wherever they are repeated, also encoded", () => {
  const echo = "key sk-live-0123456789, contact Ada%20Lovelace%20%3Cada%40example.org%3E, via build-host-7"
  expect(scrub.text(echo, false)).toBe("key [removed], contact [removed], via [removed]")
  expect(scrub.text("KEY SK-LIVE-0123456789", false)).toBe("KEY [removed]")
  expect(scrub.text("abc is too short to be a secret", false)).toBe("abc is too short to be a secret")
})

test.each([
  ["Your IP: 203.0.113.7", "Your IP: [removed]"],
  ["ec2-203-0-113-9.example.net ip_203.0.113.9_x", "ec2-[removed].example.net ip_[removed]_x"],
  ["opened 2026-11-20, 10.764.48 and 1-2-3", "opened 2026-11-20, 10.764.48 and 1-2-3"],
  ["from 2001:db8::8a2e:370:7334.", "from [removed]"],
  ["from 2001:db8::8a2e:370:7334 today", "from [removed] today"],
  ["write to help.desk+1@example.co.uk", "write to [removed]"],
  [
    "<dc:creator>Jane Doe</dc:creator><title>Oil at 12:30:00</title>",
    "<dc:creator>[removed]</dc:creator><title>Oil at 12:30:00</title>",
  ],
])("%s becomes %s", (given, kept) => {
  expect(scrub.text(given, false)).toBe(kept)
})

test.each([
  ["Cloudflare Ray ID: <strong>8f1c2d3e4a5b6c7d</strong>", "Cloudflare Ray ID: <strong>[removed]</strong>"],
  ["Reference #18.2d351ab8.1700000000.1a2b3c", "Reference #[removed]"],
  ["Request ID: kq7-9_aZ3==", "Request ID: [removed]=="],
  ["<a href='https://example.org/cdn?__cf_chl_tk=abc&y'>", "<a href='https://example.org/cdn?[removed]'>"],
  ["token Zk29xQ1wWqP0", "token [removed]"],
  [
    "Service unavailable from a restricted location, status 451",
    "Service unavailable from a restricted location, status 451",
  ],
])("of a refusal %s becomes %s", (given, kept) => {
  expect(scrub.text(given, true)).toBe(kept)
})

test("fields that name a request, session, account or person are removed, public data stay", () => {
  const answer = {
    requestId: "9f",
    "X-Trace-Id": 12,
    csrf_token: "c",
    meta: { client_ip: "203.0.113.7", userName: "ada", sessionId: null, tid: "7" },
    author: "Jane Doe",
    holders: [{ account: "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1", percent: "0.2", tag: "Raydium" }],
    token: { address: "0x00000000000000000000000000000000000000aa", symbol: "AA" },
    pool: "747c1d2a-c668-4682-b9f9-296708a3dd90",
    ip: null,
  }
  expect(scrub.json(answer, false)).toEqual({
    requestId: "[removed]",
    "X-Trace-Id": "[removed]",
    csrf_token: "[removed]",
    meta: { client_ip: "[removed]", userName: "[removed]", sessionId: null, tid: "[removed]" },
    author: "[removed]",
    holders: answer.holders,
    token: answer.token,
    pool: answer.pool,
    ip: null,
  })
})

test("of the address and the headers only what explains the answer is kept", () => {
  const url = new URL("https://api.example.org/x?series_id=DGS10&api_key=secret&x_cg_demo_api_key=secret&limit=5")
  expect(keptParameters(url.searchParams)).toEqual({ limit: "5", series_id: "DGS10" })
  expect(keptParameters(Object.entries({ type: "allMids", user: "0xada", startTime: 5 }))).toEqual({ type: "allMids" })
  const headers = new Headers({
    "content-type": "text/html",
    "set-cookie": "a=b",
    "cf-ray": "8f1c",
    "x-account": "ada",
  })
  expect(keptHeaders(headers)).toEqual({ "content-type": "text/html" })
})

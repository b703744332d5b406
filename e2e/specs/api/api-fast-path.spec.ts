import { catalogue } from "@/lib/endpoints/catalogue"
import { fillPath, isEventStream, isPaid, underApi } from "@/lib/api/contract"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, signFor } from "@/tools/testing/payments/x402-payer"

/** Headers that differ between answers or depend on the transport. */
const VARYING_HEADERS = new Set([
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "payment-required",
  "transfer-encoding",
  // Each challenge has its own id.
  "www-authenticate",
  "x-request-id",
])

/** Next's router adds these names to `Vary` of every answer. */
const PAGE_VARY_NAMES = /^(?:rsc|next-router-[\w-]+)$/

function comparableHeaders(headers: Headers): Record<string, string> {
  const vary = headers
    .get("vary")
    ?.split(", ")
    .filter((name) => !PAGE_VARY_NAMES.test(name))
  const entries = [...headers].filter(([name]) => !VARYING_HEADERS.has(name))
  return { ...Object.fromEntries(entries), vary: vary?.join(", ") ?? "" }
}

test("the API fast path and Next's router (trailing slash) send the same status and headers", async ({ origin }) => {
  for (const { path, exampleParams } of catalogue.filter((contract) => !isEventStream(contract))) {
    const url = origin + underApi(fillPath(path, exampleParams))
    for (const method of ["GET", "HEAD"]) {
      const [fast, routed] = await Promise.all([fetch(url, { method }), fetch(`${url}/`, { method })])
      expect(fast.status, url).toBe(routed.status)
      expect(comparableHeaders(fast.headers), `${method} ${url}`).toEqual(comparableHeaders(routed.headers))
    }
  }
})

test("an answer that is bought on the fast path is redelivered by Next's router", async ({ origin }) => {
  const payer = await newPayer(origin)
  for (const { path, exampleParams } of catalogue.filter(isPaid).slice(0, 2)) {
    const url = origin + underApi(fillPath(path, exampleParams))
    const headers = await signFor(url, payer)
    const [fast, routed] = [await fetch(url, { headers }), await fetch(`${url}/`, { headers })]
    expect([fast.status, routed.status]).toEqual([200, 200])
    expect(comparableHeaders(routed.headers)).toEqual(comparableHeaders(fast.headers))
    expect(await routed.text()).toBe(await fast.text())
  }
})

import { catalogue } from "@/lib/api/catalogue"
import { fillPath, isEventStream, isPaid, underApi } from "@/lib/api/contract"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, signFor } from "@/lib/testing/payments/x402-payer"

/** Headers that differ between answers or depend on the transport. */
const OF_THE_ANSWER = new Set([
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "payment-required",
  "transfer-encoding",
  "x-request-id",
])

/** Next's router adds these names to `Vary` of every answer. */
const OF_PAGES = /^(?:rsc|next-router-[\w-]+)$/

function lasting(headers: Headers): Record<string, string> {
  const vary = headers
    .get("vary")
    ?.split(", ")
    .filter((name) => !OF_PAGES.test(name))
  const entries = [...headers].filter(([name]) => !OF_THE_ANSWER.has(name))
  return { ...Object.fromEntries(entries), vary: vary?.join(", ") ?? "" }
}

test("the API fast path and Next's router (trailing slash) send the same status and headers", async ({ origin }) => {
  for (const { path, exampleParams } of catalogue.filter((contract) => !isEventStream(contract))) {
    const url = origin + underApi(fillPath(path, exampleParams))
    for (const method of ["GET", "HEAD"]) {
      const [short, routed] = await Promise.all([fetch(url, { method }), fetch(`${url}/`, { method })])
      expect(short.status, url).toBe(routed.status)
      expect(lasting(short.headers), `${method} ${url}`).toEqual(lasting(routed.headers))
    }
  }
})

test("an answer that is bought on the fast path is redelivered by Next's router", async ({ origin }) => {
  const payer = await newPayer(origin)
  for (const { path, exampleParams } of catalogue.filter(isPaid).slice(0, 2)) {
    const url = origin + underApi(fillPath(path, exampleParams))
    const headers = await signFor(url, payer)
    const [short, routed] = [await fetch(url, { headers }), await fetch(`${url}/`, { headers })]
    expect([short.status, routed.status]).toEqual([200, 200])
    expect(lasting(routed.headers)).toEqual(lasting(short.headers))
    expect(await routed.text()).toBe(await short.text())
  }
})

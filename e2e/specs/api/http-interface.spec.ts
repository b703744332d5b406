import { decodePaymentRequiredHeader } from "@x402/core/http"
import { z } from "zod"
import { catalogue } from "@/lib/endpoints/catalogue"
import { isEventStream, isPaid } from "@/lib/api/contract"
import { Problem } from "@/lib/api/problem"
import { ResourceVersion } from "@/lib/api/resource-version"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { expect, test } from "@/e2e/support/fixtures"
import { requestFaucet } from "@/tools/testing/payments/x402-payer"

test("an unpaid GET gets the price in both headers and in the body", async ({ origin, terms }) => {
  const response = await fetch(`${origin}/api/signal/BTC`)
  expect(response.status).toBe(402)
  const required = decodePaymentRequiredHeader(response.headers.get("payment-required") ?? "")
  expect(required.accepts.map(({ scheme }) => scheme)).toEqual(["exact", "batch-settlement"])
  expect(required.resource?.url).toBe(`${origin}/api/signal/BTC`)
  expect(JSON.parse(response.headers.get("x-payment") ?? "")).toEqual({
    amount: "50000",
    token: terms.asset,
    recipient: terms.payTo,
    network: "eip155:8453",
  })
  const body: unknown = await response.json()
  expect(body).toMatchObject({ x402Version: 1, accepts: [{ network: "base", maxAmountRequired: "50000" }] })
})

test("a quote names the current version and its price", async ({ origin }) => {
  const Quote = z.object({ preview: ResourceVersion.nullable() })
  const readPreview = async () => Quote.parse(await (await fetch(`${origin}/api/regime`)).json()).preview
  await expect.poll(readPreview).toMatchObject({ status: "current", price_usdc: "0.05" })
})

test("HEAD gets the status and headers of GET without a body", async ({ origin }) => {
  const paid = await fetch(`${origin}/api/signal/BTC`, { method: "HEAD" })
  expect(paid.status).toBe(402)
  expect(paid.headers.get("payment-required")).not.toBeNull()
  expect(await paid.text()).toBe("")
  expect((await fetch(`${origin}/api/health`, { method: "HEAD" })).status).toBe(200)
})

test("an unsupported coin is rejected without a quote", async ({ origin }) => {
  for (const path of ["/api/signal/DOGE", "/api/signal/btcc", "/api/context/DOGE", "/signal/DOGE"]) {
    const response = await fetch(origin + path)
    expect(response.status, path).toBe(400)
    expect(response.headers.get("payment-required")).toBeNull()
    const problem = Problem.parse(await response.json())
    expect(problem).toMatchObject({ code: "invalid_path", charged: "no", details: { coin: expect.any(String) } })
  }
})

test("a path with invalid escapes is rejected with a reason", async ({ origin }) => {
  for (const path of [
    "/api/signal/%ff",
    "/api/signal/%",
    "/signal/%E0%A4",
    "/mcp/%ff",
    "/coins/%ff",
    "/_next/static/%ff",
  ]) {
    const response = await fetch(origin + path, { headers: { Accept: "text/html" } })
    expect(response.status, path).toBe(400)
    const problem = Problem.parse(await response.json())
    expect(problem).toMatchObject({ code: "invalid_path", charged: "no", details: { path: expect.any(String) } })
  }
  expect((await fetch(`${origin}/api/signal/B%54C`)).status, "a valid escape is decoded").toBe(402)
})

test("a trailing slash is ignored on API paths and redirects on pages", async ({ origin }) => {
  for (const path of ["/api/signal/BTC", "/signal/BTC"]) {
    const response = await fetch(`${origin}${path}/`, { redirect: "error" })
    expect(
      [response.status, response.headers.get("access-control-allow-origin")],
      "the CORS header is sent once",
    ).toEqual([402, "*"])
    const { accepts } = z.object({ accepts: z.array(z.object({ resource: z.string() })) }).parse(await response.json())
    expect(new URL(accepts[0]?.resource ?? "").pathname, "the resource has its canonical path").toBe("/api/signal/BTC")
  }
  const page = await fetch(`${origin}/status/?a=b`, { headers: { Accept: "text/html" }, redirect: "manual" })
  expect([page.status, page.headers.get("location")]).toEqual([308, "/status?a=b"])
  expect(page.headers.get("x-frame-options")).toBe("DENY")
})

test("an unsupported method is answered 405 with the allowed methods", async ({ origin }) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const response = await fetch(`${origin}/api/signal/BTC`, { method })
    expect(response.status, method).toBe(405)
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS")
    expect(Problem.parse(await response.json()).code).toBe("method_not_allowed")
  }
})

test("a path below /api that does not exist is a JSON 404", async ({ origin }) => {
  for (const path of ["/api/nothing", "/api/signal", "/api/signal/BTC/now"]) {
    const response = await fetch(origin + path, { headers: { Accept: "text/html" } })
    expect(response.status, path).toBe(404)
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(Problem.parse(await response.json()).code).toBe("not_found")
  }
})

test("an unknown path is a JSON 404 for programs and an HTML 404 for browsers", async ({ origin }) => {
  for (const path of ["/nothing", "/docs/nothing", "/.env"]) {
    const response = await fetch(origin + path)
    expect([response.status, response.headers.get("access-control-allow-origin")], path).toEqual([404, "*"])
    expect(Problem.parse(await response.json()).code).toBe("not_found")
    const page = await fetch(origin + path, { headers: { Accept: "text/html" } })
    expect([page.status, page.headers.get("content-type")], path).toEqual([404, "text/html; charset=utf-8"])
  }
  for (const path of ["/coins/BTC", "/docs", "/llms.txt"]) expect((await fetch(origin + path)).status, path).toBe(200)
  const marked = await fetch(`${origin}/api/signal/BTC`, { headers: { "x-else-to-api": "1", "x-to-api": "1" } })
  expect(marked.status, "internal routing headers of a caller are ignored").toBe(402)
})

test("paths without /api serve the API to programs and the dashboard to browsers", async ({ origin }) => {
  expect((await fetch(`${origin}/signal/BTC`)).status).toBe(402)
  const health = await fetch(`${origin}/health`, { headers: { Accept: "application/json" } })
  const store = { name: "store", detail: "embedded" }
  expect(await health.json()).toMatchObject({
    status: "ok",
    mode: "sandbox",
    parts: expect.arrayContaining([expect.objectContaining(store)]),
  })
  expect(await (await fetch(`${origin}/`)).json()).toMatchObject({ service: "Signal402" })
  const browser = { Accept: "text/html,application/xhtml+xml" }
  for (const path of ["/", "/regime"]) {
    const page = await fetch(origin + path, { headers: browser })
    expect(page.headers.get("content-type"), path).toContain("text/html")
  }
  expect(
    (await fetch(`${origin}/signal/BTC`, { headers: browser })).status,
    "the dashboard has no page at this path",
  ).toBe(402)
})

test("behind a TLS proxy, paths with and without /api answer alike", async ({ origin }) => {
  const behindTls = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "signal402.example" }
  for (const contract of catalogue.filter((one) => !isEventStream(one))) {
    const url = urlOf(contract, exampleOf(contract))
    const response = await fetch(origin + (url.replace(/^\/api(?=\/|$)/, "") || "/"), { headers: behindTls })
    expect(response.status, contract.id).toBe(isPaid(contract) ? 402 : 200)
    if (!isPaid(contract)) continue
    const named = [response, await fetch(origin + url)].map(
      ({ headers }) => decodePaymentRequiredHeader(headers.get("payment-required") ?? "").resource?.url,
    )
    expect(named[0], "both paths quote the same resource").toBe(named[1])
    expect(named[0]).toContain(`${origin}/api/`)
  }
})

test("a caller's X-To-Api header does not route a page or a file to the API", async ({ origin }) => {
  for (const path of ["/regime", "/sw.js", "/icon.svg"]) {
    const page = await fetch(origin + path, { headers: { Accept: "text/html", "X-To-Api": "1" } })
    expect([page.status, page.headers.get("payment-required")], path).toEqual([200, null])
  }
})

test("the server keeps idle connections for 75 s, longer than proxies reuse them", async ({ origin }) => {
  const { headers } = await fetch(`${origin}/api/health`)
  expect(headers.get("keep-alive")).toBe("timeout=75")
})

test("the image optimizer is disabled, because no page uses it", async ({ origin }) => {
  const response = await fetch(`${origin}/_next/image?url=%2Ficon.svg&w=64&q=75`)
  expect(response.status).toBe(404)
})

test("the preflight of an official browser client passes with any requested headers", async ({ origin }) => {
  const asked = ["payment-signature", "x-payment", "access-control-expose-headers", "content-type"]
  const response = await fetch(`${origin}/api/signal/BTC`, {
    method: "OPTIONS",
    headers: {
      Origin: "https://other.example",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": asked.join(","),
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get("access-control-allow-origin")).toBe("*")
  expect(response.headers.get("access-control-allow-methods")).toContain("GET")
  const allowed = response.headers.get("access-control-allow-headers")?.toLowerCase().split(", ")
  expect(allowed).toEqual(expect.arrayContaining(asked))
})

test("a lower-case coin is quoted with its canonical URL", async ({ origin }) => {
  const response = await fetch(`${origin}/api/signal/btc`)
  expect(response.status).toBe(402)
  const header = Buffer.from(response.headers.get("payment-required") ?? "", "base64").toString("utf8")
  expect(JSON.parse(header)).toMatchObject({ resource: { url: `${origin}/api/signal/BTC` } })
})

test("API answers have cache, CORS, nosniff and request ID headers", async ({ origin }) => {
  const kept = ["/api", "/api/openapi.json"]
  for (const path of [...kept, "/api/health", "/api/signal/BTC", "/api/signal/DOGE", "/api/nothing"]) {
    const { headers } = await fetch(origin + path)
    const expected = kept.includes(path) ? /^public, max-age=\d+$/ : /no-store/
    expect(headers.get("cache-control"), path).toMatch(expected)
    expect(headers.get("access-control-allow-origin"), path).toBe("*")
    expect(headers.get("access-control-expose-headers"), path).toContain("PAYMENT-REQUIRED")
    expect(headers.get("x-content-type-options"), path).toBe("nosniff")
    expect(headers.get("x-request-id"), path).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test("the faucet rejects an invalid address and describes a valid address", async ({ origin }) => {
  const response = await requestFaucet(origin, { address: "0x…" })
  expect(response.status).toBe(400)
  expect(Problem.parse(await response.json())).toMatchObject({
    code: "invalid_body",
    detail: "Invalid body: address (must be 0x and 40 hexadecimal digits).",
    details: { fields: ["address"] },
  })
})

test("the sandbox RPC proxy rejects methods that create balance", async ({ origin }) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_setBalance", params: [] })
  const response = await fetch(`${origin}/api/sandbox/rpc`, { method: "POST", body })
  expect(await response.json()).toMatchObject({ error: { code: -32_601 } })
})

test("pages have the security headers and a content security policy with a new nonce", async ({ origin }) => {
  const accept = { Accept: "text/html" }
  const pages = await Promise.all([1, 2].map(() => fetch(`${origin}/`, { headers: accept })))
  const nonces = pages.map(({ headers }) => {
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin")
    expect(headers.get("strict-transport-security")).toContain("max-age=")
    expect(headers.get("permissions-policy")).toContain("camera=()")
    expect(headers.get("x-powered-by")).toBeNull()
    const policy = headers.get("content-security-policy") ?? ""
    for (const part of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(part)
    }
    expect(policy).not.toContain("unsafe-eval")
    return /'nonce-([^']+)'/.exec(policy)?.[1]
  })
  expect(nonces[0]).toBeTruthy()
  expect(nonces[0]).not.toBe(nonces[1])
  const html = await pages[0]?.text()
  const scripts = html?.match(/<script[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonces[0]}"`))).toEqual([])
})

test("the OpenAPI document and the service index list exactly the endpoints of the catalogue", async ({ origin }) => {
  const paths = catalogue.map(({ path }) => (path === "/" ? "/api" : `/api${path}`))
  const Document = z.object({ paths: z.record(z.string(), z.object({ get: z.looseObject({}) })) })
  const document = Document.parse(await (await fetch(`${origin}/api/openapi.json`)).json())
  expect(Object.keys(document.paths).sort()).toEqual(paths.toSorted())
  const Info = z.object({ endpoints: z.record(z.string(), z.unknown()) })
  const info = Info.parse(await (await fetch(`${origin}/api`)).json())
  expect(Object.keys(info.endpoints).sort()).toEqual(paths.map((path) => `GET ${path}`).sort())
})

test("every paid endpoint quotes its price, and every free endpoint answers by its schema", async ({ origin }) => {
  for (const contract of catalogue.filter((one) => !isEventStream(one))) {
    const response = await fetch(origin + urlOf(contract, exampleOf(contract)))
    if (isPaid(contract)) {
      expect(response.status, contract.id).toBe(402)
      const { accepts } = decodePaymentRequiredHeader(response.headers.get("payment-required") ?? "")
      expect(accepts[0]?.amount).toBe(String(contract.price))
      const size = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
      expect(size, `bytes of headers of ${contract.id}, of which clients take 16 kB`).toBeLessThan(6_000)
    } else {
      expect(response.status, contract.id).toBe(200)
      contract.response.parse(await response.json())
    }
  }
})

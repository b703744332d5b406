import {
  checkEndpointSchema,
  discoverOriginSchema,
  getOpenAPI,
  getWarningsForL3,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
} from "@agentcash/discovery"
import { recoverMessageAddress } from "viem"
import { z } from "zod"
import { catalogue } from "@/lib/endpoints/catalogue"
import { isPaid } from "@/lib/api/contract"
import { exampleUrl } from "@/lib/server/documents/discovery"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { readTerms } from "@/tools/testing/payments/x402-terms"
import { expect, test } from "@/e2e/support/fixtures"

/*
 * x402 indexers run this validator before they list a service (https://www.npmjs.com/package/@agentcash/discovery).
 */

test("the indexers' validator finds the OpenAPI document and reports no warning", async ({ origin }) => {
  const document = (await getOpenAPI(origin)).unwrapOr(null)
  expect(document, "/openapi.json").not.toBeNull()
  expect(isOpenApiParseFailure(document)).toBe(false)
  expect(getWarningsForOpenAPI(document)).toEqual([])
})

for (const contract of catalogue.filter(isPaid)) {
  test(`the indexers' validator reports no warning for ${contract.path}`, async ({ origin }) => {
    const { path } = contract
    for (const probe of [false, true]) {
      const result = await checkEndpointSchema({ url: exampleUrl(contract, origin), probe })
      if (!result.found) throw new Error(`The validator did not find ${path}: ${result.cause}`)
      const get = result.advisories.find(({ method }) => method === "GET")
      if (get === undefined) throw new Error(`The validator saw no GET of ${path}.`)
      expect(get.authMode).toBe("paid")
      expect(getWarningsForL3(get).map(({ code, message }) => `${code}: ${message}`)).toEqual([])
    }
  })
}

test("the indexers' validator accepts the payee's signature as proof of the origin's ownership", async ({ origin }) => {
  const discovered = await discoverOriginSchema({ target: origin })
  expect(discovered).toMatchObject({ found: true, trustTier: "ownership_verified" })
  const { ownershipProofs: [signature] = [] } = discovered.found ? discovered : {}
  const { payTo } = await readTerms(origin)
  expect(await recoverMessageAddress({ message: origin, signature: signature as `0x${string}` })).toBe(payTo)
})

test("every resource in /.well-known/x402 answers 402 without a payment", async ({ origin }) => {
  const response = await fetch(`${origin}/.well-known/x402`)
  const { version, resources } = z
    .object({ version: z.number(), resources: z.array(z.string()) })
    .parse(await response.json())
  expect(version).toBe(1)
  expect(resources.length).toBeGreaterThanOrEqual(catalogue.filter(isPaid).length)
  for (const url of resources) expect((await fetch(url)).status, url).toBe(402)
})

test("llms.txt is plain text, and each of its links works", async ({ origin }) => {
  const response = await fetch(`${origin}/llms.txt`)
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  const links = [...(await response.text()).matchAll(/\]\((\S+?)\)/g)].map(([, url]) => url ?? "")
  expect(links.length).toBeGreaterThan(catalogue.length)
  for (const url of links) {
    const { status } = await fetch(url)
    expect([200, 402], `${url} answered ${status}`).toContain(status)
  }
})

test("common paths of discovery documents redirect to the documents", async ({ origin }) => {
  for (const [guessed, document] of [
    ["/swagger.json", "/openapi.json"],
    ["/v1/openapi.yaml", "/openapi.json"],
    ["/.well-known/openapi.json", "/openapi.json"],
    ["/openapi.yml", "/openapi.json"],
    ["/openapi", "/openapi.json"],
    ["/swagger", "/openapi.json"],
    ["/api-docs", "/openapi.json"],
    ["/api/openapi.yaml", "/openapi.json"],
    ["/.well-known/x402.json", "/.well-known/x402"],
    ["/api/.well-known/x402", "/.well-known/x402"],
    ["/llms-full.txt", "/llms.txt"],
    ["/api/llms.txt", "/llms.txt"],
    ["/healthz", "/api/health"],
    ["/healthz/", "/api/health"],
    ["/favicon.ico", "/icon.svg"],
  ] as const) {
    const response = await fetch(origin + guessed)
    expect([response.status, response.url], guessed).toEqual([200, origin + document])
    const moved = await fetch(origin + guessed, { redirect: "manual" })
    expect([moved.status, moved.headers.get("location")], guessed).toEqual([308, document])
    for (const [name, value] of [
      ["access-control-allow-origin", "*"],
      ["x-frame-options", "DENY"],
    ] as const) {
      expect(moved.headers.get(name), `${name} of ${guessed}`).toBe(value)
    }
  }
})

test("security.txt is a 404 when no contact address is configured", async ({ origin }) => {
  const response = await fetch(`${origin}/.well-known/security.txt`)
  expect(response.status).toBe(404)
  expect(response.headers.get("content-type")).toBe("application/problem+json")
})

test("the MCP server card contains the address of a server that lists its tools", async ({ origin }) => {
  for (const path of ["/.well-known/mcp/server-card.json", "/mcp/server-card"]) {
    const response = await fetch(origin + path)
    expect([response.status, response.headers.get("access-control-allow-origin")], path).toEqual([200, "*"])
    const { remotes } = z.object({ remotes: z.array(z.object({ url: z.string() })) }).parse(await response.json())
    const { client, tools } = await connectMcp(remotes[0]?.url ?? "")
    expect(tools.map(({ name }) => name)).toContain("signal")
    await client.close()
  }
})

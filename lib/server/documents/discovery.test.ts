import { expect, test } from "vitest"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { llmsTxt, mcpServerCard, securityTxt, wellKnownX402 } from "./discovery"
import { openApi } from "./openapi"

const contracts: readonly Contract[] = catalogue
const options = {
  origin: "https://signal402.example",
  mode: "live",
  market: "live",
  network: "eip155:8453",
  ownershipProof: null,
} as const
const nowMs = Date.UTC(2026, 10, 22, 9, 30)

test("/.well-known/x402 lists every paid resource for each coin, without placeholders", () => {
  const { resources } = wellKnownX402(options)
  expect(resources).toContain("https://signal402.example/api/signal/SOL")
  expect(resources.join()).not.toContain("{")
  for (const { path } of contracts.filter(isPaid)) {
    const known = resources.filter((url) => url.startsWith(`${options.origin}/api${path.replace("{coin}", "")}`))
    expect(known.length, path).toBe(path.includes("{coin}") ? 3 : 1)
  }
})

test("the ownership proof is in /.well-known/x402 and in x-discovery of OpenAPI", () => {
  const ownershipProof = `0x${"1".repeat(130)}` as const
  const openApiOptions = { origin: options.origin, contact: null, network: options.network }
  expect(wellKnownX402({ ...options, ownershipProof })).toHaveProperty("ownershipProofs", [ownershipProof])
  expect(openApi({ ...openApiOptions, ownershipProof })).toHaveProperty("x-discovery", {
    ownershipProofs: [ownershipProof],
  })
  expect(wellKnownX402(options)).not.toHaveProperty("ownershipProofs")
  expect(openApi({ ...openApiOptions, ownershipProof: null })).not.toHaveProperty("x-discovery")
})

test("llms.txt has one title, a summary, and every endpoint with its price", () => {
  const text = llmsTxt(options)
  expect(text.match(/^# /gm)).toHaveLength(1)
  expect(text).toMatch(/^> Crypto-market intelligence/m)
  for (const { path, description } of contracts.filter(({ path }) => path !== "/")) {
    expect(text).toContain(`- [GET /api${path}](${options.origin}/api`)
    expect(text).toContain(description)
  }
  expect(text).toContain("Costs $0.05.")
  for (const name of ["transferProof", "sign-in-with-x"])
    expect(text, "fields of the 402 body").toContain(`\`${name}\``)
  expect(text, "a link with its required parameters").toContain(`${options.origin}/api/record/calls?coin=BTC)`)
})

test("llms.txt and /.well-known/x402 mention the sandbox only in sandbox mode", () => {
  const sandbox = { ...options, mode: "sandbox", market: "simulated" } as const
  expect(llmsTxt(sandbox)).toContain("play money")
  expect(wellKnownX402(sandbox).instructions).toContain("play money")
  expect(llmsTxt(options) + wellKnownX402(options).instructions).not.toContain("sandbox")
})

test("the MCP server card has the endpoint URL and says that a sandbox uses play money", () => {
  expect(mcpServerCard(options)).toMatchObject({
    name: "example.signal402/signal402",
    title: "Signal402",
    remotes: [{ type: "streamable-http", url: "https://signal402.example/mcp" }],
  })
  expect(mcpServerCard({ ...options, mode: "sandbox", market: "simulated" }).description).toContain("play money")
})

test.each([
  ["ops@example.com", "mailto:ops@example.com"],
  ["https://example.com/security", "https://example.com/security"],
])("security.txt has the contact %s as %s, and expires within a year", (contact, uri) => {
  expect(securityTxt(options.origin, contact, nowMs)).toBe(
    `Contact: ${uri}\nExpires: 2027-05-21T00:00:00.000Z\nPreferred-Languages: en\n` +
      "Canonical: https://signal402.example/.well-known/security.txt\n",
  )
})

test.each([null, "ask in the forum", "http://example.com"])(
  "securityTxt() returns null for the contact %s",
  (contact) => {
    expect(securityTxt(options.origin, contact, nowMs)).toBeNull()
  },
)

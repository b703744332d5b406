import { expect, test } from "vitest"
import { parseEnv } from "@/lib/server/config/env"
import { checkListing } from "./doctor-listing"

const BASE = "https://facilitator.example/x402"
const needed = {
  MODE: "live",
  PUBLIC_ORIGIN: "https://signal402.example",
  RPC_URL: "https://node.example",
  PAY_TO: `0x${"12".repeat(20)}`,
  SETTLER_PRIVATE_KEY: `0x${"34".repeat(32)}`,
}
const config = parseEnv({ ...needed, LISTING_FACILITATOR_URL: BASE })

type Answers = { readonly validate?: object; readonly merchant?: object | null; readonly resources?: object }

function facilitator({ validate = { valid: true }, merchant = null, resources = { items: [] } }: Answers) {
  const asked: unknown[] = []
  const ask = async (url: string, init?: { readonly body?: unknown }): Promise<Response> => {
    const { pathname } = new URL(url)
    if (pathname.endsWith("/supported")) {
      return Response.json({ kinds: [{ x402Version: 2, scheme: "exact", network: config.chain.network }] })
    }
    if (pathname.endsWith("/validate")) {
      asked.push(init?.body)
      return Response.json(validate)
    }
    if (pathname.endsWith("/merchant")) return Response.json(merchant ?? {}, { status: merchant === null ? 404 : 200 })
    return Response.json(resources)
  }
  return { ask, asked }
}

test("without the variable nothing is asked", async () => {
  expect(await checkListing(parseEnv(needed), () => Promise.reject(new Error("asked")))).toEqual([])
})

test("each resource is listed until 30 days after its last settlement there, or not", async () => {
  const listed = { resource: "https://signal402.example/api/signal/BTC", lastUpdated: "2026-11-01T12:00:00Z" }
  const { ask, asked } = facilitator({
    validate: { valid: true, simulation: { outcome: "accepted" } },
    merchant: { resources: [listed] },
  })
  const findings = await checkListing(config, ask)
  expect(findings[0]).toMatchObject({ what: "listing facilitator", state: "ok" })
  expect(findings.find(({ what }) => what.endsWith("/api/signal/BTC"))).toMatchObject({
    state: "ok",
    says: "listed until 2026-12-01 without another sale there; valid, accepted",
  })
  expect(findings.find(({ what }) => what.endsWith("/api/regime"))).toMatchObject({
    state: "warn",
    says: "not listed; valid, accepted",
    mend: expect.stringContaining("next sale"),
  })
  expect(asked).toContain(JSON.stringify({ resource: "https://signal402.example/api/regime", method: "GET" }))
  expect(asked.join()).not.toContain("/alerts/watch")
})

test("what the validation objects to is named", async () => {
  const preflight = [{ check: "reachable", passed: false, severity: "required", detail: "No answer." }]
  const [, finding] = await checkListing(config, facilitator({ validate: { valid: false, preflight } }).ask)
  expect(finding).toMatchObject({
    state: "warn",
    says: "not listed; not valid; reachable (required) No answer.",
    mend: expect.stringContaining("PUBLIC_ORIGIN"),
  })
})

test("a facilitator with the catalogue of the official packages, and one without any", async () => {
  const items = [{ resource: "https://signal402.example/api/regime", lastUpdated: null }]
  const findings = await checkListing(config, facilitator({ resources: { items } }).ask)
  expect(findings.find(({ what }) => what.endsWith("/api/regime"))).toMatchObject({
    state: "ok",
    says: "listed; valid",
  })
  const supported = facilitator({}).ask
  const bare = await checkListing(config, async (url) =>
    url.endsWith("/supported") ? supported(url) : new Response("", { status: 404 }),
  )
  expect(bare.slice(1)).toMatchObject([{ state: "warn", says: expect.stringContaining("/discovery answered 404") }])
})

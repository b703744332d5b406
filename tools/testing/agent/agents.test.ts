import { beforeAll, expect, test, vi } from "vitest"
import { documentRoutes } from "@/app/api/_parts/document-routes"
import * as mcp from "@/app/mcp/route"
import { underApi } from "@/lib/api/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { officialClient, unfundedPayer } from "@/tools/testing/payments/x402-payer"
import { httpAgent, mcpAgent } from "./agents"
import { choose } from "./choose"
import { TASKS } from "./tasks"

/** How often a payment was sent. */
let paid = 0

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(Date.UTC(2026, 10, 20, 15, 7))
  vi.stubGlobal("fetch", served)
  return () => vi.unstubAllGlobals()
})

/** The service as a stranger reaches it: by address alone. */
const served: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  if (request.headers.has("payment-signature") || (await request.clone().text()).includes("x402/payment")) paid += 1
  if (pathname === "/mcp") return mcp.POST(request, { params: Promise.resolve(undefined) })
  const document = documentRoutes[pathname]
  if (document !== undefined) return document.GET(request, { params: Promise.resolve(undefined) })
  for (const contract of catalogue) {
    const pattern = new RegExp(`^${underApi(contract.path).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`)
    const segments = pattern.exec(pathname)
    if (segments !== null) {
      return (await routeOf(contract)).GET(request, { params: Promise.resolve({ ...segments.groups }) })
    }
  }
  return new Response("not found", { status: 404 })
}

const ways = [
  ["HTTP", httpAgent],
  ["MCP", mcpAgent],
] as const

test.each(TASKS.flatMap((task) => ways.map(([way, agent]) => ({ ...task, way, agent }))))(
  "over $way: $need",
  async ({ need, budget, price, expected, agent }) => {
    paid = 0
    const wallet = officialClient(unfundedPayer())
    const outcome = await agent({ address: "https://signal402.example", wallet, need, budget })
    expect(outcome).toMatchObject({ price })
    expect(JSON.stringify(outcome.answer)).toMatch(expected)
    expect(paid).toBe(price === 0 || price > budget ? 0 : 1)
  },
)

test("an agent refuses what nothing describes, and an argument that the need does not have", () => {
  const level = { name: "level", required: true, type: "string", choices: [], description: "Prices." }
  const odds = { text: "odds of touching a level", price: 0.02, parameters: [level], source: "odds" }
  expect(() => choose("weather in Paris", [odds])).toThrow("Nothing is described")
  expect(() => choose("odds of touching", [odds])).toThrow('does not say "level"')
  expect(choose("odds of touching level 4000 prices", [odds])).toMatchObject({ args: { level: "4000" } })
})

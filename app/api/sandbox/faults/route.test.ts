import { beforeEach, expect, test } from "vitest"
import { Problem } from "@/lib/api/problem"
import { parseEnv } from "@/lib/server/config/env"
import { sandboxFaults } from "@/lib/server/runtime/market-fetch"
import { GET, POST } from "./route"

const SHARED: Record<symbol, unknown> = globalThis
const CONTEXT = { params: Promise.resolve({}) }

const PAYMENTS = {
  PUBLIC_ORIGIN: "https://signal402.example",
  RPC_URL: "https://node.example",
  PAY_TO: "0x00000000000000000000000000000000000Fee01",
  SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
}

beforeEach(() => {
  const USDC_ADDRESS = "0x262Bf353678AD400921D1A7BB936090a579D1564"
  SHARED[Symbol.for("signal402.config")] = parseEnv({ ...PAYMENTS, MODE: "sandbox", USDC_ADDRESS })
  sandboxFaults().clear()
})

function post(body: unknown): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return POST(new Request("https://signal402.example/api/sandbox/faults", { method: "POST", body: text }), CONTEXT)
}

test("faults of several providers can be set and removed", async () => {
  await post({ provider: "binance", fault: "429" })
  const both = await post({ provider: "okx", fault: "latency:3000" })
  expect([both.status, await both.json()]).toEqual([
    200,
    { faults: { binance: { kind: "status", status: 429 }, okx: { kind: "latency", latencyMs: 3000 } } },
  ])
  await post({ provider: "binance", fault: null })
  expect([...sandboxFaults().keys()]).toEqual(["okx"])
})

test.each([
  [{ provider: "nobody", fault: "429" }, ["provider"]],
  [{ provider: "binance=429,okx", fault: "html" }, ["provider"]],
  [{ provider: "binance", fault: "418" }, ["fault"]],
  [{ provider: "binance", fault: "latency:soon" }, ["fault"]],
  [{ provider: "binance", fault: "429,okx=html" }, ["fault"]],
  [{ provider: "binance" }, ["fault"]],
  [{ provider: 1, fault: 429 }, ["provider", "fault"]],
  [[], ["body"]],
  ["provider=binance", ["body"]],
  ["x".repeat(70_000), ["body"]],
])("the body %j is refused with the field's name, and changes no fault", async (body, fields) => {
  const response = await post(body)
  expect(response.status).toBe(400)
  const problem = Problem.parse(await response.json())
  expect(problem).toMatchObject({ code: "invalid_body", details: { fields } })
  for (const field of fields) expect(problem.detail).toContain(field)
  expect(sandboxFaults().size).toBe(0)
})

test("only POST is allowed, and in live mode the path is unknown", async () => {
  const get = () => GET(new Request("https://signal402.example/api/sandbox/faults"), CONTEXT)
  expect((await get()).status).toBe(405)
  SHARED[Symbol.for("signal402.config")] = parseEnv({ ...PAYMENTS, MODE: "live" })
  expect([(await get()).status, (await post({ provider: "binance", fault: "429" })).status]).toEqual([404, 404])
  expect(sandboxFaults().size).toBe(0)
})

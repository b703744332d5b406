import { beforeEach, expect, test } from "vitest"
import { Problem } from "@/lib/api/problem"
import { parseEnv } from "@/lib/server/config/env"
import { POST } from "./route"

const SHARED: Record<symbol, unknown> = globalThis
const CONTEXT = { params: Promise.resolve({}) }

beforeEach(() => {
  SHARED[Symbol.for("signal402.config")] = parseEnv({
    RPC_URL: "https://node.example",
    PAY_TO: "0x00000000000000000000000000000000000Fee01",
    SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
    USDC_ADDRESS: "0x262Bf353678AD400921D1A7BB936090a579D1564",
    FAUCET_PRIVATE_KEY: `0x${"22".repeat(32)}`,
  })
})

test.each([
  [{ address: `0x${"0".repeat(40)}` }, "address (must not be the zero address)"],
  [{ address: "0x12" }, "address (must be 0x and 40 hexadecimal digits)"],
  [{ address: `0x${"1".repeat(40)}`, withGas: "yes" }, "withGas ("],
])("the body %j is refused with the field's name, without a request to the chain", async (body, words) => {
  const url = "http://localhost:3402/api/sandbox/faucet"
  const response = await POST(new Request(url, { method: "POST", body: JSON.stringify(body) }), CONTEXT)
  expect(response.status).toBe(400)
  const problem = Problem.parse(await response.json())
  expect(problem).toMatchObject({ code: "invalid_body", detail: expect.stringContaining(words) })
})

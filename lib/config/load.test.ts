import { afterEach, expect, test, vi } from "vitest"
import { loadConfig } from "./load"

afterEach(() => vi.unstubAllEnvs())

test("KEY= means the same as no line at all, for a command's own default too", () => {
  vi.stubEnv("FACILITATOR_PORT", "")
  const over = {
    MODE: "sandbox",
    RPC_URL: "http://127.0.0.1:8545",
    PAY_TO: `0x${"1".repeat(40)}`,
    SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
    USDC_ADDRESS: `0x${"3".repeat(40)}`,
  }
  expect(loadConfig(over, { FACILITATOR_PORT: "4402" }).ownFacilitator?.port).toBe(4402)
  vi.stubEnv("FACILITATOR_PORT", "4403")
  expect(loadConfig(over, { FACILITATOR_PORT: "4402" }).ownFacilitator?.port).toBe(4403)
})

import { afterEach, expect, test, vi } from "vitest"
import { loadConfig } from "./load"

afterEach(() => vi.unstubAllEnvs())

test("an empty variable counts as unset", () => {
  vi.stubEnv("GAS_ALARM_BATCHES", "")
  const overrides = {
    MODE: "sandbox",
    RPC_URL: "http://127.0.0.1:8545",
    PAY_TO: `0x${"1".repeat(40)}`,
    SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
    USDC_ADDRESS: `0x${"3".repeat(40)}`,
  }
  expect(loadConfig(overrides).settlement.alarmBatches).toBe(50)
  vi.stubEnv("GAS_ALARM_BATCHES", "7")
  expect(loadConfig(overrides).settlement.alarmBatches).toBe(7)
})

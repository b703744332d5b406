import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { BLANK_VARIABLES, loadEnvFiles } from "@/tools/cli/env-files"
import { loadConfig } from "./load"

test("a sandbox ignores the deployment variables of a .env file when BLANK_VARIABLES are set", () => {
  const folder = mkdtempSync(join(tmpdir(), "signal402-env-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, ".env"),
    "MODE=live\nRPC_URL=https://node.example\nDATABASE_URL=postgres://live.example/signal402\n",
  )
  const own = {
    PUBLIC_ORIGIN: "http://localhost:3402",
    RPC_URL: "http://127.0.0.1:8545",
    USDC_ADDRESS: `0x${"5".repeat(40)}`,
    PAY_TO: `0x${"3".repeat(40)}`,
    SETTLER_PRIVATE_KEY: `0x${"4".repeat(64)}`,
  }
  // The sandbox starts its server process with these variables.
  for (const [name, value] of Object.entries({ ...BLANK_VARIABLES, ...own })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(loadEnvFiles(folder)).toEqual([".env"])
  expect(loadConfig()).toMatchObject({ mode: "sandbox", databaseUrl: null, chain: { rpcUrl: own.RPC_URL } })
})

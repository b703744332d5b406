import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { loadEnvFiles } from "./env-files"
import { loadConfig } from "@/lib/server/config/load"

const LIVE = `
MODE=live
PUBLIC_ORIGIN=https://signal402.example
RPC_URL=https://node.example
PAY_TO=0x${"1".repeat(40)}
SETTLER_PRIVATE_KEY=0x${"2".repeat(64)}
DATA_DIR=/from/file
`

let folder: string
const before = { ...process.env }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signal402-env-"))
  vi.stubEnv("NODE_ENV", "production")
  // The test runner also sets MODE.
  vi.stubEnv("MODE", undefined)
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
})

test("a command loads .env as the server does, and variables that are already set keep their value", () => {
  writeFileSync(join(folder, ".env"), LIVE)
  process.env["DATA_DIR"] = "/set/already"
  expect(loadEnvFiles(folder)).toEqual([".env"])
  expect(loadConfig()).toMatchObject({
    mode: "live",
    dataDir: "/set/already",
    chain: { rpcUrl: "https://node.example" },
  })
})

test("without an env file, loadEnvFiles() changes no variable", () => {
  expect(loadEnvFiles(folder)).toEqual([])
  expect(process.env["MODE"]).toBeUndefined()
})

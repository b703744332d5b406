import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-ledger-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

type Said = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

/** Started in a folder of its own, whose .env it reads. */
function ledger(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Said> {
  // The test runner has a variable of this name too.
  const { MODE: _, ...inherited } = process.env
  const env = { ...inherited, TSX_TSCONFIG_PATH: join(process.cwd(), "tsconfig.json"), ...variables }
  const command = ["--import", import.meta.resolve("tsx"), join(process.cwd(), "lib/cli/ledger.ts"), ...args]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { env, cwd: dataDir }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

const live = {
  MODE: "live",
  PUBLIC_ORIGIN: "https://signal402.example",
  PAY_TO: `0x${"1".repeat(40)}`,
  SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
  RPC_URL: "http://user:passw0rd@127.0.0.1:9/v2/apikey",
}

test("it says on standard error which ledger it reads; standard output is the books alone", async () => {
  const { status, stdout, stderr } = await ledger(["export"], live)
  expect([status, stdout.split("\n")]).toEqual([0, [expect.stringContaining("settled_at,endpoint"), ""]])
  expect(stderr).toContain("live on Base (eip155:8453), ledger in .signal402/live.db")
  expect(stderr).not.toMatch(/apikey|passw0rd/)
}, 30_000)

test("it is about the deployment that .env describes, unless told otherwise", async () => {
  writeFileSync(
    join(dataDir, ".env"),
    Object.entries(live)
      .map((pair) => `${pair.join("=")}\n`)
      .join(""),
  )
  expect((await ledger(["export"])).stderr).toContain("live on Base (eip155:8453), ledger in .signal402/live.db")
  const told = await ledger(["export"], { NETWORK: "base-sepolia", DATA_DIR: "elsewhere" })
  expect(told.stderr).toContain("live on Base Sepolia (eip155:84532), ledger in elsewhere/live.db")
}, 30_000)

test("a call that it does not understand ends with 2 and says how to call it", async () => {
  for (const args of [
    ["report", "extra"],
    ["report", "--by", "mood"],
  ]) {
    const { status, stdout, stderr } = await ledger(args)
    expect([status, stdout]).toEqual([2, ""])
    expect(stderr).toContain("npm run ledger -- report")
  }
}, 30_000)

test("a node that cannot be reached is told by its host alone", async () => {
  const { status, stdout, stderr } = await ledger(["reconcile", "--from-block", "1"], live)
  expect(status).toBe(1)
  expect(stderr).toContain("127.0.0.1")
  expect(stdout + stderr).not.toMatch(/apikey|passw0rd/)
}, 30_000)

import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-ledger-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

type Said = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

function ledger(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<Said> {
  const env = { ...process.env, DATA_DIR: dataDir, ...variables }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--import", "tsx", "lib/cli/ledger.ts", ...args],
      { env },
      (_, out, err) => resolve({ status: child.exitCode, stdout: out, stderr: err }),
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

test("a node that cannot be reached is told by its host alone", async () => {
  const { status, stdout, stderr } = await ledger(["reconcile", "--from-block", "1"], live)
  expect(status).toBe(1)
  expect(stderr).toContain("127.0.0.1")
  expect(stdout + stderr).not.toMatch(/apikey|passw0rd/)
}, 30_000)

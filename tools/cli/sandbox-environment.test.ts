import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { loadChainKeys } from "@/tools/sandbox/chain/chain-keys"
import { writeRunRecord } from "@/tools/sandbox/chain/chain-run"
import { startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { openSandbox } from "./sandbox-environment"

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-sandbox-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test("a running chain is attached, and --fresh is refused while the chain runs", async () => {
  const chain = await startSandboxChain({ stateDir: join(dataDir, "chain") })
  try {
    const options = { dataDir, origin: "http://localhost:3402" }
    const ledger = join(dataDir, "sandbox.db")
    writeFileSync(ledger, "sales")
    const { rpcUrl } = await openSandbox({ ...options, fresh: false })
    expect(rpcUrl).toBe(chain.rpcUrl)
    await expect(openSandbox({ ...options, fresh: true })).rejects.toThrow(/runs on port \d+: stop it first/)
    expect(existsSync(ledger)).toBe(true)
  } finally {
    await chain.stop()
  }
})

test("another chain on a stopped chain's port is refused", async () => {
  const other = await startSandboxChain()
  try {
    const stateDir = join(dataDir, "chain")
    loadChainKeys(stateDir)
    writeRunRecord(stateDir, { port: Number(new URL(other.rpcUrl).port), pid: process.pid })
    const opened = openSandbox({ dataDir, origin: "http://localhost:3402", fresh: false })
    await expect(opened).rejects.toThrow(/is not the chain of/)
  } finally {
    await other.stop()
  }
})

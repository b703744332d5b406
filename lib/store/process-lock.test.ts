import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { DatabaseInUseError, acquireProcessLock } from "./process-lock"

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-owner-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const location = (changes: { mode?: "sandbox" | "live"; databaseUrl?: string } = {}) =>
  ({ mode: "live", dataDir, databaseUrl: null, ...changes }) as const

test("a second process is refused with the first's pid, and gets the lock when the first is killed", async () => {
  const code = `const { acquireProcessLock } = await import("./lib/store/process-lock.ts")
    await acquireProcessLock(${JSON.stringify(location())}); console.log("owned"); setInterval(() => undefined, 1_000)`
  const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(other.stdout, "data")
  const refused = await acquireProcessLock(location(), { waitMs: 0 }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseInUseError)
  expect(String(refused)).toContain(`(pid ${other.pid}) settles payments from ${join(dataDir, "live.db")}`)

  const waiting = acquireProcessLock(location())
  other.kill("SIGKILL")
  const release = await waiting
  release()
})

test("sandbox and live have separate locks, and a released lock can be acquired again", async () => {
  const releases = [await acquireProcessLock(location()), await acquireProcessLock(location({ mode: "sandbox" }))]
  await expect(acquireProcessLock(location(), { waitMs: 0 })).rejects.toThrow(DatabaseInUseError)
  for (const release of releases) release()
  const again = await acquireProcessLock(location(), { waitMs: 0 })
  again()
})

test("processes that share a PostgreSQL need no process lock, because it has leases", async () => {
  const shared = location({ databaseUrl: "postgres://127.0.0.1/signal402" })
  await acquireProcessLock(shared, { waitMs: 0 })
  await expect(acquireProcessLock(shared, { waitMs: 0 })).resolves.toBeDefined()
})

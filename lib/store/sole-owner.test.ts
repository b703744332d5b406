import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { DatabaseInUseError, ownDatabase } from "./sole-owner"

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-owner-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const place = (changes: { mode?: "sandbox" | "live"; databaseUrl?: string } = {}) =>
  ({ mode: "live", dataDir, databaseUrl: null, ...changes }) as const

test("a second process is refused with the first one's id, and goes on when that is killed", async () => {
  const code = `const { ownDatabase } = await import("./lib/store/sole-owner.ts")
    await ownDatabase(${JSON.stringify(place())}); console.log("owned"); setInterval(() => undefined, 1_000)`
  const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(other.stdout, "data")
  const refused = await ownDatabase(place(), { waitMs: 0 }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseInUseError)
  expect(String(refused)).toContain(`(pid ${other.pid}) settles payments from ${join(dataDir, "live.db")}`)

  const waiting = ownDatabase(place())
  other.kill("SIGKILL")
  const release = await waiting
  release()
})

test("sandbox and live do not meet, nor do folders; what was given back can be had", async () => {
  const releases = [await ownDatabase(place()), await ownDatabase(place({ mode: "sandbox" }))]
  await expect(ownDatabase(place(), { waitMs: 0 })).rejects.toThrow(DatabaseInUseError)
  for (const release of releases) release()
  const again = await ownDatabase(place(), { waitMs: 0 })
  again()
})

test("processes that share a PostgreSQL settle by its leases", async () => {
  const shared = place({ databaseUrl: "postgres://127.0.0.1/signal402" })
  await ownDatabase(shared, { waitMs: 0 })
  await expect(ownDatabase(shared, { waitMs: 0 })).resolves.toBeDefined()
})

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { checkDisk, checked, checkFiles, checkOrigin, checkTables } from "./doctor-checks"

test("an env file that others can read fails, with the command that fixes the mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "signal402-doctor-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, ".env")
  writeFileSync(file, "")
  chmodSync(file, 0o644)
  expect(checkFiles([file])).toEqual([
    { what: `file ${file}`, state: "fail", says: "mode 644", mend: `chmod 600 ${file}` },
  ])
  chmodSync(file, 0o600)
  expect(checkFiles([file])).toMatchObject([{ state: "ok", mend: "" }])
})

test.each([
  [200, "ok", ""],
  [400, "fail", "large_client_header_buffers"],
  [502, "fail", "is the service running"],
  [404, "fail", "something else"],
] as const)("an origin that answers %i to a large header is %s", async (status, state, mend) => {
  let length = 0
  const ask = async (_: unknown, init?: RequestInit) => {
    length = new Headers(init?.headers).get("x-doctor")?.length ?? 0
    return new Response("{}", { status })
  }
  const [finding] = await checkOrigin({ origin: "https://signal402.example" }, ask)
  expect([length, finding?.state]).toEqual([5_000, state])
  expect(finding?.mend).toContain(mend)
})

test.each([
  [10e9, "ok"],
  [1e9, "warn"],
  [1e8, "fail"],
] as const)("a disk with %d bytes left is %s", async (bytes, state) => {
  const read = () => Promise.resolve({ bavail: bytes / 1_000, bsize: 1_000 })
  const [finding] = await checkDisk({ dataDir: ".", databaseUrl: null }, read)
  expect([finding?.state, finding?.mend === ""]).toEqual([state, state === "ok"])
})

test("a check that throws is a failed finding", async () => {
  const down = () => Promise.reject(new Error("connect ECONNREFUSED\nstack"))
  expect(await checked("database", "Start it.", down)).toEqual([
    { what: "database", state: "fail", says: "connect ECONNREFUSED", mend: "Start it." },
  ])
})

test("doctor warns 60 days before a shipped table ends, and names the day", () => {
  expect(checkTables(Date.UTC(2026, 9, 1))).toMatchObject([{ state: "ok" }])
  expect(checkTables(Date.UTC(2026, 10, 20))).toMatchObject([
    { state: "warn", says: expect.stringContaining("2026-12-31") },
  ])
})

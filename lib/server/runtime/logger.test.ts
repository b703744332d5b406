import { expect, test } from "vitest"
import { createLogger } from "./logger"

test("a repeated warning is written three times, and warnings of another part have their own limit", () => {
  const lines: unknown[] = []
  const log = createLogger({ write: (line: string) => void lines.push(JSON.parse(line)) })
  for (let time = 0; time < 20; time += 1) log.warn({ error: "timeout" }, "broadcast_failed")
  log.warn({ part: "vix" }, "part_changed")
  log.warn({ part: "pools" }, "part_changed")
  log.info({ path: "/api" }, "request")
  expect(lines).toHaveLength(6)
  expect(lines[0]).toMatchObject({ level: 40, name: "signal402", msg: "broadcast_failed", error: "timeout" })
})

test("an error keeps the name of its class, whatever a build calls the class, and so do its causes", () => {
  const lines: unknown[] = []
  const log = createLogger({ write: (line: string) => void lines.push(JSON.parse(line)) })
  class a extends Error {
    override readonly name = "ClaimNotWrittenError"
  }
  const full = Object.assign(new RangeError("database or disk is full"), { code: "SQLITE_FULL" })
  log.error({ err: new a("not written", { cause: full }) }, "request_failed")
  expect(lines).toMatchObject([{ err: { type: "ClaimNotWrittenError", causes: ["RangeError"] } }])
})

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { eventLevels, eventLog } from "./event-log"

const levels: Readonly<Record<string, string>> = eventLevels

function written(events: readonly string[]) {
  const lines: (readonly [string, unknown, string | undefined])[] = []
  const at = (level: string) => (facts: unknown, text?: string) => void lines.push([level, facts, text])
  const report = eventLog({ info: at("info"), warn: at("warn"), error: at("error") })
  for (const event of events) report(event, { key: 1 })
  return lines
}

test("routine events are info, events that stop payments are errors, unknown events are warnings", () => {
  expect(written(["settler_leads", "settlement_gas_empty", "toString"])).toEqual([
    ["info", { event: "settler_leads", key: 1 }, "settler_leads"],
    ["error", { event: "settlement_gas_empty", key: 1 }, "settlement_gas_empty"],
    ["warn", { event: "toString", key: 1 }, "toString"],
  ])
})

test("every logged event has a level, and every level belongs to an event", () => {
  const source = [
    "lib/x402/chain",
    "lib/server/health",
    "lib/x402",
    "lib/record",
    "lib/server/runtime",
    "lib/versions",
    "tools/cli",
  ]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
  const told = [...source.matchAll(/\b(?:log|logEvent|warn|report|fault)\(\s*"(\w+_\w+)"/g)].map(
    ([, event = ""]) => event,
  )
  expect(told.length).toBeGreaterThan(10)
  expect(told.filter((event) => !Object.hasOwn(levels, event))).toEqual([])
  const gas = ["ok", "low", "unprofitable", "price_too_high", "empty"].map((state) => `settlement_gas_${state}`)
  const sessions = ["ok", "low", "fee_too_high", "empty"].map((state) => `session_gas_${state}`)
  const refusals = ["high", "normal"].map((state) => `settlement_refusals_${state}`)
  const database = ["connection_lost", "connections_refused", "pool_exhausted", "read_only"].map(
    (state) => `database_${state}`,
  )
  const load = ["settlement_overloaded", "settlement_overload_ended"]
  const all = new Set([...told, ...gas, ...sessions, ...refusals, ...database, ...load])
  expect(Object.keys(levels).filter((event) => !all.has(event))).toEqual([])
})

test("docs/operating.md lists the same levels", () => {
  const guide = readFileSync("docs/operating.md", "utf8")
  for (const [event, level] of Object.entries(levels)) expect(guide).toContain(`| \`${event}\` | ${level} |`)
})

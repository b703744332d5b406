import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { z } from "zod"
import { ARENA_RULES_VERSION } from "@/lib/domain/arena/arena"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { catalogue, INTERFACE_VERSION } from "./catalogue"
import { changelogContract } from "./changelog"
import { changes } from "./changelog-entries"

const Answered = z.object({ meta: z.object({ method_version: z.string() }) })

const DOMAIN = join(process.cwd(), "lib/domain")

/** Every version that is written down in the code; the engine's is computed from its parameters. */
const written = readdirSync(DOMAIN, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => [...readFileSync(join(DOMAIN, file), "utf8").matchAll(/METHOD_VERSION = "([^"]+)"/g)])
  .map(([, version = ""]) => version)

/** `calendar` of `calendar-2026.11-4`, `arena` of `arena-3`; the engine's has none. */
const methodOf = (version: string) => /^[a-z]+(?=-)/.exec(version)?.[0] ?? "engine"

test("the newest entry of each method is the version that the code answers with", () => {
  const versions = changes.filter(({ kind }) => kind === "method").flatMap((change) => change.versions)
  const newest: Record<string, string> = {}
  for (const version of versions) newest[methodOf(version)] ??= version
  const current = [METHOD_VERSION, ARENA_RULES_VERSION, ...written]
  expect(newest).toEqual(Object.fromEntries(current.map((version) => [methodOf(version), version])))
  expect(written.length).toBeGreaterThan(6)
  expect(new Set(versions).size, "each version once").toBe(versions.length)
})

test("an example names the method that answers now; the engine's is computed and has a stand-in", () => {
  const named = catalogue.flatMap(({ example }) => Answered.safeParse(example).data?.meta.method_version ?? [])
  const current = new Set([...written, ARENA_RULES_VERSION])
  const outdated = named.filter((version) => methodOf(version) !== "engine" && !current.has(version))
  expect(outdated).toEqual([])
  expect(named.length).toBeGreaterThan(written.length)
})

test("the interface's version has an entry", () => {
  const versions = changes.filter(({ kind }) => kind === "interface").flatMap((change) => change.versions)
  expect(versions[0]).toBe(INTERFACE_VERSION)
})

test("the answer matches its contract, newest first", () => {
  expect(changelogContract.response.parse({ changes })).toEqual({ changes })
  const dates = changes.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

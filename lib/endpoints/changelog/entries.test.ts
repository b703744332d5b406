import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { z } from "zod"
import { ARENA_RULES_VERSION } from "@/lib/domain/arena/arena"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { INTERFACE_VERSION } from "@/lib/api/interface-version"
import { catalogue } from "@/lib/endpoints/catalogue"
import { changelogContract } from "./contract"
import { changes } from "./entries"

const Answered = z.object({ meta: z.object({ method_version: z.string() }) })

/** Every version constant in the code. The version of the engine is computed from its parameters and is not included. */
const written = ["lib/domain", "lib/endpoints"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/METHOD_VERSION = "([^"]+)"/g)])
  .map(([, version = ""]) => version)

/** `calendar` of `calendar-2026.11-4`, `arena` of `arena-3`. A version of the engine has no such prefix. */
const methodOf = (version: string) => /^[a-z]+(?=-)/.exec(version)?.[0] ?? "engine"

test("the newest changelog entry of each method is the current version in the code", () => {
  const versions = changes.filter(({ kind }) => kind === "method").flatMap((change) => change.versions)
  const newest: Record<string, string> = {}
  for (const version of versions) newest[methodOf(version)] ??= version
  const current = [METHOD_VERSION, ARENA_RULES_VERSION, ...written]
  expect(newest).toEqual(Object.fromEntries(current.map((version) => [methodOf(version), version])))
  expect(written.length).toBeGreaterThan(6)
  expect(new Set(versions).size, "each version once").toBe(versions.length)
})

test("each example has the current method version, except the computed version of the engine", () => {
  const named = catalogue.flatMap(({ example }) => Answered.safeParse(example).data?.meta.method_version ?? [])
  const current = new Set([...written, ARENA_RULES_VERSION])
  const outdated = named.filter((version) => methodOf(version) !== "engine" && !current.has(version))
  expect(outdated).toEqual([])
  expect(named.length).toBeGreaterThan(written.length)
})

test("the newest interface entry of the changelog is INTERFACE_VERSION", () => {
  const versions = changes.filter(({ kind }) => kind === "interface").flatMap((change) => change.versions)
  expect(versions[0]).toBe(INTERFACE_VERSION)
})

test("the changelog matches its contract, and the newest entry comes first", () => {
  expect(changelogContract.response.parse({ changes })).toEqual({ changes })
  const dates = changes.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

test("the changelog names every endpoint", () => {
  const said = changes.map(({ title, effect }) => `${title} ${effect}`).join(" ")
  const isNamed = (path: string) => said.search(new RegExp(String.raw`${path.replace(/\/\{.*/, "")}(?![\w-]|/\w)`)) >= 0
  expect(catalogue.map(({ path }) => path).filter((path) => !isNamed(path))).toEqual([])
})

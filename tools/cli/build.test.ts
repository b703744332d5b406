import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { isBuilt } from "./build"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signal402-build-"))
  write("lib/usecases/get-signal.ts", 1)
  write(".next/BUILD_ID", 2)
  write(".next/export-marker.json", 3)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Sets the same time on its folders, so that only the file's time counts. */
function write(path: string, timeS: number): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, "")
  for (let at = file; at !== folder; at = dirname(at)) utimesSync(at, timeS, timeS)
}

test("a build is current until one of its sources changes", () => {
  expect(isBuilt(folder)).toBe(true)
  write("lib/usecases/get-signal.test.ts", 4)
  expect(isBuilt(folder)).toBe(false)
})

test.each(["instrumentation.ts", "next.config.mjs", "tsconfig.json"])("%s is a source of the build", (path) => {
  write(path, 4)
  expect(isBuilt(folder)).toBe(false)
})

test("an interrupted build with a build id is not current", () => {
  rmSync(join(folder, ".next/export-marker.json"))
  expect(isBuilt(folder)).toBe(false)
})

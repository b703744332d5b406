import { mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { threadId } from "node:worker_threads"
import { buildSync } from "esbuild"

/** A folder below node_modules, so that the modules outside the bundle are found. */
const FOLDER = join("node_modules", ".cache", "signal402")

/** Modules that load binaries, or files from their own folder. */
const EXTERNAL_MODULES = ["@next/env", "libsql", "pg", "pino", "secp256k1", "tiny-secp256k1"]

const files = new Map<string, string>()

/**
 * Bundles a program of ours into one file, for programs that tests start many times: Node starts it ten times as fast
 * as tsx loads the modules one by one.
 *
 * `entry` is relative to the repository; the returned path is absolute.
 */
export function bundleProgram(entry: string): string {
  const known = files.get(entry)
  if (known !== undefined) return known
  const name = `${entry.replaceAll("/", "-")}.mjs`
  const file = join(process.cwd(), FOLDER, name)
  // Other processes may be starting the existing file.
  const draft = join(FOLDER, `${process.pid}-${threadId}-${name}`)
  mkdirSync(FOLDER, { recursive: true })
  const form = { bundle: true, platform: "node", format: "esm", target: "node20" } as const
  buildSync({ ...form, entryPoints: [entry], external: EXTERNAL_MODULES, outfile: draft, logLevel: "error" })
  renameSync(draft, file)
  files.set(entry, file)
  return file
}

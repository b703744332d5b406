import { mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { threadId } from "node:worker_threads"
import { buildSync } from "esbuild"

/** Below node_modules, where what is left outside is found. */
const FOLDER = join("node_modules", ".cache", "signal402")

/** They load binaries, or files beside them. */
const OUTSIDE = ["@next/env", "libsql", "pg", "pino", "secp256k1", "tiny-secp256k1"]

const files = new Map<string, string>()

/**
 * A program of ours as one file. Node starts it in a tenth of the time in which tsx loads the same modules one by one, so
 * it is for what is started again and again; what it does is the same.
 *
 * `entry` is relative to the repository; the answer is absolute.
 */
export function bundled(entry: string): string {
  const known = files.get(entry)
  if (known !== undefined) return known
  const name = `${entry.replaceAll("/", "-")}.mjs`
  const file = join(process.cwd(), FOLDER, name)
  // Others may be starting the one that is there.
  const draft = join(FOLDER, `${process.pid}-${threadId}-${name}`)
  mkdirSync(FOLDER, { recursive: true })
  const form = { bundle: true, platform: "node", format: "esm", target: "node20" } as const
  buildSync({ ...form, entryPoints: [entry], external: OUTSIDE, outfile: draft, logLevel: "error" })
  renameSync(draft, file)
  files.set(entry, file)
  return file
}

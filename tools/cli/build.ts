import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { run } from "./run"

const SOURCES = [
  "app",
  "components",
  "lib",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "proxy.ts",
  "next.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
]

/** Next writes it when all pages are there. A build that is called off a moment before leaves its BUILD_ID. */
const STAMP = join(".next", "export-marker.json")

/** Builds for production unless nothing changed since the last build. */
export async function buildIfNeeded(signal?: AbortSignal): Promise<void> {
  if (isBuilt()) return
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }
  await run("next", ["build"], { env, ...(signal && { signal }) })
}

/** Whether a folder's last build was finished, and is newer than everything that it is made of. */
export function isBuilt(folder = "."): boolean {
  const stamp = join(folder, STAMP)
  const newest = Math.max(...SOURCES.map((source) => newestMs(join(folder, source))))
  return existsSync(stamp) && newest < statSync(stamp).mtimeMs
}

function newestMs(path: string): number {
  if (!existsSync(path)) return 0
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestMs(join(path, name))), stats.mtimeMs)
}

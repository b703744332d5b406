import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { run } from "./run"

const SOURCES = ["app", "components", "lib", "package.json", "package-lock.json", "next.config.mjs", "proxy.ts"]

/** Builds for production unless nothing changed since the last build. */
export async function buildIfNeeded(signal?: AbortSignal): Promise<void> {
  if (isBuilt()) return
  await run("next", ["build"], signal && { signal })
}

function isBuilt(): boolean {
  const stamp = join(".next", "BUILD_ID")
  return existsSync(stamp) && Math.max(...SOURCES.map(newestMs)) < statSync(stamp).mtimeMs
}

function newestMs(path: string): number {
  if (!existsSync(path)) return 0
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestMs(join(path, name))), stats.mtimeMs)
}

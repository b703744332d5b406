import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A fixture as text, by its path from the root of the repository. */
export function fixtureText(path: string): string {
  return readFileSync(join(process.cwd(), path), "utf8")
}

/** A fixture as JSON. */
export function fixtureJson(path: string): unknown {
  return JSON.parse(fixtureText(path).replace(/^\uFEFF/, ""))
}

/**
 * Paths of the fixtures of a provider, by the name of its folder in `lib/market/sources`, whose file name matches.
 *
 * @throws {Error} when no file matches, because a test over an empty list would check nothing.
 */
export function providerFixtures(provider: string, pattern: RegExp): readonly string[] {
  const folder = join("lib/market/sources", provider, "fixtures")
  const names = readdirSync(join(process.cwd(), folder)).filter((name) => pattern.test(name))
  if (names.length === 0) throw new Error(`${folder} has no file that matches ${String(pattern)}.`)
  return names.map((name) => join(folder, name))
}

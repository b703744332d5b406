import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A recorded answer as text, by its path from the root of the repository. */
export function fixtureText(path: string): string {
  return readFileSync(join(process.cwd(), path), "utf8")
}

/** A recorded answer as JSON. */
export function fixtureJson(path: string): unknown {
  return JSON.parse(fixtureText(path).replace(/^\uFEFF/, ""))
}

/** The larger pack beside the repository, where there is one: paths of a provider's answers that match. */
export function packFixtures(provider: string, pattern: RegExp): readonly string[] {
  const folder = join("..", "shared", "data", "fixtures", provider)
  if (!existsSync(join(process.cwd(), folder))) return []
  return readdirSync(join(process.cwd(), folder))
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
}

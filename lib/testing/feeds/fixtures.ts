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

const PACK = join("..", "shared", "data", "fixtures")

/** Whether the larger pack of recorded answers lies beside the repository: without it nothing of it can be tested. */
export const hasPack = existsSync(join(process.cwd(), PACK))

/**
 * Paths of a provider's answers in the pack that match; none where there is no pack.
 *
 * @throws {Error} when the pack holds none: a test over them would read nothing.
 */
export function packFixtures(provider: string, pattern: RegExp): readonly string[] {
  if (!hasPack) return []
  const folder = join(PACK, provider)
  const names = readdirSync(join(process.cwd(), folder)).filter((name) => pattern.test(name))
  if (names.length === 0) throw new Error(`The pack has no answer of ${provider} that matches ${String(pattern)}.`)
  return names.map((name) => join(folder, name))
}

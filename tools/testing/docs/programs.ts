import { readFileSync } from "node:fs"

/** The JavaScript programs of the docs, by the file name in their first line. */
export const programs = new Map(
  ["README.md", "docs/for-bots.md", "docs/for-agents.md"].flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)].map(
      ([, name = "", code = ""]) => [name, code] as const,
    ),
  ),
)

export function program(name: string, origin: string): string {
  const code = programs.get(name)
  if (code === undefined) throw new Error(`The docs have no program ${name}.`)
  return code.replaceAll("http://localhost:3402", origin)
}

/** The wallet and the client of the README's program, without its purchase. */
export function setUp(origin: string): string {
  return program("buy.mjs", origin).split("const response")[0] ?? ""
}

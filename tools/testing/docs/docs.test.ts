import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "lib/server/nextjs/README.md",
  "clients/python/README.md",
  "clients/typescript/README.md",
  ...["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
]

const blocksOf = (page: string, language: string) =>
  [...readFileSync(page, "utf8").matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    ([, code = ""]) => code,
  )

const anchorsOf = (page: string) =>
  [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  )

test("the README has at most 150 lines", () => {
  expect(readFileSync("README.md", "utf8").split("\n").length).toBeLessThanOrEqual(150)
})

describe.each(pages)("%s", (page) => {
  const text = readFileSync(page, "utf8")

  test("links to files and headings that exist", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
    const local = links.filter((link) => !/^[a-z]+:/.test(link))
    const broken = local.filter((link) => {
      const [path = "", anchor] = link.split("#")
      const target = path === "" ? page : join(dirname(page), path)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  test("names npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }
    const named = [...text.matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map(([, name = ""]) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test("has JSON that parses", () => {
    for (const block of blocksOf(page, "json")) expect(() => void JSON.parse(block)).not.toThrow()
  })

  test("has only programs that a browser test runs, each named in its first line", () => {
    const spec = readFileSync("e2e/specs/api/snippets.spec.ts", "utf8")
    for (const block of blocksOf(page, "js")) {
      const name = /^\/\/ (\S+\.mjs)\n/.exec(block)?.[1]
      expect(name, block).toBeDefined()
      expect(spec, `${name}`).toContain(`"${name}"`)
    }
    // The TypeScript of the recipes is checked in tools/testing/recipes, that of the client in
    // e2e/specs/api/client-package.spec.ts.
    const typed = ["docs/recipes.md", "clients/typescript/README.md"]
    if (!typed.includes(page)) expect(blocksOf(page, "ts")).toEqual([])
  })
})

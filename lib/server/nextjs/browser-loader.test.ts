import { readdirSync, readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { transformSync } from "esbuild"
import { expect, test } from "vitest"

type Loader = (this: { readonly resourcePath: string }, source: string) => Promise<string>

const file = pathToFileURL("lib/server/nextjs/browser-loader.mjs").href
const { default: browserLoader } = (await import(file)) as { readonly default: Loader }

const load = (resourcePath: string, source: string) => browserLoader.call({ resourcePath }, source)

test("a contract keeps its schema without descriptions and example", async () => {
  const source = `import example from "./example.json" with { type: "json" }
export const moodContract = defineContract({
  id: "mood",
  response: z.object({
    index: z.number().min(0).describe("From 0, \\"fear\\", to 100."),
    source: z.string().describe(
      \`One of \${names.join(", ")}.\`,
    ),
  }),
  exampleParams: {},
  example,
})
`
  expect(await load("lib/endpoints/mood/contract.ts", source)).toBe(`export const moodContract = defineContract({
  id: "mood",
  response: z.object({
    index: z.number().min(0),
    source: z.string(),
  }),
  exampleParams: {},
  example: undefined,
})
`)
})

const contracts = readdirSync("lib/endpoints", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `lib/endpoints/${name}/contract.ts`)

test.each(contracts)("%s is still a module, and its example is left out", async (file) => {
  const source = readFileSync(file, "utf8")
  const loaded = await load(file, source)
  expect(() => transformSync(loaded, { loader: "ts" })).not.toThrow()
  expect(loaded).toMatch(/^ {2}example: undefined,$/m)
  expect(loaded).not.toContain("example.json")
  expect(loaded.match(/z\.\w+\(/g)).toEqual(source.match(/z\.\w+\(/g))
})

test("a module imports the small zod", async () => {
  const source = `import { z } from "zod"\nexport const Bounds = z.object({ low: z.number() })\n`
  const loaded = source.replace(`{ z } from "zod"`, `* as z from "@/lib/server/nextjs/zod-in-browser"`)
  expect(await load("lib/client/bounds.ts", source)).toBe(loaded)
})

test("a module with a large package takes what it uses, and leaves modules of ours to the bundler", async () => {
  const path = "lib/client/browser/packed-entry.ts"
  const loaded = await load(path, readFileSync(path, "utf8"))
  expect(loaded).toContain("function inflateSync")
  expect(loaded).not.toContain("zipSync")
  expect(loaded).toContain(`from "@/lib/domain/parse-json"`)
})

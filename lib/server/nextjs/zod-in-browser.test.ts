import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import type { Contract } from "@/lib/api/contract"
import { catalogue } from "@/lib/endpoints/catalogue"

type Loader = (this: { readonly resourcePath: string }, source: string) => Promise<string>
type Browser = { readonly catalogue: readonly Contract[] }

const file = pathToFileURL("lib/server/nextjs/browser-loader.mjs").href
const { default: browserLoader } = (await import(file)) as { readonly default: Loader }

/** What the browser's bundle has of a module. */
const asInBrowser: Plugin = {
  name: "browser-loader",
  setup(build) {
    // Next.js has no export map, and Node needs the name of the file.
    build.onResolve({ filter: /^next\/\w+$/ }, ({ path }) => ({ path: `${path}.js`, external: true }))
    build.onLoad({ filter: /[\\/](?:lib|components)[\\/].*\.tsx?$/ }, async ({ path }) => {
      const source = readFileSync(path, "utf8")
      const contents = /from "(?:zod(?:\/mini)?|fflate)"|defineContract/.test(source)
        ? await browserLoader.call({ resourcePath: path }, source)
        : source
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" }
    })
  },
}

// Below node_modules, so that the packages outside the bundle are found.
const cache = join("node_modules", ".cache")
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, "zod-in-browser-"))
let browser: Browser

/** Runs the modules as the browser has them. A method that a schema lacks is an error. */
async function load<Exports>(name: string, contents: string): Promise<Exports> {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    plugins: [asInBrowser],
    bundle: true,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    packages: "external",
    outfile,
    logLevel: "error",
  })
  return (await import(pathToFileURL(resolve(outfile)).href)) as Exports
}

beforeAll(async () => {
  browser = await load("catalogue", `export { catalogue } from "@/lib/endpoints/catalogue"`)
})
afterAll(() => rmSync(folder, { recursive: true }))

test("every schema of code that a page can load is built with the small zod", async () => {
  const files = ["components", "lib/client", "lib/domain"]
    .flatMap((part) => readdirSync(part, { recursive: true, encoding: "utf8" }).map((path) => join(part, path)))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && readFileSync(path, "utf8").includes(`import { z } from "zod"`))
  expect(files.length).toBeGreaterThan(10)
  const names = files.map((path, index) => `export * as m${index} from "@/${path.replace(/\.tsx?$/, "")}"`)
  await expect(load("modules", names.join("\n"))).resolves.toBeDefined()
})

/** The value with one part changed, for every part. */
function* changed(value: unknown): Generator {
  for (const other of [null, undefined, -1.5, 1e9, "?", {}]) yield other
  if (typeof value !== "object" || value === null) return
  // Elements of a list have one schema.
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined)
  for (const [key, part] of entries) {
    for (const other of changed(part)) {
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
    }
  }
  if (Array.isArray(value)) yield value.slice(1)
  else for (const [key] of entries) yield Object.fromEntries(entries.filter(([name]) => name !== key))
}

const verdict = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value)
  return success ? { data } : { faults: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) }
}

test.each(catalogue.map(({ id }) => id))("answers and parameters of %s get the same verdict as on the server", (id) => {
  const server: Contract | undefined = catalogue.find((contract) => contract.id === id)
  const small = browser.catalogue.find((contract) => contract.id === id)
  if (!server || !small) throw new Error(id)
  const query = z.strictObject(server.queryParams.shape).partial()
  expect(Object.keys(small.queryParams.shape)).toEqual(Object.keys(query.shape))
  let rejected = 0
  for (const value of [server.example, ...changed(server.example)]) {
    const expected = verdict(server.response, value)
    if ("faults" in expected) rejected += 1
    expect(verdict(small.response, value)).toEqual(expected)
  }
  expect(rejected).toBeGreaterThan(0)
  for (const part of ["pathParams", "queryParams"] as const) {
    for (const value of [server.exampleParams, ...changed(server.exampleParams)]) {
      expect(verdict(small[part], value), part).toEqual(verdict(server[part], value))
    }
  }
})

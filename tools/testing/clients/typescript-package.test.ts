import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, test } from "vitest"
import { binOf } from "@/tools/cli/run"

const execute = promisify(execFile)
const SOURCE = "clients/typescript"
const ENTRIES = { ".": "index", "./file-store": "file-store", "./session": "session" } as const

let folder = ""
let files: readonly string[] = []

/* Packs the package once, and installs it without a registry. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signal402-package-"))
  const source = join(folder, "source")
  cpSync(SOURCE, source, { recursive: true, filter: (path) => !/node_modules|dist/.test(path) })
  symlinkSync(resolve("node_modules"), join(source, "node_modules"))
  const { stdout } = await execute("npm", ["pack", "--json", "--silent"], { cwd: source })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as { filename: string; files: { path: string }[] }[]
  files = packed?.files.map(({ path }) => path) ?? []
  const installed = join(folder, "node_modules/signal402-client")
  mkdirSync(installed, { recursive: true })
  await execute("tar", ["xzf", join(source, packed?.filename ?? ""), "--strip-components=1", "-C", installed])
  for (const name of ["@x402/core", "@x402/evm", "viem", "@types/node"]) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true })
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name))
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("the package has README, licence, changelog, code and types, and nothing else", () => {
  expect(files.filter((path) => !path.startsWith("dist/")).toSorted()).toEqual(
    ["CHANGELOG.md", "LICENSE", "README.md", "package.json"].toSorted(),
  )
  const modules = readdirSync(SOURCE).flatMap((name) => /^(.*)\.ts$/.exec(name)?.[1] ?? [])
  const compiled = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])
  expect(files.filter((path) => path.startsWith("dist/")).toSorted()).toEqual(compiled.toSorted())
  expect(readFileSync("LICENSE", "utf8")).toBe(readFileSync(join(SOURCE, "LICENSE"), "utf8"))
  const { version } = JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8")) as { version: string }
  expect(readFileSync(join(SOURCE, "CHANGELOG.md"), "utf8")).toContain(`\n## ${version}\n`)
  expect(readFileSync(join(SOURCE, "README.md"), "utf8")).toContain(`signal402-client-${version}.tgz`)
})

test("Node loads each entry", async () => {
  writeFileSync(
    join(folder, "load.mjs"),
    `import { BuyerError, createBuyer, memoryStore, readWebhook } from "signal402-client"
import { fileStore } from "signal402-client/file-store"
import { session } from "signal402-client/session"
console.log([BuyerError, createBuyer, memoryStore, readWebhook, fileStore, session].map((value) => typeof value).join(" "))`,
  )
  const { stdout } = await execute(process.execPath, [join(folder, "load.mjs")])
  expect(stdout).toBe("function function function function function function\n")
})

test("the bundle for a browser stays below 60 kB, and below 12 kB without viem", async () => {
  const size = async (program: string, external: string[]) => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      platform: "browser",
      format: "esm",
      target: "es2022",
      external,
    })
    return gzipSync(outputFiles[0]?.contents ?? "").length
  }
  const buyer = 'export { createBuyer } from "signal402-client"'
  expect(await size(`${buyer}\nexport { privateKeyToAccount } from "viem/accounts"`, [])).toBeLessThan(60_000)
  expect(await size(buyer, ["viem"])).toBeLessThan(12_000)
})

/** The names that a program can import, besides the generated types. */
function exportsOf(entry: string): readonly string[] {
  const text = readFileSync(join(SOURCE, `${entry}.ts`), "utf8")
  const listed = [...text.matchAll(/^export (?:type )?\{(.*?)\}/gms)].flatMap(([, names = ""]) => names.split(","))
  const declared = [...text.matchAll(/^export (?:type|function|class|const) (\w+)/gm)].map(([, name = ""]) => name)
  return [...listed, ...declared].map((name) => name.replace(/\btype /, "").trim()).filter((name) => name !== "")
}

type Example = { readonly name: string; readonly code: string }

/** The code after `@example` in the comment of each export. */
function examples(): readonly Example[] {
  const sources = readdirSync(SOURCE).filter((name) => name.endsWith(".ts") && name !== "answers.ts")
  return sources.flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), "utf8")
    const comment =
      /\/\*\*((?:(?!\*\/).)*?)@example\n((?:(?!\*\/).)*?)\s*\*\/\s*(?:export (?:async )?(?:type|function|class|const) )?(?:readonly )?(\w+)/gs
    return [...text.matchAll(comment)].map(([, , code = "", name = ""]) => ({
      name,
      code: code.replaceAll(/^ *\* ?/gm, ""),
    }))
  })
}

test("each export has an example", () => {
  const named = new Set(examples().map(({ name }) => name))
  const missing = Object.values(ENTRIES)
    .flatMap(exportsOf)
    .filter((name) => !named.has(name))
  expect(missing).toEqual([])
})

/** What a program has before the lines that are shown. */
const GIVEN = `declare const buyer: import("signal402-client").Buyer
declare const options: import("signal402-client").BuyerOptions
declare const account: import("viem").PrivateKeyAccount
declare const signers: import("signal402-client").BuyerSigner[]
declare const signal: AbortSignal
declare const key: \`0x\${string}\`
declare const secret: string
declare const body: string
declare const request: import("node:http").IncomingMessage
declare const store: (secret: string) => Promise<void>
declare const wallet: import("viem").WalletClient
type Row = { write(text: string): Promise<void>; readForUpdate(): Promise<string | null> }
declare const database: {
  text(sql: string): Promise<string | null>
  transaction(run: (row: Row) => Promise<void>): Promise<void>
}
`

/** Adds the imports that the shown lines leave out. */
function moduleOf(code: string): string {
  const types = readFileSync(join(SOURCE, "answers.ts"), "utf8").matchAll(/^export type (\w+)/gm)
  const modules = {
    "signal402-client": [...exportsOf("index"), ...[...types].map(([, name = ""]) => name)],
    "signal402-client/file-store": exportsOf("file-store"),
    "signal402-client/session": exportsOf("session"),
    "viem/accounts": ["privateKeyToAccount"],
    viem: ["createPublicClient", "http"],
    "viem/chains": ["base"],
  }
  const isMissing = (name: string) =>
    new RegExp(`(?<!\\w\\.|")\\b${name}\\b(?!:)`).test(code) && !new RegExp(`import \\{[^}]*\\b${name}\\b`).test(code)
  const imports = Object.entries(modules).map(
    ([from, names]) => `import { ${[...new Set(names)].filter(isMissing).join(", ")} } from "${from}"`,
  )
  return [...imports, code, "export {}"].join("\n")
}

test("the examples and the README's programs compile with the packed types", async () => {
  const readme = readFileSync(join(SOURCE, "README.md"), "utf8")
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""], index) => ({
    name: `readme${index}`,
    code,
  }))
  const written = [...examples(), ...shown].map(({ name, code }, index) => {
    const file = `${index}-${name}.ts`
    writeFileSync(join(folder, file), moduleOf(code))
    return file
  })
  expect(written.length).toBeGreaterThan(30)
  writeFileSync(join(folder, "given.d.ts"), GIVEN)
  const flags = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--types",
    "node",
  ]
  const compiled = await execute(process.execPath, [binOf("typescript", "tsc"), ...flags, "given.d.ts", ...written], {
    cwd: folder,
  }).catch((error: { readonly stdout: string }) => error)
  expect(compiled.stdout).toBe("")
}, 120_000)

import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

/** What a file imports, as paths from the root of the project. Types, dynamic imports and workers count. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const SPECIFIER = /(?:\bfrom|\bimport\(|\bimport|\bnew URL\(|@import)\s*"([^"\n]+)"/g
/** `import(`./${folder}/answer.tsx`)`: the file of that name in each folder. */
const IN_EACH_FOLDER = /\bimport\(`\.\/\$\{[^`]*\}\/([\w.-]+)`\)/g
const ENDINGS = ["", ".ts", ".tsx", ".d.ts", "/index.ts", "/index.tsx"]

/** The graph of the files in these folders. Packages are left out. */
export function importGraph(folders: readonly string[]): ImportGraph {
  const files = [
    "next.config.mjs",
    ...filesOf("."),
    ...folders.flatMap((folder) => filesOf(folder, { recursive: true })),
  ]
  return new Map(files.map((file) => [file, importsOf(file)]))
}

function filesOf(folder: string, options: { readonly recursive?: boolean } = {}): readonly string[] {
  const files = readdirSync(folder, { encoding: "utf8", ...options }).map((name) => join(folder, name))
  const own = files.filter((file) => /\.(?:tsx?|css|sol)$/.test(file) && !/node_modules|[\\/]official[\\/]/.test(file))
  return own.filter(isFile)
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8")
  const inFolders = [...text.matchAll(IN_EACH_FOLDER)].flatMap(([, name = ""]) =>
    readdirSync(dirname(file), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((folder) => join(dirname(file), folder.name, name)),
  )
  const specifiers = [...text.matchAll(SPECIFIER)].map(([, specifier = ""]) => specifier)
  const named = specifiers.flatMap((specifier) => {
    const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(file), specifier)
    if (!/^(?:@\/|\.)/.test(specifier)) return []
    const found = ENDINGS.map((ending) => path + ending).find(isFile)
    return found === undefined || found === file ? [] : [found]
  })
  return [...named, ...inFolders.filter(isFile)]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

export function reachableFrom(graph: ImportGraph, entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set(entries)
  for (const file of reached) for (const imported of graph.get(file) ?? []) reached.add(imported)
  return reached
}

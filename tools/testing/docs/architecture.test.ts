import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { importGraph } from "@/tools/testing/import-graph"

/* docs/architecture.md against the imports of the code. */

const page = readFileSync("docs/architecture.md", "utf8")
const picture = /```mermaid\nflowchart TB\n(.*?)```/s.exec(page)?.[1] ?? ""

/** Folders from the top layer to the bottom layer. */
const layers = [...picture.matchAll(/subgraph \w+ \[[^\]]*\]\n(.*?)\n {2}end/gs)].map(([, body = ""]) =>
  body.split("\n").map((line) => line.trim()),
)
/** Arrows inside a layer. */
const sameLayerArrows = new Set(
  [...picture.matchAll(/^ {2}([\w/-]+) --> ([\w/-]+)$/gm)].map(([, from, to]) => `${from} -> ${to}`),
)

const layerOf = new Map(layers.flatMap((folders, layer) => folders.map((folder) => [folder, layer] as const)))

/** `lib/server` and `lib/market` hold folders, and so does `lib/x402` for the ledger and the chain. */
function folderOf(path: string): string {
  const folder = /^(?:lib\/(?:server|market)\/[^/]+|lib\/x402\/(?:ledger|chain)(?=\/)|(?:lib|tools)\/[^/]+|[^/]+)/
  return folder.exec(path)?.[0] ?? path
}

const graph = importGraph(["app", "components", "lib", "tools", "research", "bench", "e2e"])

const imports = [...graph]
  .filter(([file]) => file.includes("/") && !/\/testing\/|\.test\.tsx?$/.test(file))
  .flatMap(([file, imported]) => imported.map((one) => ({ file, from: folderOf(file), to: folderOf(one) })))
  .filter(({ from, to }) => from !== to && to !== "tools/testing")

test("the diagram has exactly the folders of the code", () => {
  const folders = new Set(imports.flatMap(({ from, to }) => [from, to]))
  expect([...layerOf.keys()].toSorted()).toEqual([...folders].toSorted())
})

test("every import goes to a lower layer or along an arrow of the diagram", () => {
  const upward = imports.filter(({ from, to }) => {
    const [upper, lower] = [layerOf.get(from) ?? Infinity, layerOf.get(to) ?? -1]
    return upper > lower || (upper === lower && !sameLayerArrows.has(`${from} -> ${to}`))
  })
  expect(upward.map(({ file, to }) => `${file} -> ${to}`)).toEqual([])
})

test("every arrow inside a layer is used by an import", () => {
  const used = new Set(imports.map(({ from, to }) => `${from} -> ${to}`))
  expect([...sameLayerArrows].filter((arrow) => !/^L\d/.test(arrow) && !used.has(arrow))).toEqual([])
})

test("the table has every folder", () => {
  for (const folder of layerOf.keys()) expect(page).toMatch(new RegExp(`^\\|[^|]*\`${folder}\``, "m"))
})

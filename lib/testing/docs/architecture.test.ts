import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

/* docs/architecture.md against the imports of the code. */

const page = readFileSync("docs/architecture.md", "utf8")
const picture = /```mermaid\nflowchart TB\n(.*?)```/s.exec(page)?.[1] ?? ""

/** Rooms from the top layer to the bottom layer. */
const layers = [...picture.matchAll(/subgraph \w+ \[[^\]]*\]\n(.*?)\n {2}end/gs)].map(([, body = ""]) =>
  body.split("\n").map((line) => line.trim()),
)
/** Arrows inside a layer. */
const sideways = new Set(
  [...picture.matchAll(/^ {2}([\w/]+) --> ([\w/]+)$/gm)].map(([, from, to]) => `${from} -> ${to}`),
)

const layerOf = new Map(layers.flatMap((rooms, layer) => rooms.map((room) => [room, layer] as const)))

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return ["node_modules", "testing", "official"].includes(entry.name) ? [] : sourceFiles(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function roomOf(path: string): string {
  const [top = "", next = ""] = path.split("/")
  return top === "lib" ? `lib/${next}` : top
}

const imports = ["app", "components", "lib", "bench", "e2e"]
  .flatMap(sourceFiles)
  .flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"@\/([^"]+)"/g)]
      .map(([, imported = ""]) => ({ file, from: roomOf(file), to: roomOf(imported) }))
      .filter(({ from, to }) => from !== to && to !== "lib/testing"),
  )

test("the diagram has exactly the rooms of the code", () => {
  const rooms = new Set(imports.flatMap(({ from, to }) => [from, to]))
  expect([...layerOf.keys()].toSorted()).toEqual([...rooms].toSorted())
})

test("every import goes to a lower layer or along an arrow of the diagram", () => {
  const uphill = imports.filter(({ from, to }) => {
    const [upper, lower] = [layerOf.get(from) ?? Infinity, layerOf.get(to) ?? -1]
    return upper > lower || (upper === lower && !sideways.has(`${from} -> ${to}`))
  })
  expect(uphill.map(({ file, to }) => `${file} -> ${to}`)).toEqual([])
})

test("every arrow inside a layer is used by an import", () => {
  const used = new Set(imports.map(({ from, to }) => `${from} -> ${to}`))
  expect([...sideways].filter((arrow) => !/^L\d/.test(arrow) && !used.has(arrow))).toEqual([])
})

test("the table has every room", () => {
  for (const room of layerOf.keys()) expect(page).toMatch(new RegExp(`^\\|[^|]*\`${room}\``, "m"))
})

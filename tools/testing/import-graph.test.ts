import { expect, test } from "vitest"
import { importGraph, reachableFrom } from "./import-graph"

const isSource = (file: string) => !/\.test\.tsx?$/.test(file)

const graph = importGraph(["app", "components", "lib", "tools", "research", "clients", "bench", "e2e"])

/** Where Next.js begins, and what the loader of the browser's bundle imports. */
const entries = [...graph.keys()].filter(
  (file) =>
    isSource(file) &&
    /^(?:app\/.*\.tsx?|proxy\.ts|instrumentation[^/]*\.ts|next\.config\.mjs|.*\/zod-in-browser\.ts)$/.test(file),
)

test("the app reaches every file of lib and components", () => {
  const reached = reachableFrom(graph, entries)
  expect(reached, "imported by a page").toContain("lib/domain/usdc.ts")
  expect(reached, "imported by tests").not.toContain("tools/testing/import-graph.ts")
  const files = [...graph.keys()].filter((file) => /^(?:lib|components)\//.test(file) && isSource(file))
  expect(files.filter((file) => !reached.has(file))).toEqual([])
})

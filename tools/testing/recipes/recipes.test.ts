import { readFileSync } from "node:fs"
import { afterAll, expect, test } from "vitest"
import { readRecipes, withRows } from "./recipe-page"
import { copyTree } from "./tree-copy"

/*
 * All steps of docs/recipes.md in one copy of the tree: they can be done, and the types hold. `npm run test:recipes` runs every
 * check of each recipe, and leaves out one step at a time.
 */

const recipes = readRecipes(readFileSync("docs/recipes.md", "utf8"))
const tree = copyTree()
afterAll(() => tree.remove())

test("every recipe has steps, and names its tests", () => {
  for (const { title, steps, tests } of recipes) {
    expect(steps.length, title).toBeGreaterThan(2)
    expect(tests.length, title).toBeGreaterThan(0)
  }
})

test("every step of every recipe can be done, and the result has no type error", async () => {
  for (const { title, steps } of recipes) {
    const files = steps.map((step) => ({ ...step, blocks: step.blocks.filter(({ kind }) => kind !== "run") }))
    expect(await tree.apply(files), title).toBeNull()
  }
  const { isGreen, output } = await tree.run("npx next typegen >/dev/null && npx tsc --noEmit")
  expect(isGreen, output).toBe(true)
}, 300_000)

test("withRows() adds lines below the line above them, and leaves out lines with a minus", () => {
  expect(withRows("a\nb\nc", [" a", "+x", "+y"])).toBe("a\nx\ny\nb\nc")
  expect(withRows("a\nb\nc", ["-b", "+x"])).toBe("a\nx\nc")
  expect(withRows("a\nb\na\nc", [" b", " a", "+x"])).toBe("a\nb\na\nx\nc")
  expect(() => withRows("a\na", [" a", "+x"])).toThrow("2 times")
  expect(() => withRows("a", [" b", "+x"])).toThrow("0 times")
  expect(() => withRows("a", ["+x"])).toThrow("no line above")
})

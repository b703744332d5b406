import { readFileSync } from "node:fs"
import { readRecipes, type Recipe, type Step } from "@/tools/testing/recipes/recipe-page"
import { copyTree, type TreeCopy } from "@/tools/testing/recipes/tree-copy"
import { type CommandArgs, runCommand } from "./command"

const USAGE = `npm run test:recipes [-- WORDS] [-- --once]      carries out docs/recipes.md in a copy of the tree

WORDS    only recipes whose title contains them
--once   all steps only; else also without each step, which must turn a check red`

const options = { once: { type: "boolean" } } as const

async function main({
  values: { once = false },
  positionals: [words = ""],
}: CommandArgs<typeof options>): Promise<void> {
  const recipes = readRecipes(readFileSync("docs/recipes.md", "utf8")).filter(({ title }) => title.includes(words))
  const tree = copyTree()
  const problems: string[] = []
  for (const recipe of recipes) {
    const startedMs = performance.now()
    problems.push(...(await problemsOf(recipe, tree, once)))
    console.log(`${recipe.title}: ${Math.round((performance.now() - startedMs) / 1000)} s\n`)
  }
  tree.remove()
  for (const problem of problems) console.error(problem)
  console.log(`${recipes.length} recipes, ${problems.length} problems`)
  process.exitCode = recipes.length > 0 && problems.length === 0 ? 0 : 1
}

async function problemsOf(recipe: Recipe, tree: TreeCopy, once: boolean): Promise<readonly string[]> {
  const problem = await tree.apply(recipe.steps)
  console.log(`${recipe.title}: ${tree.written().join(", ")}`)
  const red = problem ?? (await firstRed(recipe, tree))
  tree.undo()
  if (red !== null) return [`${recipe.title}: red with every step.\n${red}`]
  const missed: string[] = []
  for (const step of once ? [] : recipe.steps) {
    const name = `${recipe.title}, without "${step.title}"`
    const why = await redWithout(step, recipe, tree)
    console.log(`${name}: ${why?.split("\n", 1)[0] ?? "GREEN"}`)
    if (why === null) missed.push(`${name}: still green.`)
  }
  return missed
}

async function redWithout(left: Step, recipe: Recipe, tree: TreeCopy): Promise<string | null> {
  const problem = await tree.apply(recipe.steps.filter((step) => step !== left))
  const red = problem ?? (await firstRed(recipe, tree))
  tree.undo()
  return red
}

/** The first check that is red, with its output; `null`: all are green. */
async function firstRed(recipe: Recipe, tree: TreeCopy): Promise<string | null> {
  const changed = tree.written().filter((path) => /\.tsx?$/.test(path))
  const checks = [
    "npx next typegen >/dev/null && npx tsc --noEmit",
    `npx oxlint --deny-warnings ${changed.map((path) => `'${path}'`).join(" ")}`,
    `npx oxfmt --check ${changed.map((path) => `'${path}'`).join(" ")}`,
    `npx vitest run ${recipe.tests.join(" ")}`,
    "npx knip",
  ]
  for (const check of checks) {
    const { isGreen, output } = await tree.run(check)
    if (!isGreen) return `${check}\n${output.slice(-4_000)}`
  }
  return null
}

await runCommand(main, { usage: USAGE, options, maxPositionals: 1 })

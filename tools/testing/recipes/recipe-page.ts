/** One marked block of a recipe. */
type Block =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "rows"; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: "run"; readonly commands: readonly string[] }

/** A numbered step; everything in it is done or left out together. */
export type Step = { readonly title: string; readonly blocks: readonly Block[] }

export type Recipe = { readonly title: string; readonly steps: readonly Step[]; readonly tests: readonly string[] }

const TEST_COMMAND = "npx vitest run "

/**
 * The recipes of docs/recipes.md. A block that names a file after its language is the whole file; `diff` has new lines after a
 * line of the file; `sh` has commands, of which `npx vitest run …` names the tests of the recipe.
 */
export function readRecipes(page: string): readonly Recipe[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ""] = section.split("\n", 1)
      const steps = section
        .split(/^\d+\. /m)
        .slice(1)
        .map((text) => ({ title: text.split("\n", 1)[0] ?? "", blocks: blocksOf(text) }))
      const commands = steps.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === "run" ? block.commands : [])),
      )
      const tests = commands.filter((command) => command.startsWith(TEST_COMMAND))
      return {
        title,
        steps: steps.filter(({ blocks }) => blocks.some((block) => block.kind !== "run" || !isTest(block.commands))),
        tests: tests.flatMap((command) => command.slice(TEST_COMMAND.length).split(" ")),
      }
    })
}

function isTest(commands: readonly string[]): boolean {
  return commands.every((command) => command.startsWith(TEST_COMMAND))
}

function blocksOf(text: string): readonly Block[] {
  const fences = [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)]
  return fences.map(([, language = "", path = "", body = ""]): Block => {
    if (language === "diff") return { kind: "rows", path, lines: body.trimEnd().split("\n") }
    if (language === "sh") return { kind: "run", commands: body.trim().split("\n") }
    if (path === "") throw new Error(`docs/recipes.md has a block without the name of its file:\n${body.slice(0, 200)}`)
    return { kind: "file", path, text: body }
  })
}

/** The text of a file with the new rows of a `diff` block: each goes after the line above it, `-` lines are left out. */
export function withRows(text: string, lines: readonly string[]): string {
  const rows = text.split("\n")
  let at: number | null = null
  for (const line of lines) {
    const [mark, content] = [line.slice(0, 1), line.slice(1)]
    if (mark === "+") {
      if (at === null) throw new Error(`"${content}" has no line above it.`)
      rows.splice(++at, 0, content)
      continue
    }
    const found = rows.flatMap((row, index) => (row === content && index > (at ?? -1) ? [index] : []))
    const [first] = found
    if (first === undefined || (at === null && found.length > 1)) {
      throw new Error(`"${content}" is ${found.length} times in the file, not once.`)
    }
    if (mark === "-") rows.splice(first, 1)
    at = mark === "-" ? first - 1 : first
  }
  return rows.join("\n")
}

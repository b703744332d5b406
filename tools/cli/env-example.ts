import { CommandEnv } from "@/lib/server/config/command-variables"
import { Env } from "@/lib/server/config/variables"

const WIDTH = 100

const HEAD =
  "A value that holds # or a space stands in quotes, and a $ in it is written \\$: otherwise what follows is lost without a word."

const COMMANDS =
  "Read by single commands, not by the server. Of these only npm run ledger reads this file; the others are set in the shell."

/** The text of `.env.example`: every variable with its description and its default. */
export function envExample(): string {
  const blocks = [wrap(HEAD).join("\n"), ...blocksOf(Env), wrap(COMMANDS).join("\n"), ...blocksOf(CommandEnv)]
  return `${blocks.join("\n\n")}\n`
}

function blocksOf(variables: typeof Env | typeof CommandEnv): readonly string[] {
  const defaults: Readonly<Record<string, unknown>> = variables.parse({})
  return Object.entries(variables.shape).map(([name, schema]) => {
    const value = defaults[name]
    // A variable that is parsed to an object or a list has no default.
    const text = isPlain(value) ? String(value) : ""
    return [...wrap(schema.description ?? ""), `${name}=${text}`].join("\n")
  })
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value)
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}

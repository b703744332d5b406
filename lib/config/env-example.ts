import { Env } from "./variables"

const WIDTH = 100

/** The text of `.env.example`: every variable with its words, its default commented out. */
export function envExample(): string {
  const defaults = Env.parse({})
  const blocks = Object.entries(Env.shape).map(([name, schema]) => {
    const value = defaults[name as keyof typeof defaults]
    // What is parsed to an object, as keys and lists are, has no default.
    const text = value === undefined || typeof value === "object" ? "" : String(value)
    return [...wrap(schema.description ?? ""), `${name}=${text}`].join("\n")
  })
  return `${blocks.join("\n\n")}\n`
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

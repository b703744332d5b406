import { writeFileSync } from "node:fs"
import { runCommand } from "./command"
import { generatedPages } from "./generated-pages"

const USAGE = `npm run build:docs      writes the generated parts of the documents: tables of goals, evidence and fields`

function main(): void {
  for (const [file, text] of generatedPages()) writeFileSync(file, text)
}

await runCommand(main, { usage: USAGE })

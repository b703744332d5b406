import { writeFileSync } from "node:fs"
import { answerTypes } from "./answer-types"
import { runCommand } from "./command"
import { run } from "./run"

const USAGE = `npm run build:answer-types      writes the types of the paid answers for clients/typescript`

const FILE = "clients/typescript/answers.ts"

async function main(): Promise<void> {
  writeFileSync(FILE, answerTypes())
  await run("oxfmt", [FILE])
}

await runCommand(main, { usage: USAGE })

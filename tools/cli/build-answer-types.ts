import { writeFileSync } from "node:fs"
import { answerTypes, pythonResources } from "./answer-types"
import { runCommand } from "./command"
import { run } from "./run"

const USAGE = `npm run build:answer-types      writes the types of the answers for clients/typescript, and the names of
resources for clients/python`

const FILE = "clients/typescript/answers.ts"

async function main(): Promise<void> {
  writeFileSync("clients/python/signal402_client/resources.py", pythonResources())
  writeFileSync(FILE, answerTypes())
  await run("oxfmt", [FILE])
}

await runCommand(main, { usage: USAGE })

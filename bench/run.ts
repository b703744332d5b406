import { readdirSync } from "node:fs"
import { type CommandArgs, runCommand, UsageError } from "@/tools/cli/command"
import { run } from "@/tools/cli/run"

const known = readdirSync("bench")
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""))

const USAGE = `npm run bench [-- NAME…]      every benchmark, or those named: ${known.join(", ")}`

/** Runs the benchmarks one after another, so that they do not disturb each other. */
async function main({ positionals: names }: CommandArgs): Promise<void> {
  const unknown = names.find((word) => !known.includes(word))
  if (unknown !== undefined) throw new UsageError(`There is no benchmark "${unknown}".`)
  for (const name of known.filter((one) => names.length === 0 || names.includes(one))) {
    console.log(`\n── ${name}`)
    await run("tsx", [`bench/${name}.bench.ts`])
  }
}

await runCommand(main, { usage: USAGE, maxPositionals: Infinity })

import { PROVIDERS } from "@/lib/sandbox/market/providers"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { finished, start } from "./run"

const USAGE = `npm run test:faults [-- --gone NAME]

Every data provider and every group of them, in every way of failing; then each provider gone for a day, which writes the table of
docs/sources.md.

--gone   this provider alone is gone for a day`

const options = { gone: { type: "string" } } as const

async function main({ values: { gone } }: CommandArgs<typeof options>): Promise<void> {
  if (gone !== undefined && !PROVIDERS.some((name) => name === gone)) {
    throw new UsageError(`--gone: "${gone}" is none of ${PROVIDERS.join(", ")}.`)
  }
  for (const campaign of gone === undefined ? ["matrix", "provider-gone"] : ["provider-gone"]) {
    const run = start("vitest", ["run", `tools/testing/faults/${campaign}.test.ts`], {
      env: { ...process.env, FAULTS: gone ?? "all" },
    })
    await finished(run, `The campaign ${campaign}`)
  }
}

await runCommand(main, { usage: USAGE, options })

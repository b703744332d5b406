import { runCommand } from "./command"
import { finished, start } from "./run"

const USAGE = `npm run test:faults      every data provider and every group of them, in every way of failing; then each
provider gone for a day and all that refuse a cloud in the United States, which writes the tables of docs/sources.md`

async function main(): Promise<void> {
  for (const campaign of ["matrix", "provider-gone", "us-cloud"]) {
    const run = start("vitest", ["run", `tools/testing/faults/${campaign}.test.ts`], {
      env: { ...process.env, FAULTS: "all" },
    })
    await finished(run, `The campaign ${campaign}`)
  }
}

await runCommand(main, { usage: USAGE })

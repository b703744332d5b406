import { runCommand } from "./command"
import { finished, start } from "./run"

const USAGE = "npm run test:faults      every data provider and every group of them, in every way of failing"

async function main(): Promise<void> {
  const matrix = start("vitest", ["run", "tools/testing/faults/matrix.test.ts"], {
    env: { ...process.env, FAULTS: "all" },
  })
  await finished(matrix, "The fault matrix")
}

await runCommand(main, { usage: USAGE })

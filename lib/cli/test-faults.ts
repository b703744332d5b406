import { finished, start } from "./run"

/** `npm run test:faults`: the fault matrix in full, every provider and every group in every way of failing. */
const matrix = start("vitest", ["run", "lib/testing/fault-matrix.test.ts"], {
  env: { ...process.env, FAULTS: "all" },
})
await finished(matrix, "The fault matrix").catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

import { expect, test } from "vitest"
import { runGasAttack } from "./gas-attack"

test("a payer that moves its balance before the block costs the settler at most 5 times its own gas", async () => {
  const report = await runGasAttack({ rounds: 3, size: 60, honestPayers: 6, blockTimeMs: 300 })
  expect(report.faults).toEqual([])
}, 60_000)

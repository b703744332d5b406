import { parseArgs } from "node:util"
import { everyStep, randomPlan } from "@/lib/testing/crash/campaign"
import { startCluster } from "@/lib/sandbox/postgres/cluster"
import { openFileDatabase, openSharedDatabase } from "@/lib/testing/crash/database"
import { crashRun, type CrashPlan } from "@/lib/testing/crash/harness"
import { openPaymentWorld } from "@/lib/testing/payment-world"

/**
 * `npm run test:crash [-- --runs 300 --from SEED --postgres]`: every step once, then random plans, until so many runs are
 * done; on a file, or on a PostgreSQL that starts for it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: "string" }, from: { type: "string" }, postgres: { type: "boolean", default: false } },
  })
  const [runs, from] = [Number(values.runs ?? 300), Number(values.from ?? 1)]
  if (!Number.isSafeInteger(runs) || !Number.isSafeInteger(from)) throw new Error("--runs and --from are integers.")
  const steps = everyStep()
  const random = Array.from({ length: Math.max(0, runs - steps.length) }, (_, index) => randomPlan(from + index))
  const plans: readonly CrashPlan[] = [...steps, ...random].slice(0, runs)
  const world = await openPaymentWorld()
  const cluster = values.postgres ? await startCluster() : null
  const openDatabase = cluster === null ? openFileDatabase : () => openSharedDatabase(cluster.url)
  let [killed, failed] = [0, 0]
  try {
    for (const [index, plan] of plans.entries()) {
      const report = await crashRun(world, plan, openDatabase)
      killed += report.killed
      if (report.faults.length > 0) {
        failed += 1
        console.error(`\n${JSON.stringify(plan)}\n  ${report.faults.join("\n  ")}`)
      }
      process.stdout.write(`\r${index + 1} of ${plans.length} runs, ${killed} processes killed, ${failed} faulty`)
    }
  } finally {
    await cluster?.stop()
    await world.stop()
  }
  console.log(failed === 0 ? "\nPaid is delivered, every time." : "\nMoney or answers were lost.")
  process.exitCode = failed === 0 ? 0 : 1
}

await main()

import { everyStep, randomPlan } from "@/tools/testing/crash/campaign"
import { startCluster } from "@/tools/sandbox/postgres/cluster"
import { openFileDatabase, openSharedDatabase } from "@/tools/testing/crash/database"
import { crashRun, type CrashPlan } from "@/tools/testing/crash/harness"
import { openPaymentSetup } from "@/tools/testing/payments/payment-setup"
import { type CommandArgs, runCommand, wholeOption } from "./command"

const USAGE = `npm run test:crash [-- --runs 300] [--from SEED] [--postgres]

Kills the server process at every step once, then as random plans say, until so many runs are done; on a file, or on a PostgreSQL that
starts for it.`

const options = {
  runs: { type: "string", default: "300" },
  from: { type: "string", default: "1" },
  postgres: { type: "boolean", default: false },
} as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const runs = wholeOption("runs", values.runs, { min: 1, max: 1_000_000 })
  const from = wholeOption("from", values.from, { min: 0, max: 2 ** 32 - 1 })
  const steps = everyStep()
  const random = Array.from({ length: Math.max(0, runs - steps.length) }, (_, index) => randomPlan(from + index))
  const plans: readonly CrashPlan[] = [...steps, ...random].slice(0, runs)
  const setup = await openPaymentSetup()
  const cluster = values.postgres ? await startCluster() : null
  const openDatabase = cluster === null ? openFileDatabase : () => openSharedDatabase(cluster.url)
  let [killed, failed] = [0, 0]
  try {
    for (const [index, plan] of plans.entries()) {
      const report = await crashRun(setup, plan, openDatabase)
      killed += report.killed
      if (report.faults.length > 0) {
        failed += 1
        console.error(`\n${JSON.stringify(plan)}\n  ${report.faults.join("\n  ")}`)
      }
      process.stdout.write(`\r${index + 1} of ${plans.length} runs, ${killed} processes killed, ${failed} faulty`)
    }
  } finally {
    await cluster?.stop()
    await setup.stop()
  }
  console.log(failed === 0 ? "\nPaid is delivered, every time." : "\nMoney or answers were lost.")
  process.exitCode = failed === 0 ? 0 : 1
}

await runCommand(main, { usage: USAGE, options })

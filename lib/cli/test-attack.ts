import { runGasAttack } from "@/lib/testing/attack/gas-attack"
import { describeReport } from "@/lib/testing/attack/report"
import { type CommandArgs, runCommand, wholeOption } from "./command"

const USAGE = `npm run test:attack [-- --rounds 20] [--size 400] [--honest 60]

Attacks a payment service on a local chain with blocks of two seconds, and prints for each attack what it cost both sides, how
many honest payers were served, and open files and memory before and after. Ends with 1 when a goal is missed.`

const options = {
  rounds: { type: "string", default: "20" },
  size: { type: "string", default: "400" },
  honest: { type: "string", default: "60" },
} as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const rounds = wholeOption("rounds", values.rounds, { min: 1, max: 1_000 })
  const size = wholeOption("size", values.size, { min: 1, max: 2_000 })
  const honestPayers = wholeOption("honest", values.honest, { min: 0, max: 1_000 })
  const reports = [await runGasAttack({ rounds, size, honestPayers, blockTimeMs: 2_000 })]
  for (const report of reports) console.log(describeReport(report))
  process.exitCode = reports.some(({ faults }) => faults.length > 0) ? 1 : 0
}

await runCommand(main, { usage: USAGE, options })

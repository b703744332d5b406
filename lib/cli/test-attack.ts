import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@/lib/sandbox/chain/local-port"
import { runGasAttack } from "@/lib/testing/attack/gas-attack"
import { httpAttacks, runHttpAttack } from "@/lib/testing/attack/http-attacks"
import { type AttackReport, describeReport } from "@/lib/testing/attack/report"
import { type CommandArgs, runCommand, UsageError, wholeOption } from "./command"
import { startSandboxServer } from "./sandbox-server"

const USAGE = `npm run test:attack [-- --only gas|http] [--rounds 20] [--size 400] [--honest 60] [--percent 100]

Attacks the product and prints for each attack what it cost both sides, how many honest payers were served, and open files and
memory before and after. Ends with 1 when a goal is missed.

  gas    payments that fail on chain, on a local chain with blocks of two seconds (--rounds, --size, --honest)
  http   connections that cost a server much, against the production build (--percent of their number; Linux only)`

const options = {
  only: { type: "string" },
  rounds: { type: "string", default: "20" },
  size: { type: "string", default: "400" },
  honest: { type: "string", default: "60" },
  percent: { type: "string", default: "100" },
} as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const { only } = values
  if (only !== undefined && only !== "gas" && only !== "http")
    throw new UsageError(`--only: "${only}" is not an attack.`)
  const rounds = wholeOption("rounds", values.rounds, { min: 1, max: 1_000 })
  const size = wholeOption("size", values.size, { min: 1, max: 2_000 })
  const honestPayers = wholeOption("honest", values.honest, { min: 0, max: 1_000 })
  const percent = wholeOption("percent", values.percent, { min: 1, max: 100 })
  if (only !== "http") show(await runGasAttack({ rounds, size, honestPayers, blockTimeMs: 2_000 }))
  if (only !== "gas") await attackServer(percent / 100)
}

async function attackServer(scale: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-attack-"))
  const server = await startSandboxServer({
    command: "start",
    port: await findFreePort(),
    dataDir,
    fresh: true,
    progress: (line) => console.log(line),
  })
  try {
    const pid = server.processes[0]?.pid
    if (pid === undefined) throw new Error("The server has no process.")
    for (const attack of httpAttacks(scale)) show(await runHttpAttack(attack, { origin: server.origin, pid }))
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function show(report: AttackReport): void {
  console.log(describeReport(report))
  if (report.faults.length > 0) process.exitCode = 1
}

await runCommand(main, { usage: USAGE, options })

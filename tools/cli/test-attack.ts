import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@/tools/sandbox/local-port"
import { alertAttacks, runAlertAttack } from "@/tools/testing/attack/alert-attacks"
import { runGasAttack } from "@/tools/testing/attack/gas-attack"
import { httpAttacks, runHttpAttack } from "@/tools/testing/attack/http-attacks"
import { type AttackReport, describeReport } from "@/tools/testing/attack/report"
import { runSessionAttack, sessionAttacks } from "@/tools/testing/attack/session-attacks"
import { type CommandArgs, runCommand, UsageError, wholeOption } from "./command"
import { startSandboxServer } from "./sandbox-server"

const USAGE = `npm run test:attack [-- --only gas|sessions|alerts|http] [--rounds 20] [--size 400] [--honest 60] [--percent 100]

Attacks the product and prints for each attack what it cost both sides, how many honest payers were served, and open files and
memory before and after. Ends with 1 when a goal is missed.

  gas       payments that fail on chain, on a local chain with blocks of two seconds (--rounds, --size, --honest)
  sessions  payers and others that make sessions cost gas, on a local chain with blocks of two seconds (--percent of their size)
  alerts    buyers of alerts: silent name servers and receivers, repeated firing, a disputed price
  http      connections that cost a server much, against the production build (--percent of their number; Linux only)`

const KINDS = new Set(["gas", "sessions", "alerts", "http"])

const options = {
  only: { type: "string" },
  rounds: { type: "string", default: "20" },
  size: { type: "string", default: "400" },
  honest: { type: "string", default: "60" },
  percent: { type: "string", default: "100" },
} as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const { only } = values
  if (only !== undefined && !KINDS.has(only)) throw new UsageError(`--only: "${only}" is not an attack.`)
  const isChosen = (kind: string) => only === undefined || only === kind
  const rounds = wholeOption("rounds", values.rounds, { min: 1, max: 1_000 })
  const size = wholeOption("size", values.size, { min: 1, max: 2_000 })
  const honestPayers = wholeOption("honest", values.honest, { min: 0, max: 1_000 })
  const percent = wholeOption("percent", values.percent, { min: 1, max: 100 })
  if (isChosen("gas")) show(await runGasAttack({ rounds, size, honestPayers, blockTimeMs: 2_000 }))
  if (isChosen("sessions")) {
    for (const attack of sessionAttacks) show(await runSessionAttack(attack, { scale: percent / 100, blockTimeS: 2 }))
  }
  if (isChosen("alerts")) for (const attack of alertAttacks) show(await runAlertAttack(attack))
  if (isChosen("http")) await attackServer(percent / 100)
}

async function attackServer(scale: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-attack-"))
  const server = await startSandboxServer({
    command: "start",
    port: await findFreePort(),
    dataDir,
    fresh: true,
    everythingSold: true,
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

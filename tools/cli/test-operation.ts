import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CommandArgs, runCommand, wholeOption } from "./command"
import { buildIfNeeded } from "./build"
import { checkUnits } from "./operation/check-units"
import { openDeployment } from "./operation/deployment"
import { rehearse } from "./operation/rehearse"
import { mergedTable, type Row } from "./operation/rows"
import { sectionOf, withSection } from "./page-section"

const USAGE = `npm run test:operation [-- --payers 12] [--outage 10] [--as-built]
  [--only NAME]… [--write]

Rehearses a live deployment on this machine: PostgreSQL with a standby, a local chain with blocks of two seconds behind two nodes,
simulated providers, the production server, and nginx with TLS where it is installed. While payers buy, it ends a process in order,
restarts two processes one after the other, kills one, lets nodes go down, hang, lag, refuse and lie, takes database, disk, gas and
network away, and promotes the standby. Then it sets the clock wrong. Prints a table of what payers met, and ends with 1 when a payer
was not served, was charged wrongly, or when ledger, chain and metrics differ.

--outage   seconds that each break lasts
--as-built does not build again
--only     runs the steps that have NAME in their name
--write    puts the rows of the steps into the table of docs/what-it-survives.md, when nothing is wrong`

const options = {
  payers: { type: "string", default: "12" },
  outage: { type: "string", default: "10" },
  "as-built": { type: "boolean", default: false },
  only: { type: "string", multiple: true },
  write: { type: "boolean", default: false },
} as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const payers = wholeOption("payers", values.payers, { min: 1, max: 200 })
  const outageS = wholeOption("outage", values.outage, { min: 1, max: 40 })
  const { only } = values
  const isChosen = (what: string) => only === undefined || only.some((name) => what.includes(name))
  if (!values["as-built"]) await buildIfNeeded()
  for (const line of await checkUnits()) console.log(line)
  const folder = mkdtempSync(join(tmpdir(), "signal402-operation-"))
  const deployment = await openDeployment(folder, 2, { hasStandby: true })
  try {
    console.log(`Reverse proxy: ${deployment.proxy.name}`)
    const { rows, faults } = await rehearse(deployment, { payers, outageMs: outageS * 1_000, isChosen })
    console.table(rows)
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
    else if (values.write) writeRows(rows)
  } finally {
    await deployment.stop()
  }
  if (process.exitCode === 1) console.error(`The log of the processes: ${deployment.log}`)
  else rmSync(folder, { recursive: true, force: true })
}

const PAGE = "docs/what-it-survives.md"

function writeRows(rows: readonly Row[]): void {
  const page = readFileSync(PAGE, "utf8")
  const met = rows.filter(({ attempts }) => attempts > 0)
  writeFileSync(PAGE, withSection(page, "test:operation", mergedTable(sectionOf(page, "test:operation"), met)))
}

await runCommand(main, { usage: USAGE, options })

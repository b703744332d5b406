import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CommandArgs, runCommand, wholeOption } from "./command"
import { buildIfNeeded } from "./build"
import { checkUnits } from "./operation/check-units"
import { openDeployment } from "./operation/deployment"
import { rehearse } from "./operation/rehearse"

const USAGE = `npm run test:operation [-- --payers 12] [--outage 10] [--as-built]

Rehearses a live deployment on this machine: PostgreSQL with a standby, a local chain with blocks of two seconds behind two nodes,
simulated providers, the production server, and nginx with TLS where it is installed. While payers buy, it ends a process in order,
restarts two processes one after the other, kills one, lets nodes go down, hang, lag, refuse and lie, takes database, disk, gas and
network away, and promotes the standby. Then it sets the clock wrong. Prints a table of what payers met, and ends with 1 when a payer
was not served, was charged wrongly, or when ledger, chain and metrics differ.

--outage   seconds that each break lasts
--as-built does not build again`

const options = {
  payers: { type: "string", default: "12" },
  outage: { type: "string", default: "10" },
  "as-built": { type: "boolean", default: false },
} as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const payers = wholeOption("payers", values.payers, { min: 1, max: 200 })
  const outageS = wholeOption("outage", values.outage, { min: 1, max: 40 })
  if (!values["as-built"]) await buildIfNeeded()
  for (const line of await checkUnits()) console.log(line)
  const folder = mkdtempSync(join(tmpdir(), "signal402-operation-"))
  const deployment = await openDeployment(folder, 2, { hasStandby: true })
  try {
    console.log(`Reverse proxy: ${deployment.proxy.name}`)
    const { rows, faults } = await rehearse(deployment, { payers, outageMs: outageS * 1_000 })
    console.table(rows)
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await deployment.stop()
  }
  if (process.exitCode === 1) console.error(`The log of the processes: ${deployment.log}`)
  else rmSync(folder, { recursive: true, force: true })
}

await runCommand(main, { usage: USAGE, options })

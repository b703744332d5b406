import { loadConfig } from "@/lib/server/config/load"
import type { Config } from "@/lib/server/config/env"
import { moveToPostgres, openExistingStore } from "@/tools/ledger/open-ledger"
import { type CommandArgs, runCommand } from "./command"
import { describeDeployment } from "./describe-deployment"
import { exportCsv, report } from "./ledger-report"
import type { LedgerContext } from "./ledger-context"
import { options, type LedgerArgs, readLedgerArgs, USAGE } from "./ledger-args"
import { acknowledge, compareWithChain } from "./ledger-reconcile"
import { acceptRecord } from "./ledger-accept-record"
import { acceptSettings } from "./ledger-accept-settings"
import { refund } from "./ledger-refund"
import { attachSandbox } from "./attach-sandbox"

const commands: Readonly<Record<Exclude<LedgerArgs["name"], "move">, (context: LedgerContext) => Promise<void>>> = {
  report,
  export: exportCsv,
  reconcile: compareWithChain,
  acknowledge,
  "accept-record": acceptRecord,
  "accept-settings": acceptSettings,
  refund,
}

/** These need no key, so their unit gets none. */
const READERS: ReadonlySet<LedgerArgs["name"]> = new Set([
  "report",
  "export",
  "reconcile",
  "acknowledge",
  "accept-settings",
])

async function main(given: CommandArgs<typeof options>): Promise<void> {
  const args = readLedgerArgs(given)
  const sandbox = await attachSandbox()
  try {
    const config = loadConfig(sandbox?.variables, { isReader: READERS.has(args.name) })
    console.error(describeDeployment(config))
    if (args.name === "move") return await move(config)
    const store = await openExistingStore(config, onFault)
    await commands[args.name]({ config, store, args })
  } finally {
    await sandbox?.stop()
  }
}

function onFault(error: Error): void {
  console.error(error.message)
}

async function move(config: Config): Promise<void> {
  const { payments, seals } = await moveToPostgres(config, onFault)
  console.log(`${payments} payments and ${seals} sealed calls are at DATABASE_URL now, with all that belongs to them.`)
}

await runCommand(main, { usage: USAGE, options, maxPositionals: 2, operator: true })

import { loadConfig } from "@/lib/config/load"
import type { Config } from "@/lib/config/env"
import { moveStoreAt, openKnownStoreAt } from "@/lib/store/place"
import { type Given, runCommand } from "./command"
import { describeDeployment } from "./describe-deployment"
import { exportCsv, report } from "./ledger-books"
import type { Desk } from "./ledger-desk"
import { options, type Order, readOrder, USAGE } from "./ledger-order"
import { acknowledge, compareWithChain } from "./ledger-reconcile"
import { refund } from "./ledger-refund"
import { openSandboxHere } from "./sandbox-here"

const commands: Readonly<Record<Exclude<Order["name"], "move">, (desk: Desk) => Promise<void>>> = {
  report,
  export: exportCsv,
  reconcile: compareWithChain,
  acknowledge,
  refund,
}

async function main(given: Given<typeof options>): Promise<void> {
  const order = readOrder(given)
  const sandbox = await openSandboxHere()
  try {
    const config = loadConfig(sandbox?.variables)
    console.error(describeDeployment(config))
    if (order.name === "move") return await move(config)
    const store = await openKnownStoreAt(config, onFault)
    await commands[order.name]({ config, store, order })
  } finally {
    await sandbox?.stop()
  }
}

function onFault(error: Error): void {
  console.error(error.message)
}

async function move(config: Config): Promise<void> {
  const { payments, seals } = await moveStoreAt(config, onFault)
  console.log(`${payments} payments and ${seals} sealed calls are at DATABASE_URL now, with all that belongs to them.`)
}

await runCommand(main, { usage: USAGE, options, words: 2, operator: true })

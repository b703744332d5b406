import { existsSync } from "node:fs"
import { loadConfig, loadWarnings } from "@/lib/server/config/load"
import { type CommandArgs, runCommand } from "./command"
import {
  checkChain,
  checkDatabase,
  checkDisk,
  checked,
  checkFiles,
  checkTables,
  checkOrigin,
  checkSessionAccount,
  checkSettler,
  type Finding,
} from "./doctor-checks"
import { checkListing } from "./doctor-listing"
import { checkRecord } from "./doctor-record"
import { checkFee, checkSessions, checkToken, etherPriceUsd } from "./doctor-contracts"

const USAGE = `npm run doctor [-- --json]

Checks this deployment before and while it sells: variables, permissions of env files, database, disk, every node of RPC_URL, this clock,
ether and nonces of settler and session account, the token's EIP-712 domain, the contracts of sessions, the sealed record against its anchors, the fee and whether it leaves the cheapest
price a profit, what the catalogue of LISTING_FACILITATOR_URL lists until when, and PUBLIC_ORIGIN through the proxy. Each finding says how to mend it. Ends with 1 if
something is broken. npm run sources:check asks the data providers and the facilitator.`

const options = { json: { type: "boolean" } } as const

async function main({ values: { json = false } }: CommandArgs<typeof options>): Promise<void> {
  const config = loadConfig()
  const doubts = loadWarnings().map((says): Finding => ({
    what: "variables",
    state: "warn",
    says,
    mend: "See .env.example.",
  }))
  const node = "Check RPC_URL and the way to it."
  const findings = [
    ...(doubts.length > 0 ? doubts : [{ what: "variables", state: "ok", says: "complete", mend: "" } as const]),
    ...checkTables(Date.now()),
    ...checkFiles([".env", ".env.local", ".env.production"].filter((file) => existsSync(file))),
    ...(await checked("database", "Check DATABASE_URL and that PostgreSQL runs.", () => checkDatabase(config))),
    ...(await checked("disk", "Check DATA_DIR.", () => checkDisk(config))),
    ...(await checked("chain", node, () => checkChain(config, Date.now()))),
    ...(await checked("settler", node, () => checkSettler(config))),
    ...(await checked("session account", node, () => checkSessionAccount(config))),
    ...(await checked("token", node, () => checkToken(config))),
    ...(await checked("sessions", node, () => checkSessions(config))),
    ...(await checked("fee", node, () => checkFee(config, () => etherPriceUsd(config)))),
    ...(await checked("sealed record", "Check RPC_URL, and that the service has made its database.", () =>
      checkRecord(config),
    )),
    ...(await checked("listing", "Check LISTING_FACILITATOR_URL.", () => checkListing(config, fetch))),
    ...(await checked("PUBLIC_ORIGIN", "Is the service running, and does its name lead to the proxy?", () =>
      checkOrigin(config, fetch),
    )),
  ]
  if (json) console.log(JSON.stringify({ findings }))
  else for (const finding of findings) console.log(lineOf(finding))
  if (findings.some(({ state }) => state === "fail")) process.exitCode = 1
}

function lineOf({ what, state, says, mend }: Finding): string {
  return `${state.padEnd(4)}  ${what}: ${says}${mend === "" ? "" : `\n      ${mend}`}`
}

await runCommand(main, { usage: USAGE, options, operator: true })

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@/tools/sandbox/local-port"
import { execIn, type InteropClient, isAvailable } from "@/tools/testing/interop/client"
import { interopClients } from "@/tools/testing/interop/clients"
import { FAILED, isPassed, NOT_RUN, type Row, TABLE_PAGE, tableOf, withRow } from "@/tools/testing/interop/table"
import { newPayer, signFor } from "@/tools/testing/payments/x402-payer"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { startSandboxServer } from "./sandbox-server"

const USAGE = `npm run test:interop [-- --only NAME…] [--write]      buys with clients of other languages, of agent frameworks and with
generated clients, and checks the OpenAPI document with validators and /mcp with the official suite; prints a table client | version |
scheme | result. --write puts each row into ${TABLE_PAGE} when its client has passed, and takes out the rows of clients that failed or
were not run.

Needs npm's registry. Clients whose tools (curl, java, mvn, go, cargo, python3) are missing are reported as not run.`

const options = {
  only: { type: "string", multiple: true },
  write: { type: "boolean", default: false },
} as const

async function main({ values: { only, write } }: CommandArgs<typeof options>): Promise<void> {
  const clients = interopClients.filter(({ name }) => isChosen(name, only))
  if (clients.length === 0) throw new UsageError("No client has such a name.")
  const folder = mkdtempSync(join(tmpdir(), "signal402-interop-"))
  try {
    const server = await startSandboxServer({
      command: "start",
      port: await findFreePort(),
      dataDir: join(folder, "data"),
      fresh: true,
      everythingSold: true,
      progress: (line) => console.log(line),
    })
    try {
      const rows: Row[] = []
      for (const client of clients) {
        const row = await tryClient(client, server.origin, folder)
        rows.push(row)
        if (write) writeFileSync(TABLE_PAGE, withRow(readFileSync(TABLE_PAGE, "utf8"), row, interopClients))
      }
      console.log(`\n${tableOf(rows)}`)
      const failed = rows.filter(({ result }) => result === FAILED)
      console.log(`${rows.filter(isPassed).length} passed, ${failed.length} failed`)
      if (failed.length > 0) process.exitCode = 1
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isChosen(name: string, only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((wanted) => name.toLowerCase().includes(wanted.toLowerCase()))
}

async function tryClient(client: InteropClient, origin: string, root: string): Promise<Row> {
  const { name, version, scheme = "–", needs } = client
  const row = { name, version, scheme }
  for (const command of needs) {
    if (!(await isAvailable(command))) return { ...row, result: `${NOT_RUN}: no ${command}` }
  }
  const folder = mkdtempSync(join(root, "client-"))
  const openapi = join(folder, "openapi.json")
  writeFileSync(openapi, await (await fetch(`${origin}/openapi.json`)).text())
  const pay = async (path: string) => (await signFor(origin + path, await newPayer(origin)))["PAYMENT-SIGNATURE"]
  try {
    const result = await client.run({ origin, folder, openapi, pay, exec: execIn(folder) })
    console.log(`${name}: ${result}`)
    return { ...row, result }
  } catch (error) {
    console.error(`${name} failed:`, error)
    return { ...row, result: FAILED }
  }
}

await runCommand(main, { usage: USAGE, options })

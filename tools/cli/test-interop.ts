import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { toPython } from "@/lib/client/stage/snippets"
import { findFreePort } from "@/tools/sandbox/local-port"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { execIn, type InteropClient, type InteropContext, isAvailable } from "@/tools/testing/interop/client"
import { interopClients } from "@/tools/testing/interop/clients"
import { newPayer, FAUCET_AMOUNT, signFor } from "@/tools/testing/payments/x402-payer"
import { readTerms } from "@/tools/testing/payments/x402-terms"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { startSandboxServer } from "./sandbox-server"

const USAGE = `npm run test:interop [-- --only NAME…]      buys with clients of other languages and with generated clients, and checks
the OpenAPI document with validators and /mcp with the official suite; prints a table client | version | result

Needs npm's registry. Clients whose tools (curl, java, mvn, go, cargo, python3) are missing are reported as not run.`

const options = { only: { type: "string", multiple: true } } as const

const PATH = "/api/signal/BTC"

async function main({ values: { only } }: CommandArgs<typeof options>): Promise<void> {
  const clients = [officialPython, ownPython, ...interopClients].filter(({ name }) => isChosen(name, only))
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
      const rows = []
      for (const client of clients) rows.push(await tryClient(client, server.origin, folder))
      console.log(["", "client | version | result", "---|---|---", ...rows.map(({ line }) => line)].join("\n"))
      const failed = rows.filter(({ isFailed }) => isFailed).length
      console.log(`${rows.length - failed} passed, ${failed} failed`)
      if (failed > 0) process.exitCode = 1
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

type Row = { readonly line: string; readonly isFailed: boolean }

async function tryClient(client: InteropClient, origin: string, root: string): Promise<Row> {
  const { name, version, needs } = client
  for (const command of needs) {
    if (!(await isAvailable(command))) return { line: `${name} | ${version} | not run: no ${command}`, isFailed: false }
  }
  const folder = mkdtempSync(join(root, "client-"))
  const openapi = join(folder, "openapi.json")
  writeFileSync(openapi, await (await fetch(`${origin}/openapi.json`)).text())
  const pay = async (path: string) => (await signFor(origin + path, await newPayer(origin)))["PAYMENT-SIGNATURE"]
  try {
    const result = await client.run({ origin, folder, openapi, pay, exec: execIn(folder) })
    console.log(`${name}: ${result}`)
    return { line: `${name} | ${version} | ${result}`, isFailed: false }
  } catch (error) {
    console.error(`${name} failed:`, error)
    return { line: `${name} | ${version} | FAILED`, isFailed: true }
  }
}

/** The official Python client, by the text that the dashboard shows. */
const officialPython: InteropClient = {
  name: "x402 (Python, official)",
  version: "2.25.0",
  needs: ["python3"],
  run: async (context) => {
    const { origin, folder, exec } = context
    const python = await installOfficialPython(context)
    const price = signalContract.price
    const terms = { origin, network: "eip155:8453", amount: price.toString(), sandbox: true } as const
    writeFileSync(join(folder, "buy.py"), toPython({ path: PATH }, terms))
    const payer = await newPayer(origin)
    const output = await exec(python, ["buy.py"], { PRIVATE_KEY: payer.key, PYTHONIOENCODING: "utf-8" })
    const chain = await viewChain(origin)
    const paid = FAUCET_AMOUNT - (await chain.balanceOf(payer.address))
    if (!output.includes("'coin': 'BTC'")) throw new Error(`The answer is not a signal: ${output.slice(0, 400)}`)
    if (paid !== price) throw new Error(`It paid ${paid} instead of ${price}.`)
    return "bought"
  },
}

const MYPY = "2.4.1"
const BUILD = "1.6.1"

/** Our own Python package, as it is built and installed. */
const ownPython: InteropClient = {
  name: "signal402-client (Python)",
  version: "x402 2.25.0",
  needs: ["python3"],
  run: async (context) => {
    const { origin, folder, exec } = context
    const python = await installOfficialPython(context)
    await exec(python, ["-m", "pip", "install", "--quiet", `mypy==${MYPY}`, `build==${BUILD}`])
    await exec(python, ["-m", "build", "--outdir", folder, resolve("clients/python")])
    const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? ""
    await exec(python, ["-m", "pip", "install", "--quiet", join(folder, wheel)])
    const program = resolve("e2e/clients/programs/buyer.py")
    const lies = resolve("e2e/clients/programs/lying_service.py")
    const receipts = resolve("e2e/clients/programs/receipt_vectors.py")
    for (const checked of [[program], [lies], [receipts], ["-p", "signal402_client"]]) {
      await exec(python, ["-m", "mypy", "--strict", ...checked])
    }
    await exec(python, [lies])
    await exec(python, [receipts, resolve("e2e/clients/receipt-vectors.json")])
    const [payer, { asset }] = [await newPayer(origin), await readTerms(origin)]
    const output = await exec(python, [program], { ORIGIN: origin, ASSET: asset, KEY: payer.key })
    const paid = FAUCET_AMOUNT - (await (await viewChain(origin)).balanceOf(payer.address))
    if (paid !== 9n * signalContract.price) throw new Error(`It paid ${paid} for 9 answers: ${output}`)
    return "bought by transfer, from three processes and by session; types are complete"
  },
}

async function installOfficialPython({ folder, exec }: InteropContext): Promise<string> {
  await exec("python3", ["-m", "venv", "venv"])
  const python = join(folder, "venv", "bin", "python")
  await exec(python, ["-m", "pip", "install", "--quiet", "-r", resolve("e2e/clients/requirements.txt")])
  return python
}

await runCommand(main, { usage: USAGE, options })

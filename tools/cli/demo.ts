import { join } from "node:path"
import { styleText } from "node:util"
import { Env } from "@/lib/server/config/variables"
import { CommandEnv } from "@/lib/server/config/command-variables"
import { loadVariables } from "@/lib/server/config/load"
import { AppError } from "@/lib/domain/errors"
import { createProxiedFetch } from "@/lib/outbound/proxied-fetch"
import { canReachProviders, REACH_TIMEOUT_S } from "./reachable"
import { type CommandArgs, runCommand, UsageError, wholeOption } from "./command"
import { type SandboxServer, startSandboxServer } from "./sandbox-server"

const Variables = Env.pick({ DATA_DIR: true, SOURCES_PROXY: true }).extend(CommandEnv.pick({ PORT: true }).shape)

const USAGE = `npm run demo [-- --fresh] [--live-data] [--canonical-usdc] [--processes N --postgres URL|embedded]
npm run dev [-- --fresh]

The whole product in the sandbox, until Ctrl-C: production build, or hot reload. --fresh forgets chain and ledger. PORT (3402)
says where it listens, DATA_DIR (.signal402) where it keeps its data.

--live-data reads the real market instead of the simulated one; chain and money stay play. It keeps its data, and a record of
its own, in DATA_DIR/live-data. If no provider answers within ${REACH_TIMEOUT_S} seconds it says so and ends.

--canonical-usdc gives the play token the address of real USDC, for clients that know no other. A signature for it is valid on Base
too: use keys that never hold money. Browser wallets are not offered. Its data are in DATA_DIR/canonical-usdc.`

const NO_NETWORK = `No data provider answers: this machine has no network, or a firewall is in the way.
The simulated market needs none: npm run demo`

const CANONICAL_WARNING =
  "  The token has the address of real USDC: what is signed here is valid on Base. Use keys that never hold money."

const options = {
  fresh: { type: "boolean", default: false },
  "live-data": { type: "boolean", default: false },
  "canonical-usdc": { type: "boolean", default: false },
  dev: { type: "boolean", default: false },
  processes: { type: "string", default: "1" },
  postgres: { type: "string" },
} as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const processes = wholeOption("processes", values.processes, { min: 1, max: 16 })
  if (processes > 1 && values.postgres === undefined) {
    throw new UsageError("Several processes share a database: add --postgres URL.")
  }
  if (processes > 1 && values.dev) throw new UsageError("npm run dev is one process; npm run demo takes --processes.")
  if (values["live-data"] && values.postgres !== undefined && values.postgres !== "embedded") {
    throw new UsageError("--live-data keeps a record of its own: use --postgres embedded.")
  }
  const { PORT: port, DATA_DIR, SOURCES_PROXY } = loadVariables(Variables)
  const isLiveData = values["live-data"]
  const canonicalUsdc = values["canonical-usdc"]
  const dataDir = join(DATA_DIR, isLiveData ? "live-data" : "", canonicalUsdc ? "canonical-usdc" : "")
  if (isLiveData) await requireNetwork(SOURCES_PROXY)
  const asked = new AbortController()
  for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => asked.abort())
  const server = await startSandboxServer({
    command: values.dev ? "dev" : "start",
    port,
    dataDir,
    fresh: values.fresh,
    processes,
    canonicalUsdc,
    ...(values.postgres !== undefined && { postgres: values.postgres }),
    ...(isLiveData && { variables: { SANDBOX_MARKET: "live" } }),
    progress: (line) => console.log(line),
    signal: asked.signal,
  }).catch((error: unknown) => {
    if (!asked.signal.aborted) throw error
    return null
  })
  if (server !== null)
    await serve(server, { postgres: values.postgres, dataDir, isLiveData, canonicalUsdc, asked: asked.signal })
}

/** @throws {NoNetworkError} no provider answers in time */
async function requireNetwork(proxyUrl: string | undefined): Promise<void> {
  console.log("Asking the data providers …")
  const network = proxyUrl === undefined ? globalThis.fetch : createProxiedFetch(proxyUrl, globalThis.fetch)
  if (!(await canReachProviders(network))) throw new NoNetworkError()
}

class NoNetworkError extends AppError {
  override readonly name = "NoNetworkError"
  readonly code = "data_unavailable"

  constructor() {
    super(NO_NETWORK)
  }
}

type Serving = {
  readonly postgres: string | undefined
  readonly dataDir: string
  readonly isLiveData: boolean
  readonly canonicalUsdc: boolean
  readonly asked: AbortSignal
}

async function serve(server: SandboxServer, serving: Serving): Promise<void> {
  const { postgres, dataDir, isLiveData, canonicalUsdc, asked } = serving
  console.log(`\n  Signal402 is open: ${server.origin}\n`)
  if (server.processes.length > 1) printProcesses(server)
  if (postgres === "embedded") {
    // The chain is in the folder, and the ledger is compared with it.
    const place = `DATA_DIR=${dataDir} DATABASE_URL=${server.databaseUrl}`
    console.log(`  The books: ${place} npm run ledger -- report\n`)
  }
  const market = isLiveData ? "the real market" : "a simulated market"
  console.log(`  Sandbox: ${market}, a local chain, play money. Ctrl-C stops it.`)
  if (canonicalUsdc) console.log(styleText("red", CANONICAL_WARNING))
  await Promise.race([aborted(asked), server.exited])
  await server.stop()
  if (!asked.aborted) throw new Error("The server ended unexpectedly; its last output is above.")
}

function printProcesses({ processes }: SandboxServer): void {
  for (const [index, { pid, port }] of processes.entries()) {
    console.log(`  Process ${index + 1}: http://localhost:${port}, pid ${pid ?? "unknown"}`)
  }
  console.log("  X-Served-By names the process that answered. Kill one: the others go on, and settle what it left.\n")
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }))
}

await runCommand(main, { usage: USAGE, options })

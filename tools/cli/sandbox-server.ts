import { BLANK_VARIABLES } from "./env-files"
import { buildIfNeeded } from "./build"
import { openSandboxDatabase } from "./sandbox-database"
import { openSandbox } from "./sandbox-environment"
import { untilSold } from "./until-sold"
import { startWebProcesses, type WebProcess } from "./web-processes"

export type SandboxServerOptions = {
  /** `start` serves the production build, `dev` compiles as you go. */
  readonly command: "start" | "dev"
  readonly port: number
  readonly dataDir: string
  readonly fresh: boolean
  /** The play token has the address of real USDC. Default false. */
  readonly canonicalUsdc?: boolean
  /** Several share `postgres` behind one port. Default 1. */
  readonly processes?: number
  /** A URL, or `embedded` for a server of the sandbox's own; absent: a file. */
  readonly postgres?: string
  /** Absent: a block per transaction, at once. */
  readonly blockTimeSeconds?: number
  /** Waits until every product is sold. Default false: until the server is healthy. */
  readonly everythingSold?: boolean
  readonly progress: (line: string) => void
  /** Extra variables, for tests. */
  readonly variables?: Readonly<Record<string, string>>
  /** Aborts the start; everything that was opened is closed. */
  readonly signal?: AbortSignal
}

export type SandboxServer = {
  readonly origin: string
  readonly rpcUrl: string
  readonly processes: readonly WebProcess[]
  /** PostgreSQL; `null`: a file. */
  readonly databaseUrl: string | null
  readonly exited: Promise<void>
  stop(): Promise<void>
}

/** The whole product on this machine: build, chain, server, ready to sell. */
export async function startSandboxServer(options: SandboxServerOptions): Promise<SandboxServer> {
  const { command, port, progress, processes: count = 1, postgres, signal } = options
  const origin = `http://localhost:${port}`
  await refuseBusyPort(origin, options)
  if (command === "start") {
    progress("Building (about 20 s the first time) …")
    await buildIfNeeded(signal)
  }
  signal?.throwIfAborted()
  progress("Starting the local chain …")
  const sandbox = await openSandbox({ ...options, origin })
  const opened = [() => sandbox.stop()]
  const stopAll = async () => {
    for (const stopOne of opened.toReversed()) await stopOne()
  }
  try {
    const database = await openSandboxDatabase(postgres, options)
    opened.push(database.stop)
    signal?.throwIfAborted()
    progress(count === 1 ? "Starting the server …" : `Starting ${count} processes …`)
    const settings = { ...sandbox.variables, ...database.variables, ...options.variables }
    const env = { ...BLANK_VARIABLES, ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...settings }
    const { processes, exited, stop } = await startWebProcesses({
      command,
      port,
      count,
      env,
      ...(signal && { signal }),
    })
    opened.push(stop)
    if (options.everythingSold) await Promise.all(processes.map((one) => untilSold(`http://localhost:${one.port}`)))
    const databaseUrl = database.variables["DATABASE_URL"] ?? null
    return { origin, rpcUrl: sandbox.rpcUrl, databaseUrl, processes, exited, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function refuseBusyPort(origin: string, { command, port }: SandboxServerOptions): Promise<void> {
  const answered = await fetch(origin, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    (error: unknown) => error instanceof Error && error.name === "TimeoutError",
  )
  if (!answered) return
  const again = `PORT=${port + 1} npm run ${command === "dev" ? "dev" : "demo"}`
  throw new Error(`Something already listens on ${origin}. Choose another port: ${again}`)
}

import { setTimeout as sleep } from "node:timers/promises"
import { buildIfNeeded } from "./build"
import { openSandbox } from "./sandbox-environment"
import { start, stop } from "./run"

export type SandboxServerOptions = {
  /** `start` serves the production build, `dev` compiles as you go. */
  readonly command: "start" | "dev"
  readonly port: number
  readonly dataDir: string
  readonly fresh: boolean
  readonly progress: (line: string) => void
  /** Extra variables, for tests. */
  readonly variables?: Readonly<Record<string, string>>
}

export type SandboxServer = {
  readonly origin: string
  readonly rpcUrl: string
  readonly exited: Promise<void>
  stop(): Promise<void>
}

const READY_DEADLINE_MS = 90_000

/** The whole product on this machine: build, chain, server, ready to sell. */
export async function startSandboxServer(options: SandboxServerOptions): Promise<SandboxServer> {
  const { command, port, dataDir, fresh, progress } = options
  const origin = `http://localhost:${port}`
  await refuseBusyPort(origin)
  if (command === "start") {
    progress("Building (about 20 s the first time) …")
    await buildIfNeeded()
  }
  progress("Starting the local chain …")
  const sandbox = await openSandbox({ dataDir, origin, fresh })
  progress("Starting the server …")
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...sandbox.variables, ...options.variables }
  const server = start("next", [command, "--port", String(port), "--hostname", "127.0.0.1"], {
    env,
    stdio: ["ignore", command === "dev" ? "inherit" : "ignore", "inherit"],
  })
  const exited = new Promise<void>((resolve) => {
    server.once("exit", () => resolve())
  })
  const stopAll = async () => {
    await stop(server)
    await sandbox.stop()
  }
  try {
    await ready(origin, exited)
  } catch (error) {
    await stopAll()
    throw error
  }
  return { origin, rpcUrl: sandbox.rpcUrl, exited, stop: stopAll }
}

async function refuseBusyPort(origin: string): Promise<void> {
  const answered = await fetch(origin, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    (error: unknown) => error instanceof Error && error.name === "TimeoutError",
  )
  if (answered) throw new Error(`Something already listens on ${origin}. Choose another port: PORT=3403 npm run demo`)
}

async function ready(origin: string, exited: Promise<void>): Promise<void> {
  const gone = exited.then(() => {
    throw new Error("The server ended before it was ready; its own words stand above.")
  })
  await Promise.race([poll(origin), gone])
}

async function poll(origin: string): Promise<void> {
  const deadlineMs = Date.now() + READY_DEADLINE_MS
  while (Date.now() < deadlineMs) {
    const healthy = await fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return
    await sleep(150)
  }
  throw new Error(`${origin}/api/health was not healthy within ${READY_DEADLINE_MS / 1000} s.`)
}

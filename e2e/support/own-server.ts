import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { isHealthy } from "@/lib/cli/is-healthy"

export type OwnServer = {
  readonly origin: string
  /** Asks server and chain to end, and waits. */
  readonly stop: () => Promise<void>
  /** `kill -9` of the server. Its chain notices and ends in order. */
  readonly crash: () => Promise<void>
}

/** A replay costs a core for half a minute, and whoever has a server of its own looks at no record. */
export const noPast = { SANDBOX_REPLAY_DAYS: "0" } as const

const READY_DEADLINE_MS = 60_000

/** A server for one test, on a port and a data folder that outlive it. `variables`: of its deployment, beside the usual ones. */
export async function startOwnServer(
  port: number,
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<OwnServer> {
  const child = spawn(process.execPath, ["--import", "tsx", "e2e/support/serve.ts"], {
    env: {
      ...process.env,
      E2E_PORT: String(port),
      E2E_RUNNER_PID: String(process.pid),
      E2E_DATA_DIR: dataDir,
      ...noPast,
      ...variables,
    },
    stdio: ["ignore", "ignore", "inherit"],
    // A process group of its own, so that a crash takes all of it.
    detached: true,
  })
  const end = async (signal: NodeJS.Signals) => {
    const { pid, exitCode, signalCode } = child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const gone = once(child, "exit")
    process.kill(signal === "SIGKILL" ? -pid : pid, signal)
    await gone
  }
  const origin = `http://localhost:${port}`
  try {
    await untilHealthy(origin)
  } catch (error) {
    await end("SIGKILL")
    throw error
  }
  return { origin, stop: () => end("SIGTERM"), crash: () => end("SIGKILL") }
}

async function untilHealthy(origin: string): Promise<void> {
  const deadlineMs = performance.now() + READY_DEADLINE_MS
  while (performance.now() < deadlineMs) {
    if (await isHealthy(origin)) return
    await sleep(100)
  }
  throw new Error(`${origin} was not healthy within ${READY_DEADLINE_MS / 1_000} s.`)
}

import { spawn } from "node:child_process"
import { once } from "node:events"
import { untilSold } from "@/tools/cli/until-sold"

export type OwnServer = {
  readonly origin: string
  /** Stops the server and the chain gracefully. */
  readonly stop: () => Promise<void>
  /** Kills the server with SIGKILL. The chain detects this and stops gracefully. */
  readonly crash: () => Promise<void>
}

/** No replay: it takes one core for 30 seconds, and tests with their own server do not read the track record. */
export const WITHOUT_REPLAY = { SANDBOX_REPLAY_DAYS: "0" } as const

/** Starts a server for one test. Its port and data folder can be reused. `variables`: additional environment variables. */
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
      ...WITHOUT_REPLAY,
      ...variables,
    },
    stdio: ["ignore", "ignore", "inherit"],
    // The server has its own process group, so that a crash kills all its processes.
    detached: true,
  })
  const end = async (signal: NodeJS.Signals) => {
    const { pid, exitCode, signalCode } = child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const exited = once(child, "exit")
    process.kill(signal === "SIGKILL" ? -pid : pid, signal)
    await exited
  }
  const origin = `http://localhost:${port}`
  try {
    // Without the replay no day of the record is over.
    await untilSold(origin, { except: ["GET /api/history/{coin}"] })
  } catch (error) {
    await end("SIGKILL")
    throw error
  }
  return { origin, stop: () => end("SIGTERM"), crash: () => end("SIGKILL") }
}

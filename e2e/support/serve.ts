import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { startSandboxServer } from "@/tools/cli/sandbox-server"

const Env = z.object({
  E2E_PORT: z.coerce.number().int().min(1).max(65_535),
  E2E_RUNNER_PID: z.coerce.number().int().positive(),
  E2E_DATA_DIR: z.string().min(1).optional().describe("kept afterwards; absent: a new folder that is removed"),
})

/** Serves the production build with its own sandbox until SIGINT, SIGTERM or the end of the test runner. */
async function main(): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve()).once("SIGTERM", () => resolve())
  })
  const { E2E_PORT: port, E2E_RUNNER_PID: runner, E2E_DATA_DIR: kept } = Env.parse(process.env)
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), "signal402-e2e-"))
  try {
    const server = await startSandboxServer({
      command: "start",
      port,
      dataDir,
      fresh: kept === undefined,
      progress: (line) => console.log(line),
      // A fixed seed makes the market reproducible.
      variables: { SANDBOX_SEED: "402" },
    })
    await Promise.race([asked, server.exited, waitForExit(runner)])
    await server.stop()
  } finally {
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Resolves when the process has ended. A killed test runner cannot stop the server, so the server polls. */
async function waitForExit(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(1_000, undefined, { ref: false })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

await main()

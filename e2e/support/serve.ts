import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { startSandboxServer } from "@/lib/cli/sandbox-server"

const Env = z.object({ E2E_PORT: z.coerce.number().int().min(1).max(65_535) })

/** Serves the production build in a sandbox of its own, until asked to end. */
async function main(): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve()).once("SIGTERM", () => resolve())
  })
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-e2e-"))
  try {
    const server = await startSandboxServer({
      command: "start",
      port: Env.parse(process.env).E2E_PORT,
      dataDir,
      fresh: true,
      progress: (line) => console.log(line),
      // A fixed market: what a test sees today it sees tomorrow.
      variables: { SANDBOX_SEED: "402" },
    })
    await Promise.race([asked, server.exited])
    await server.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()

import { Env } from "@/lib/server/config/variables"
import { loadVariables } from "@/lib/server/config/load"
import { openSandbox, type SandboxEnvironment } from "./sandbox-environment"

const Variables = Env.pick({ MODE: true, RPC_URL: true, DATA_DIR: true })

/**
 * The sandbox of this folder for another command: its running chain, or a chain that is started for the command. `null`
 * when the environment names another chain: live mode, or RPC_URL.
 */
export async function attachSandbox(): Promise<SandboxEnvironment | null> {
  const { MODE: mode, RPC_URL: rpcUrl, DATA_DIR: dataDir } = loadVariables(Variables)
  if (mode === "live" || rpcUrl !== undefined) return null
  return openSandbox({ dataDir, origin: "http://localhost:3402", fresh: false })
}

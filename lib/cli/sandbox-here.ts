import { z } from "zod"
import { openSandbox, type SandboxEnvironment } from "./sandbox-environment"

const Env = z.object({
  MODE: z.string().optional(),
  RPC_URL: z.string().optional(),
  DATA_DIR: z.string().min(1).default(".signal402"),
})

/**
 * The sandbox of this folder for a command beside it: its chain, running or started for the moment. `null` where the
 * environment is about another chain: live, or any at RPC_URL.
 */
export async function openSandboxHere(): Promise<SandboxEnvironment | null> {
  const env = Env.safeParse(process.env)
  if (!env.success) throw new Error(z.prettifyError(env.error))
  const { MODE: mode, RPC_URL: rpcUrl = "", DATA_DIR: dataDir } = env.data
  if (mode === "live" || rpcUrl !== "") return null
  return openSandbox({ dataDir, origin: "http://localhost:3402", fresh: false })
}

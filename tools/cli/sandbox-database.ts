import { resolve } from "node:path"
import { startCluster } from "@/tools/sandbox/postgres/cluster"
import { removeCluster } from "@/tools/sandbox/postgres/cluster-folder"
import { serverUser } from "@/tools/sandbox/postgres/server-user"

export type SandboxDatabase = {
  /** Variables that tell the server where its data are. */
  readonly variables: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/**
 * PostgreSQL at a URL, or `embedded`: a server of the sandbox's own, whose data stay beside the data folder. Absent: nothing
 * to start, each process opens a file.
 */
export async function openSandboxDatabase(
  postgres: string | undefined,
  { dataDir, fresh }: { readonly dataDir: string; readonly fresh: boolean },
): Promise<SandboxDatabase> {
  if (postgres === undefined) return { variables: {}, stop: () => Promise.resolve() }
  if (postgres !== "embedded") {
    if (fresh) throw new Error("--fresh forgets no database but the sandbox's own. Name an empty one instead.")
    return { variables: { DATABASE_URL: postgres }, stop: () => Promise.resolve() }
  }
  // Beside the data folder, which is closed to all but its owner: started by root, PostgreSQL is another user.
  const folder = `${resolve(dataDir)}-postgres`
  if (fresh) removeCluster(folder, serverUser())
  const { url, stop } = await startCluster(folder)
  return { variables: { DATABASE_URL: url }, stop }
}

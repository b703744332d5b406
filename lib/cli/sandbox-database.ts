import { rmSync } from "node:fs"
import { join } from "node:path"
import { startCluster } from "@/lib/sandbox/postgres/cluster"

export type SandboxDatabase = {
  /** Variables that tell the server where its data are. */
  readonly variables: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/**
 * PostgreSQL at a URL, or `embedded`: a server of the sandbox's own, whose data stay in the data folder. Absent: nothing
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
  const folder = join(dataDir, "postgres")
  if (fresh) rmSync(folder, { recursive: true, force: true })
  const { url, stop } = await startCluster(folder)
  return { variables: { DATABASE_URL: url }, stop }
}

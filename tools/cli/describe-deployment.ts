import { join } from "node:path"
import type { Config } from "@/lib/server/config/env"

/** Which deployment a command is about, in a line without secrets. */
export function describeDeployment({ mode, chain, dataDir, databaseUrl }: Config): string {
  const place = databaseUrl === null ? join(dataDir, `${mode}.db`) : placeOf(databaseUrl)
  return `${mode} on ${chain.networkName} (${chain.network}), ledger in ${place}`
}

function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL ${host}${pathname}`
}

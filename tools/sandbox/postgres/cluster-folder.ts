import { createHash, randomUUID } from "node:crypto"
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { isOpen } from "./binaries"
import type { ServerUser } from "./server-user"

export const USER = "signal402"

/** The folder of a cluster: its data and the password of its creation. */
export type ClusterFolder = {
  readonly path: string
  readonly password: string
  readonly passwordFile: string
  readonly isNew: boolean
  readonly isTemporary: boolean
  readonly remove: () => void
}

export function openClusterFolder(folder: string | undefined, user: ServerUser): ClusterFolder {
  const home = folder === undefined ? join(tmpdir(), `signal402-postgres-${randomUUID()}`) : placeFor(folder, user)
  const passwordFile = join(home, "password")
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomUUID(), { mode: 0o600 })
  for (const path of [home, passwordFile]) changeOwner(path, user)
  const path = join(home, "cluster")
  return {
    path,
    password: readFileSync(passwordFile, "utf8"),
    passwordFile,
    isNew: !existsSync(join(path, "PG_VERSION")),
    isTemporary: folder === undefined,
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

export function removeCluster(folder: string, user: ServerUser): void {
  rmSync(placeFor(folder, user), { recursive: true, force: true })
}

/** The folder, or a temporary folder when the server's user cannot access it. */
function placeFor(folder: string, { uid }: ServerUser): string {
  const path = resolve(folder)
  if (uid === undefined || isOpen(dirname(path))) return path
  return join(tmpdir(), `signal402-postgres-${createHash("sha256").update(path).digest("hex").slice(0, 16)}`)
}

function changeOwner(path: string, { uid, gid }: ServerUser): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

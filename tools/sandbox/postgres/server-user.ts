import { execFileSync } from "node:child_process"

/** The user that runs the server: `{}` for the user of this process. */
export type ServerUser = { readonly uid?: number; readonly gid?: number }

/** PostgreSQL refuses to run as root, so root lets a user without rights do it. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  return idsOf("postgres") ?? idsOf("nobody") ?? {}
}

function idsOf(name: string): ServerUser | null {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }))
    return { uid: id("-u"), gid: id("-g") }
  } catch {
    return null
  }
}

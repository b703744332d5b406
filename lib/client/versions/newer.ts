import type { ResponseOf } from "@/lib/api/contract"
import type { versionsContract } from "@/lib/api/versions"

type Listed = ResponseOf<typeof versionsContract>["versions"]

/** What the service said it sells, and when it said so. */
export type VersionList = { readonly versions: Listed; readonly atMs: number }

/** The newest version of a product, by its path below `/api`; `null` where versions do not cover it. */
export function versionOf(list: VersionList | null, path: string): Listed[string] | null {
  return list?.versions[path.replace(/^\/api/, "")] ?? null
}

/** Nothing is said about versions on the word of an answer older than this. */
const BELIEVED_FOR_MS = 5 * 60_000

/**
 * Whether a purchase would bring a decision that this browser does not hold yet. Pure.
 *
 * @param held commitment of the version that was bought, or its beginning
 * @returns `null` when that cannot be said for certain
 */
export function isNewer(
  list: VersionList | null,
  { path, held, nowMs }: { readonly path: string; readonly held: string | undefined; readonly nowMs: number },
): boolean | null {
  const newest = versionOf(list, path)
  if (list === null || newest === null || held === undefined || nowMs - list.atMs > BELIEVED_FOR_MS) return null
  return !newest.commitment.startsWith(held)
}

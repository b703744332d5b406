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
  if (newest.commitment.startsWith(held)) return false
  return newest.status === "current" ? true : null
}

/**
 * Since when there is no data to make an answer from, as ISO 8601: then nothing is sold. Pure.
 *
 * @returns `null` when it is on sale, or when nothing is known of it
 */
export function noDataSince(
  list: VersionList | null,
  { path, nowMs }: { readonly path: string; readonly nowMs: number },
): string | null {
  const [question = path] = path.split("?")
  const newest = versionOf(list, question)
  if (list === null || nowMs - list.atMs > BELIEVED_FOR_MS) return null
  return newest?.status === "unavailable" ? newest.data_as_of : null
}

import { ageMs } from "@/lib/client/age"
import type { ResponseOf } from "@/lib/api/contract"
import type { versionsContract } from "@/lib/api/versions"
import type { Receipt } from "@/lib/client/purchase/receipt"

type Listed = ResponseOf<typeof versionsContract>["versions"]

/** What the service said it sells, and when it said so. */
export type VersionList = { readonly versions: Listed; readonly atMs: number }

/**
 * The newest version of a product, by its address; `null` where versions do not cover it. What one path sells for several
 * questions changes together, unless a question is listed by itself.
 */
export function versionOf(list: VersionList | null, address: string): Listed[string] | null {
  const question = address.replace(/^\/api/, "")
  const [path = question] = question.split("?")
  return list?.versions[question] ?? list?.versions[path] ?? null
}

/** Whether what the service said about versions is of now. */
export function isFresh(list: VersionList | null, nowMs: number): list is VersionList {
  return list !== null && ageMs(list.atMs, nowMs) <= FRESH_FOR_MS
}

type OwnedVersion = Pick<Receipt, "commitment" | "version">

/** Nothing is said about versions on the word of an answer older than this. */
const FRESH_FOR_MS = 5 * 60_000

/**
 * Whether a purchase would bring a decision that this browser does not hold yet. Pure.
 *
 * @param owned the version that was bought; its commitment, or the beginning of it
 * @returns `null` when that cannot be said for certain
 */
export function isNewer(
  list: VersionList | null,
  { path, owned, nowMs }: { readonly path: string; readonly owned: OwnedVersion | null; readonly nowMs: number },
): boolean | null {
  const newest = versionOf(list, path)
  if (newest === null || !isFresh(list, nowMs)) return null
  if (owned?.commitment === undefined) return null
  if (newest.commitment.startsWith(owned.commitment)) return false
  // A list from before the purchase knows nothing of what was bought.
  if (owned.version !== undefined && newest.version <= owned.version) return null
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
  const newest = versionOf(list, path)
  if (!isFresh(list, nowMs)) return null
  return newest?.status === "unavailable" ? newest.data_as_of : null
}

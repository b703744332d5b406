import { ageMs } from "@/lib/client/age"
import type { ResponseOf } from "@/lib/api/contract"
import type { versionsContract } from "@/lib/endpoints/versions/contract"
import type { Receipt } from "@/lib/client/purchase/receipt"

type Listed = ResponseOf<typeof versionsContract>["versions"]

/** The version list of the service and when it was read. */
export type VersionList = { readonly versions: Listed; readonly atMs: number }

/**
 * The latest version of a product; `null` where versions do not cover it. All parameters of one path share a version,
 * unless an entry for the full query exists.
 */
export function versionOf(list: VersionList | null, address: string): Listed[string] | null {
  const question = address.replace(/^\/api/, "")
  const [path = question] = question.split("?")
  return list?.versions[question] ?? list?.versions[path] ?? null
}

/** Whether the list is recent enough to be used. */
export function isFresh(list: VersionList | null, nowMs: number): list is VersionList {
  return list !== null && ageMs(list.atMs, nowMs) <= FRESH_FOR_MS
}

type OwnedVersion = Pick<Receipt, "commitment" | "version">

/** An older list is ignored. */
const FRESH_FOR_MS = 5 * 60_000

/**
 * Whether a newer version than the owned one is on sale. Pure.
 *
 * @param owned the bought version; its commitment may be a prefix
 * @returns `null` when unknown
 */
export function isNewer(
  list: VersionList | null,
  { path, owned, nowMs }: { readonly path: string; readonly owned: OwnedVersion | null; readonly nowMs: number },
): boolean | null {
  const newest = versionOf(list, path)
  if (newest === null || !isFresh(list, nowMs)) return null
  if (owned?.commitment === undefined) return null
  if (newest.commitment.startsWith(owned.commitment)) return false
  // The list is older than the purchase.
  if (owned.version !== undefined && newest.version <= owned.version) return null
  return newest.status === "current" ? true : null
}

/**
 * Which parts of an owned answer changed since it was bought: `["direction", "levels"]`. Pure.
 *
 * @returns empty when unknown: the list does not reach back to the owned version, or does not tell parts apart
 */
export function changedParts(
  list: VersionList | null,
  { path, owned }: { readonly path: string; readonly owned: OwnedVersion | null },
): readonly string[] {
  const newest = versionOf(list, path)
  const since = owned?.version
  if (newest?.changes === undefined || since === undefined) return []
  const later = newest.changes.filter(({ version }) => version > since)
  if (later.length !== newest.version - since) return []
  return [...new Set(later.flatMap(({ parts }) => parts))]
}

/**
 * Why an endpoint is not sold, as known when the page was made; `null` when on sale, also where its data has come since. Pure.
 */
export function notSoldWhy(
  notSold: Readonly<Record<string, string>>,
  list: VersionList | null,
  { endpoint, path, nowMs }: { readonly endpoint: string; readonly path: string; readonly nowMs: number },
): string | null {
  const hasDataNow = isFresh(list, nowMs) && versionOf(list, path)?.status === "current"
  return hasDataNow ? null : (notSold[endpoint] ?? null)
}

/**
 * Since when there is no data for an answer, so that nothing is sold (ISO 8601). Pure.
 *
 * @returns `null` when on sale or unknown
 */
export function noDataSince(
  list: VersionList | null,
  { path, nowMs }: { readonly path: string; readonly nowMs: number },
): string | null {
  const newest = versionOf(list, path)
  if (!isFresh(list, nowMs)) return null
  return newest?.status === "unavailable" ? newest.data_as_of : null
}

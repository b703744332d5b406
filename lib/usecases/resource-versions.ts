import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import type { Sha256 } from "@/lib/domain/track-record/chain"

/** The current decision of a paid path. `decision` is JSON without values that change with every tick. */
export type ResourceDecision = {
  readonly path: string
  readonly decision: unknown
  readonly dataAsOfMs: number
  /** Named parts of the decision (`direction`, `levels`), so that a new version can say which of them changed. */
  readonly parts?: Readonly<Record<string, unknown>>
  /**
   * Whether a committed decision stands, although this one differs: values that change all the time have a dead band. The
   * committed decision is then kept beside its commitment. Absent: every difference is a new version.
   */
  readonly isSame?: (committed: unknown) => boolean
}

/** A decision before it is known which path it is of. */
export type Decision = Omit<ResourceDecision, "path">

/**
 * One path's newest version. `nonce` stays private, because a decision could be guessed from its commitment and nonce.
 */
export type ResourceVersion = {
  readonly path: string
  readonly version: number
  readonly commitment: string
  readonly nonce: string
  readonly dataAsOfMs: number
  readonly changedAtMs: number
  /** Whether it can be answered now. */
  readonly isCurrent: boolean
  /** The committed decision of a path with a dead band. Private like the nonce. */
  readonly committed?: unknown
  /** Digests of the parts with the nonce. Private like the nonce. */
  readonly partDigests?: Readonly<Record<string, string>> | undefined
  /** Which parts differed from the version before, newest first. */
  readonly changes?: readonly VersionChange[] | undefined
}

export type VersionChange = { readonly version: number; readonly parts: readonly string[] }

/** Number of versions whose changed parts are kept. For an older version the changed parts are unknown. */
export const MAX_VERSION_CHANGES = 12

/**
 * The versions after these decisions: a path whose decision differs from the committed one gets the next number and a
 * fresh nonce, so that a decision that comes back is not recognised. Paths without a decision keep their version. A
 * path in `sold` without any version gets a first version for "nothing to sell".
 */
export function advanceVersions(
  held: readonly ResourceVersion[],
  decisions: readonly ResourceDecision[],
  now: { readonly nowMs: number; readonly nonce: () => string; readonly sha256: Sha256 },
  sold: readonly string[] = [],
): readonly ResourceVersion[] {
  const byPath = new Map(held.map((version) => [version.path, { ...version, isCurrent: false }]))
  const { nowMs: changedAtMs, sha256 } = now
  const digestsOf = (parts: Readonly<Record<string, unknown>>, nonce: string) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, sha256(canonicalJson(part) + nonce)]))
  for (const { path, decision, dataAsOfMs, parts, isSame } of decisions) {
    const before = byPath.get(path)
    const commit = (nonce: string) => sha256(canonicalJson(decision) + nonce)
    const stands = ({ nonce, commitment, committed }: ResourceVersion) =>
      commit(nonce) === commitment || (committed !== undefined && isSame?.(committed) === true)
    if (before !== undefined && stands(before)) {
      byPath.set(path, { ...before, dataAsOfMs, isCurrent: true })
      continue
    }
    const nonce = now.nonce()
    const version = (before?.version ?? 0) + 1
    byPath.set(path, {
      path,
      version,
      commitment: commit(nonce),
      nonce,
      dataAsOfMs,
      changedAtMs,
      isCurrent: true,
      ...(isSame && { committed: decision }),
      ...(parts && {
        partDigests: digestsOf(parts, nonce),
        changes: changesAfter(before, version, before && digestsOf(parts, before.nonce)),
      }),
    })
  }
  for (const path of sold.filter((one) => !byPath.has(one))) {
    const nonce = now.nonce()
    const commitment = sha256(canonicalJson(null) + nonce)
    byPath.set(path, { path, version: 1, commitment, nonce, dataAsOfMs: changedAtMs, changedAtMs, isCurrent: false })
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The changes after one more version. Without digests of the version before, its parts cannot be compared. */
function changesAfter(
  before: ResourceVersion | undefined,
  version: number,
  digests: Readonly<Record<string, string>> | undefined,
): readonly VersionChange[] {
  if (before?.partDigests === undefined || digests === undefined) return []
  const held = before.partDigests
  const parts = Object.keys(digests).filter((name) => digests[name] !== held[name])
  return [{ version, parts }, ...(before.changes ?? [])].slice(0, MAX_VERSION_CHANGES)
}

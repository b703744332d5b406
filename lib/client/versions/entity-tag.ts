/** A version as far as its tag names it. */
type TaggedVersion = {
  /** Higher for later ones. */
  readonly version: number
  /** The beginning of it. */
  readonly commitment: string
}

/** The version in the `ETag` of an answer, `"17-2c26b46b68ffc68f"`; `null` without one. */
export function versionInTag(etag: string | null): TaggedVersion | null {
  const parts = /^(?:W\/)?"(?<version>\d{1,15})-(?<commitment>[0-9a-f]{16})"$/.exec(etag ?? "")?.groups
  if (!parts) return null
  const { version = "", commitment = "" } = parts
  return { version: Number(version), commitment }
}

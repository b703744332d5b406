/** The version named by an `ETag`. */
type TaggedVersion = {
  /** Later versions have higher numbers. */
  readonly version: number
  /** First 16 digits. */
  readonly commitment: string
}

/**
 * Parses the `ETag` of an answer, `"17-2c26b46b68ffc68f"`, or with a digest of the parameters behind it; `null` without one.
 */
export function versionInTag(etag: string | null): TaggedVersion | null {
  const parts = /^(?:W\/)?"(?<version>\d{1,15})-(?<commitment>[0-9a-f]{16})(?:-[0-9a-f]{16})?"$/.exec(
    etag ?? "",
  )?.groups
  if (!parts) return null
  const { version = "", commitment = "" } = parts
  return { version: Number(version), commitment }
}

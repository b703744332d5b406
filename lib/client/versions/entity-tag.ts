/** The beginning of the commitment in the `ETag` of an answer, `"17-2c26b46b68ffc68f"`; `null` without one. */
export function versionInTag(etag: string | null): string | null {
  return /^(?:W\/)?"\d+-(?<commitment>[0-9a-f]{16})"$/.exec(etag ?? "")?.groups?.["commitment"] ?? null
}

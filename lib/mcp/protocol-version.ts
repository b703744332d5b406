/** Versions that are spoken, the newest first. The oldest had no HTTP of this kind, but clients name it all the same. */
export const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const

/** The last one that had batches, and what a request that names none is taken for. */
const LAST_WITH_BATCHES = "2025-03-26"

export function isSpoken(version: string | null): boolean {
  return version === null || PROTOCOL_VERSIONS.some((known) => known === version)
}

export function hasBatches(version: string | null): boolean {
  return version === null || version <= LAST_WITH_BATCHES
}

import { canonicalJson } from "@/lib/domain/track-record/canonical-json"

export type Check = "holds" | "differs"

type SealedRow = { readonly record: unknown; readonly nonce: string; readonly commitment: string }

/** Recomputes the commitment of a revealed record: SHA-256 of the canonical JSON and the nonce. */
export async function checkRow({ record, nonce, commitment }: SealedRow): Promise<Check> {
  const bytes = new TextEncoder().encode(canonicalJson(record) + nonce)
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex === commitment ? "holds" : "differs"
}

import { readTypedNumber } from "@/lib/client/format/typed-number"
import { parseUsdc } from "@/lib/domain/usdc"

/** In atomic units. */
export const MAX_LIMIT = 1_000_000_000n

/** Dollars as atomic USDC; `null` if the text has no single reading in whole cents. */
export function typedDollars(text: string): bigint | null {
  const typed = readTypedNumber(text, "dollars")
  return typed.kind === "number" && /^\d+(?:\.\d{1,2})?$/.test(typed.value) ? parseUsdc(typed.value) : null
}

export type LimitInput = { readonly kind: "limit"; readonly limit: string } | { readonly kind: "invalid" }

/** Parses dollars in whole cents, up to $1,000. */
export function parseLimit(text: string): LimitInput {
  const limit = typedDollars(text)
  return limit === null || limit > MAX_LIMIT ? { kind: "invalid" } : { kind: "limit", limit: limit.toString() }
}

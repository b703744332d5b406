import { z } from "zod"

/**
 * A decimal number in a URL, within bounds. Empty text, `1e3` and `0x10` are rejected. Up to twenty decimals are accepted,
 * because programs send computed numbers (`String(0.1 + 0.2)`).
 */
export function numberParam({ min, max }: { readonly min: number; readonly max: number }) {
  return z
    .string()
    .regex(/^-?\d{1,15}(?:\.\d{1,20})?$/, "must be a decimal number of at most 20 decimals")
    .transform(Number)
    .pipe(z.number().min(min).max(max))
}

/** A whole number in a URL, within bounds. */
export function integerParam({ min, max }: { readonly min: number; readonly max: number }) {
  return z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
}

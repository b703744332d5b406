import { AppError } from "@/lib/domain/errors"

/**
 * One text per value: keys in code-unit order, no white space, numbers as ECMAScript prints them, −0 as 0.
 *
 * @throws {NotCanonicalError} for NaN, infinities, undefined and anything that JSON does not have.
 * @see RFC 8785, JSON Canonicalization Scheme.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value)
  if (typeof value === "number") return canonicalNumber(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object") throw new NotCanonicalError(typeof value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new NotCanonicalError(String(value))
  return JSON.stringify(value)
}

/** A record that cannot be written down exactly is not sealed at all. */
export class NotCanonicalError extends AppError {
  override readonly name = "NotCanonicalError"
  readonly code = "internal"

  constructor(what: string) {
    super(`"${what}" has no canonical JSON.`)
  }
}

import { machineHeaders } from "./headers"

/**
 * Whether an `If-None-Match` header contains the tag. The comparison is weak, as for every GET.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === "*") return true
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return tags.includes(etag.replace(/^W\//, ""))
}

/** Marks a tag as weak: answers with one version may differ in prices and ages. */
export function weakTag(etag: string): string {
  return etag.startsWith("W/") ? etag : `W/${etag}`
}

/** A 304 without a body. */
export function notModified(etag: string, requestId: string, extra: Readonly<Record<string, string>> = {}): Response {
  const { "Content-Type": _, ...headers } = machineHeaders(requestId)
  return new Response(null, { status: 304, headers: { ...headers, ETag: etag, ...extra } })
}

/** Longer than any valid x402 header. */
const MAX_HEADER_LENGTH = 16_384

/** Base64 of the JSON text, in UTF-8. */
export function encodeHeader(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""))
}

/** The JSON value in a base64 header; `null` for anything else. */
export function decodeHeader(text: string): unknown {
  if (text.length > MAX_HEADER_LENGTH) return null
  try {
    const bytes = Uint8Array.from(atob(text.trim()), (char) => char.codePointAt(0) ?? 0)
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

/**
 * FNV-1a, 32 bits, over code points, and not over bytes as published: not cryptographic.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** The same as eight hexadecimal digits. */
export function fnv1aHex(text: string): string {
  return fnv1a(text).toString(16).padStart(8, "0")
}

import { WORD } from "./words"

/** `S402` in ASCII. The bytes after it, at the end of the call data, are the head of a sealed chain. */
const MARK = "53343032"

/** 36 bytes of call data cost 576 gas, or 1,440 where EIP-7623 sets the price. */
export const ANCHOR_GAS = 1_500n

/**
 * Call data that also carries the head of the sealed chain. Contracts ignore bytes after their arguments.
 *
 * @param head 32 bytes in hex, without `0x`
 */
export function withAnchor(data: `0x${string}`, head: string): `0x${string}` {
  return `${data}${MARK}${head}`
}

/** The head in call data; `null` when it has none. */
export function anchorIn(data: string): string | null {
  const end = data.slice(-(MARK.length + WORD)).toLowerCase()
  return end.length === MARK.length + WORD && end.startsWith(MARK) ? end.slice(MARK.length) : null
}

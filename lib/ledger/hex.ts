/** Text columns that only the ledger writes, always from `0x` strings. */
export function hex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}

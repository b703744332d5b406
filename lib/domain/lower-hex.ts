/** As keys and comparisons want an address, a hash or a signature: `0x` and small digits. */
export function lowerHex(text: string): `0x${string}` {
  return `0x${text.slice(2).toLowerCase()}`
}

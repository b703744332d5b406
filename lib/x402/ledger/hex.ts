/**
 * Reads a text column that only the ledger writes, always from `0x` strings.
 *
 * @throws {RangeError} the text does not begin with `0x`: the row was damaged
 */
export function hex(text: string): `0x${string}` {
  if (!isPrefixed(text)) throw new RangeError("A column of the ledger that must begin with 0x does not.")
  return text
}

function isPrefixed(text: string): text is `0x${string}` {
  return text.startsWith("0x")
}

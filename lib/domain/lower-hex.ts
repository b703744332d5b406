const HEX = /^0x[\da-f]*$/

/**
 * An address, hash or signature in lower case, so that equal values are equal strings.
 *
 * @throws {RangeError} the text is not `0x` and hexadecimal digits
 */
export function lowerHex(text: string): `0x${string}` {
  const lower = text.toLowerCase()
  if (!isHex(lower)) throw new RangeError("The text is not hexadecimal: it must be 0x and digits.")
  return lower
}

function isHex(text: string): text is `0x${string}` {
  return HEX.test(text)
}

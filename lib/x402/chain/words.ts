/**
 * The words of 32 bytes that contracts and EIP-712 read, as hex digits without `0x`. They encode what every payment
 * needs in a tenth of the time of a general encoder (`npm run bench -- encoders`).
 *
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */

/** Digits of a word. */
export const WORD = 64

/** @throws {RangeError} not a whole number, or longer than a word: it would shift all following words. */
export function numberWord(value: bigint | number): string {
  return inWord(BigInt(value).toString(16))
}

/** An address or 32 bytes, in lower case. */
export function hexWord(value: `0x${string}`): string {
  return inWord(value.slice(2).toLowerCase())
}

/** Bytes of any length: the length, then the bytes filled up to whole words. */
export function bytesWords(value: `0x${string}`): string {
  const digits = value.slice(2)
  return numberWord(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / WORD) * WORD, "0")
}

function inWord(digits: string): string {
  if (digits.length > WORD || digits.startsWith("-"))
    throw new RangeError(`"${digits}" does not fit a word of 32 bytes.`)
  return digits.padStart(WORD, "0")
}

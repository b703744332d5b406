import type { SignedTransfer } from "./authorization-digest"
import { hexWord, numberWord, WORD } from "./words"

/**
 * The permits for x402's spender in the call data of a transaction, whatever calls it goes through: those that move as much
 * of the token from the same payer to the same payee, each counted once, and whether this one is among them.
 *
 * `settle` and `settleWithPermit` are both given seven words in a row: token, amount, nonce, deadline, payer, payee,
 * beginning.
 */
export function permitsIn(
  input: `0x${string}`,
  usdc: `0x${string}`,
  transfer: SignedTransfer,
): { readonly all: number; readonly isThere: boolean } {
  const { from, to, value, nonce, validAfterS, validBeforeS } = transfer
  const start = hexWord(usdc) + numberWord(value)
  const parties = hexWord(from) + hexWord(to)
  const data = input.toLowerCase()
  const found = new Set<string>()
  for (let at = data.indexOf(start); at !== -1; at = data.indexOf(start, at + 1)) {
    const permit = data.slice(at, at + 7 * WORD)
    if (permit.slice(4 * WORD, 6 * WORD) === parties) found.add(permit)
  }
  const own = start + hexWord(nonce) + numberWord(validBeforeS) + parties + numberWord(validAfterS)
  return { all: found.size, isThere: found.has(own) }
}

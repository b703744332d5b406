import { pad, toHex } from "viem"
import type { SignedTransfer } from "./authorization-digest"

const WORD = 64

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
  const start = addressWord(usdc) + numberWord(value)
  const parties = addressWord(from) + addressWord(to)
  const data = input.toLowerCase()
  const found = new Set<string>()
  for (let at = data.indexOf(start); at !== -1; at = data.indexOf(start, at + 1)) {
    const permit = data.slice(at, at + 7 * WORD)
    if (permit.slice(4 * WORD, 6 * WORD) === parties) found.add(permit)
  }
  const own = start + nonce.slice(2) + numberWord(BigInt(validBeforeS)) + parties + numberWord(BigInt(validAfterS))
  return { all: found.size, isThere: found.has(own.toLowerCase()) }
}

function addressWord(address: `0x${string}`): string {
  return pad(address).slice(2).toLowerCase()
}

function numberWord(value: bigint): string {
  return toHex(value, { size: 32 }).slice(2)
}

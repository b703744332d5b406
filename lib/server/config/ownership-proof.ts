import { recover } from "tiny-secp256k1"
import { bytesToHex, hashMessage, hexToBytes, isAddressEqual } from "viem"
import { publicKeyToAddress } from "viem/accounts"
import { z } from "zod"

/** A message's signature by the key of an account: r, s and v (27 or 28). */
export const MessageSignature = z.templateLiteral(
  ["0x", z.string().regex(/^[0-9a-f]{128}(?:1b|1c)$/i)],
  "must be the signature of a message: 0x and 130 hexadecimal digits",
)

/** The text that the payee signs: the origin, as indexers of x402 compare it. */
export function ownershipMessage(publicOrigin: string): string {
  return new URL(publicOrigin).origin
}

/**
 * Whether the key of `payTo` signed this origin as a message (EIP-191).
 *
 * @see https://github.com/Merit-Systems/x402scan/blob/main/docs/DISCOVERY.md ("Ownership Proofs")
 */
export function provesOwnership(signature: `0x${string}`, publicOrigin: string, payTo: `0x${string}`): boolean {
  const bytes = hexToBytes(signature)
  const digest = hexToBytes(hashMessage(ownershipMessage(publicOrigin)))
  try {
    const publicKey = recover(digest, bytes.subarray(0, 64), bytes[64] === 27 ? 0 : 1, false)
    return publicKey !== null && isAddressEqual(publicKeyToAddress(bytesToHex(publicKey)), payTo)
  } catch {
    // r or s is outside the order of the curve.
    return false
  }
}

import { hexToBytes } from "viem"
import { ecdsa } from "./ecdsa"
import { keccak256 } from "./keccak"

/** Half the order of secp256k1: a larger `s` is the malleable twin, which the token contract refuses (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The address whose key made a 65-byte ECDSA signature, lower case, or `null` for other bytes.
 *
 * `v` may be 0/1 or 27/28.
 */
export function recoverSigner(digest: `0x${string}`, signature: `0x${string}`): `0x${string}` | null {
  if (signature.length !== 132) return null
  const bytes = hexToBytes(signature)
  const v = bytes[64] ?? 0
  const recoveryId = v === 0 || v === 27 ? 0 : v === 1 || v === 28 ? 1 : null
  if (recoveryId === null) return null
  if (BigInt(`0x${signature.slice(66, 130)}`) > HALF_ORDER) return null
  const publicKey = ecdsa.recover(hexToBytes(digest), bytes.subarray(0, 64), recoveryId)
  return publicKey === null ? null : addressOf(publicKey)
}

function addressOf(publicKey: Uint8Array): `0x${string}` {
  return `0x${keccak256(publicKey.subarray(1)).slice(-40)}`
}

/** Writes `v` as 27/28, which the token contract requires. Other lengths pass unchanged. */
export function normalizeSignature(signature: `0x${string}`): `0x${string}` {
  if (signature.length !== 132) return signature
  const v = signature.slice(130)
  return v === "00" || v === "01" ? `0x${signature.slice(2, 130)}${v === "00" ? "1b" : "1c"}` : signature
}

import { createKeccak } from "hash-wasm"
import { recover, signRecoverable } from "tiny-secp256k1"
import { bytesToHex, hexToBytes } from "viem"
import { privateKeyToAddress } from "viem/accounts"

/* Hashes and signatures of Ethereum, from libraries that take a fraction of the time of viem. */

const hasher = await createKeccak(256)

/**
 * Keccak-256 of bytes or of their hex. WebAssembly takes a tenth of the time of viem's function, which matters because
 * a payment needs a dozen hashes and a batch of fifty has 20 kB.
 */
export function keccak256(data: Uint8Array | `0x${string}`): `0x${string}` {
  return `0x${hasher.init().update(bytesOf(data)).digest()}`
}

/** Keccak-256 of the UTF-8 of a text, as EIP-712 encodes types and strings. */
export function hashOfText(text: string): `0x${string}` {
  return keccak256(Buffer.from(text))
}

function bytesOf(data: Uint8Array | `0x${string}`): Uint8Array {
  return typeof data === "string" ? Buffer.from(data.slice(2), "hex") : data
}

/** ECDSA on secp256k1: two builds of libsecp256k1 that return equal bytes for equal input. */
export type Ecdsa = {
  /** The 65 bytes of the public key, or `null` when these 64 bytes (r, s) are not a signature. */
  recover(digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1): Uint8Array | null
  /** Deterministic (RFC 6979), with a low s. @throws {Error} the key is not valid for secp256k1 */
  sign(digest: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array; readonly recoveryId: number }
}

/** The WebAssembly build runs on every platform of Node. */
export const webAssembly: Ecdsa = {
  recover: (digest, signature, recoveryId) => nullIfRefused(() => recover(digest, signature, recoveryId, false)),
  sign: signRecoverable,
}

const loadAddon = () => import("secp256k1/bindings.js")

/** The native build takes a quarter of the time. `null` where the package has no binary for the platform. */
export async function nativeEcdsa(load = loadAddon): Promise<Ecdsa | null> {
  const addon = await load().catch(() => null)
  if (addon === null) return null
  const { ecdsaRecover, ecdsaSign } = addon.default
  return {
    recover: (digest, signature, recoveryId) => nullIfRefused(() => ecdsaRecover(signature, recoveryId, digest, false)),
    sign(digest, privateKey) {
      const { signature, recid } = ecdsaSign(digest, privateKey)
      return { signature, recoveryId: recid }
    },
  }
}

/** The fastest build for this platform. */
export const ecdsa = (await nativeEcdsa()) ?? webAssembly

/** Both libraries throw when r or s is outside the group. */
function nullIfRefused<T>(recoverKey: () => T): T | null {
  try {
    return recoverKey()
  } catch {
    return null
  }
}

/** Signs 32-byte digests with one key, to the 65 bytes (r, s, v) that `ecrecover` reads. */
export type DigestSigner = { readonly address: `0x${string}`; sign(digest: `0x${string}`): `0x${string}` }

/** Deterministic (RFC 6979): equal digests give equal bytes. @throws {Error} the key is not valid for secp256k1. */
export function digestSigner(privateKey: `0x${string}`): DigestSigner {
  const key = hexToBytes(privateKey)
  return {
    address: privateKeyToAddress(privateKey),
    sign(digest) {
      const { signature, recoveryId } = ecdsa.sign(hexToBytes(digest), key)
      return `${bytesToHex(signature)}${(recoveryId & 1) === 0 ? "1b" : "1c"}`
    },
  }
}

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

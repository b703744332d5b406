import { recover, signRecoverable } from "tiny-secp256k1"

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

import { bytesToHex, hexToBytes } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { ecdsa } from "./ecdsa"

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

import { createPrivateKey, type KeyObject } from "node:crypto"
import { z } from "zod"

const SEED_BYTES = 32

/**
 * The secret of an API key of Coinbase's developer platform: Ed25519 as base64 of seed and public key, or P-256 as PEM,
 * whose line breaks may be written `\n`. A key object never shows its bytes, neither in a log nor in an error.
 *
 * @see https://docs.cdp.coinbase.com/api-reference/v2/authentication
 */
export const ApiKeySecret = z.string().transform((text, context): KeyObject => {
  try {
    return text.includes("-----BEGIN") ? p256(text) : ed25519(text)
  } catch {
    context.addIssue("must be the secret of a CDP API key: base64 of 64 bytes (Ed25519), or the PEM of a P-256 key")
    return z.NEVER
  }
})

function p256(text: string): KeyObject {
  const key = createPrivateKey(text.replaceAll(String.raw`\n`, "\n"))
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("not P-256")
  return key
}

function ed25519(text: string): KeyObject {
  const bytes = Buffer.from(text, "base64")
  if (bytes.length !== 2 * SEED_BYTES) throw new Error("not a seed and a public key")
  const d = bytes.subarray(0, SEED_BYTES).toString("base64url")
  const x = bytes.subarray(SEED_BYTES).toString("base64url")
  return createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d, x }, format: "jwk" })
}

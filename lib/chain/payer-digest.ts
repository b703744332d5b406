import type { UnsignedAuthorization } from "./authorization"
import { authorizationDigest, domainSeparator, type TokenDomain } from "./authorization-digest"

/** The 32 bytes that a payer signs for a transfer. */
export type PayerDigest = (transfer: UnsignedAuthorization) => `0x${string}`

/** Digests of transfers in one token. The domain separator is hashed once. */
export function payerDigest(token: TokenDomain): PayerDigest {
  const separator = domainSeparator(token)
  return (transfer) => authorizationDigest(separator, transfer)
}

import { authorizationDigest, domainSeparator, type SignedTransfer, type TokenDomain } from "./authorization-digest"
import { permit2Digest, permit2Separator } from "./permit2-digest"

/** The 32 bytes that a payer signed, by either method. */
export type PayerDigest = (transfer: SignedTransfer) => `0x${string}`

/** Digests of payments in one token. */
export function payerDigest(token: TokenDomain): PayerDigest {
  const own = domainSeparator(token)
  const permit2 = permit2Separator(token.chainId)
  return (transfer) =>
    transfer.method === "permit2"
      ? permit2Digest(permit2, token.verifyingContract, transfer)
      : authorizationDigest(own, transfer)
}

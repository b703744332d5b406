import { wrapSignature } from "@/lib/chain/authorization"
import type { Authorization, Purchase } from "./payment"

/** All columns of a proof in a payment's row. */
export function proofColumns({ network, asset, authorization }: Purchase) {
  return {
    network,
    asset: asset.toLowerCase(),
    payer: authorization.from,
    nonce: authorization.nonce,
    ...termsColumns(authorization),
  }
}

/** The fields that a payer may have signed differently under the same nonce after the first proof was released. */
export function termsColumns(authorization: Authorization) {
  const { to, value, validAfterS, validBeforeS } = authorization
  return {
    pay_to: to,
    amount: value.toString(),
    signature: wrapSignature(authorization),
    valid_after_s: validAfterS,
    valid_before_s: validBeforeS,
  }
}

import { wrapSignature } from "@/lib/chain/erc6492"
import type { Authorization, Purchase } from "./payment"

/** All of a proof, as a payment's row has it. */
export function proofColumns({ network, asset, authorization }: Purchase) {
  return {
    network,
    asset: asset.toLowerCase(),
    payer: authorization.from,
    nonce: authorization.nonce,
    ...termsColumns(authorization),
  }
}

/** What a payer may have signed otherwise under the same nonce, once the first proof was given back. */
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

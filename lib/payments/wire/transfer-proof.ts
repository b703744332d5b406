import { hashMessage } from "viem"
import type { Usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/ledger/payment"
import type { Offer, PaymentTerms } from "./requirements"

/**
 * A transfer that the payer has sent itself, as our specification words it (section 5.1), with a signature that binds
 * it to one question: a hash alone is public as soon as it is sent, and would be anybody's.
 */
export type TransferProof = {
  readonly network: string
  /** Transaction hash. */
  readonly transaction: `0x${string}`
  readonly payer: `0x${string}`
  /** When the proof was signed, UTC epoch seconds. */
  readonly issuedAtS: number
  readonly signature: `0x${string}`
}

/**
 * The text that the payer signs (EIP-191, `personal_sign`), so that any wallet and `cast wallet sign` can, and the
 * payer can read it.
 */
export function transferProofText(
  terms: PaymentTerms,
  offer: Offer,
  { transaction, issuedAtS }: Pick<TransferProof, "transaction" | "issuedAtS">,
): string {
  return [
    "Signal402 transfer proof",
    `request: GET ${terms.origin}${offer.url}`,
    `network: ${terms.network}`,
    `transaction: ${transaction}`,
    `issued at: ${issuedAtS}`,
  ].join("\n")
}

/** The 32 bytes under the signature. */
export function transferProofDigest(...parts: Parameters<typeof transferProofText>): `0x${string}` {
  return hashMessage(transferProofText(...parts))
}

/** What a 402 says about this way to pay. */
export function transferProofTerms(terms: PaymentTerms, offer: Offer) {
  return {
    description:
      "Without a client for x402: send the amount in USDC to the recipient yourself, then repeat this GET with " +
      'X-PAYMENT: {"scheme":"transfer","network","payload":{"transaction","payer","issuedAt","signature"}}, where ' +
      "signature is the payer's personal_sign of the text below, filled in.",
    maxAgeSeconds: TRANSFER_MAX_AGE_S,
    text: transferProofText(terms, offer, { transaction: "0x…", issuedAtS: 0 })
      .replace("0x…", "{transaction hash}")
      .replace(/0$/, "{unix seconds}"),
  }
}

/** A transfer is good for this long after its block, a proof after its signature. */
export const TRANSFER_MAX_AGE_S = 900

/**
 * A transfer in the columns of an authorization: its hash is the nonce that it spends, so that one unique id in the
 * ledger covers both.
 */
export function asAuthorization(
  { payer, transaction, issuedAtS, signature }: TransferProof,
  value: Usdc,
  payTo: `0x${string}`,
): Authorization {
  return {
    from: payer,
    to: payTo,
    value,
    validAfterS: 0,
    validBeforeS: issuedAtS + TRANSFER_MAX_AGE_S,
    nonce: transaction,
    signature,
  }
}

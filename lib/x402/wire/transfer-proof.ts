import { concatHex, hashMessage, numberToHex } from "viem"
import { keccak256 } from "@/lib/x402/chain/crypto"
import type { Usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/x402/ledger/payment"
import type { Offer, PaymentTerms } from "./requirements"

/**
 * A transfer that the payer has sent itself (section 5.1 of our specification), with a signature that binds it to one
 * request. A transaction hash alone is public, so anybody could present it.
 */
export type TransferProof = {
  readonly network: string
  /** Transaction hash. */
  readonly transaction: `0x${string}`
  /** Place from 0 among the transaction's plain transfers from payer to payee; only where there are several. */
  readonly index?: number
  readonly payer: `0x${string}`
  /** When the proof was signed, UTC epoch seconds. */
  readonly issuedAtS: number
  /** Without an ERC-6492 wrapper: a wallet that has sent a transfer is deployed. */
  readonly signature: `0x${string}`
}

/** The text that the payer signs (EIP-191, `personal_sign`): readable, and any wallet or `cast wallet sign` can sign it. */
export function transferProofText(
  terms: PaymentTerms,
  offer: Offer,
  { transaction, index, issuedAtS }: Pick<TransferProof, "transaction" | "index" | "issuedAtS">,
): string {
  return [
    "Signal402 transfer proof",
    `request: GET ${terms.origin}${offer.url}`,
    `network: ${terms.network}`,
    `transaction: ${transaction}`,
    ...(index === undefined ? [] : [`transfer: ${index}`]),
    `issued at: ${issuedAtS}`,
  ].join("\n")
}

/** The 32 bytes that are signed. */
export function transferProofDigest(...parts: Parameters<typeof transferProofText>): `0x${string}` {
  return hashMessage(transferProofText(...parts))
}

/** The part of a 402 that describes payment by transfer. */
export function transferProofTerms(terms: PaymentTerms, offer: Offer) {
  return {
    description:
      "Without a client for x402: send the amount in USDC to the recipient yourself, then repeat this GET with " +
      'X-PAYMENT: {"scheme":"transfer","network","payload":{"transaction","payer","issuedAt","signature"}}, where ' +
      "signature is the payer's personal_sign of the text below, filled in. A transaction with several transfers to the " +
      'recipient buys one answer with each: add "index" to the payload, from 0 in their order, and the line "transfer: " ' +
      "with it below that of the transaction.",
    maxAgeSeconds: MAX_TRANSFER_AGE_S,
    text: transferProofText(terms, offer, { transaction: "0x…", issuedAtS: 0 })
      .replace("0x…", "{transaction hash}")
      .replace(/0$/, "{unix seconds}"),
  }
}

/** The maximum age of a transfer after its block, and of a proof after its signature. */
export const MAX_TRANSFER_AGE_S = 900

/**
 * A transfer in the fields of an authorization, so that one unique id in the ledger covers both. The nonce is the hash of
 * the transaction; of several transfers in one, the hash of it and the index.
 */
export function asAuthorization(
  { payer, transaction, index, issuedAtS, signature }: TransferProof,
  value: Usdc,
  payTo: `0x${string}`,
): Authorization {
  return {
    from: payer,
    to: payTo,
    value,
    validAfterS: 0,
    validBeforeS: issuedAtS + MAX_TRANSFER_AGE_S,
    nonce: index === undefined ? transaction : keccak256(concatHex([transaction, numberToHex(index, { size: 32 })])),
    signature,
    deployment: null,
  }
}

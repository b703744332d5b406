import { recoverSigner } from "@/lib/chain/recover-signer"
import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import { ChainUnavailableError } from "@/lib/payments/errors"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/payments/wire/requirements"
import { TRANSFER_MAX_AGE_S, transferProofDigest, type TransferProof } from "@/lib/payments/wire/transfer-proof"
import type { Verdict } from "./verdict"

type Ports = {
  readonly chain: Pick<UsdcChain, "plainTransfer" | "isValidSignature">
  readonly terms: PaymentTerms
  readonly nowMs: number
  /** Blocks that a transfer must be deep, its own included. */
  readonly confirmations: number
  /** It was presented in time before and could not be served then: its age no longer counts. */
  readonly isKnown: boolean
}

/** A hash that no node has seen this long after the proof was signed is not going to be seen. */
const UNSEEN_AFTER_S = 120
/** Clocks differ. */
export const AHEAD_S = 60

/**
 * Whether the payer itself moved at least the price to the payee, in plain USDC, lately, and means this question.
 *
 * The signature comes first, so a stranger's proof costs one read at most. What is not mined or not deep enough yet is
 * `pending` and consumes nothing (x402, scheme_exact.md, "client-submitted").
 */
export async function verifyTransfer(proof: TransferProof, offer: Offer, ports: Ports): Promise<Verdict> {
  try {
    return await verify(proof, offer, ports)
  } catch (cause) {
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }
}

async function verify(proof: TransferProof, offer: Offer, ports: Ports): Promise<Verdict> {
  const { chain, terms, nowMs, confirmations, isKnown } = ports
  const { transaction, payer, issuedAtS, signature } = proof
  const nowS = Math.floor(nowMs / 1000)
  const isOld = (timeS: number) => !isKnown && timeS < nowS - TRANSFER_MAX_AGE_S
  if (isOld(issuedAtS) || issuedAtS > nowS + AHEAD_S) return refused("transfer_too_old")
  const digest = transferProofDigest(terms, offer, proof)
  // A wallet that has sent something is there, though its software may wrap what it signs.
  const own = unwrapSignature(signature).signature
  const signed = recoverSigner(digest, own) === payer || (await chain.isValidSignature(payer, digest, own))
  if (!signed) return refused("invalid_transfer_signature")

  const found = await chain.plainTransfer(transaction, { from: payer, to: terms.payTo })
  if (found === null) {
    return nowS - issuedAtS > UNSEEN_AFTER_S ? refused("transfer_not_found") : { kind: "pending", transaction }
  }
  if (found.value < offer.contract.price) return refused("transfer_mismatch")
  if (found.confirmations < confirmations) return { kind: "pending", transaction }
  if (isOld(found.timestampS)) return refused("transfer_too_old")
  return { kind: "arrived", transfer: { transaction, blockNumber: found.blockNumber } }
}

function refused(reason: PaymentReason): Verdict {
  return { kind: "refused", reason }
}

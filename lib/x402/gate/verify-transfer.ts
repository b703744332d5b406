import { recoverSigner } from "@/lib/x402/chain/crypto"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { ChainUnavailableError } from "@/lib/x402/errors"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/x402/wire/requirements"
import { MAX_TRANSFER_AGE_S, type TransferProof, transferProofDigest } from "@/lib/x402/wire/transfer-proof"
import type { Sleep } from "@/lib/domain/clock"
import type { VerificationResult } from "./payment-attempt"

type Ports = {
  readonly chain: Pick<UsdcChain, "plainTransfer" | "isValidSignature">
  readonly terms: PaymentTerms
  readonly nowMs: number
  /** Blocks that a transfer must be deep, its own included. */
  readonly confirmations: number
  /** The proof was presented in time before and could not be served then, so its age does not count. */
  readonly isKnown: boolean
}

/** When no node knows the transaction so long after the proof was signed, the transaction does not exist. */
const MAX_PROPAGATION_S = 120
export const MAX_CLOCK_SKEW_S = 60

/**
 * Verifies that the payer moved at least the price to the payee in one plain transfer of USDC, recently, and signed for
 * this request.
 *
 * The signature is checked first, so an invalid proof costs one read at most. A transfer that is not mined or not deep
 * enough yet is `pending` and consumes nothing (x402, scheme_exact.md, "client-submitted").
 */
export async function verifyTransfer(proof: TransferProof, offer: Offer, ports: Ports): Promise<VerificationResult> {
  try {
    return await verify(proof, offer, ports)
  } catch (cause) {
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }
}

async function verify(proof: TransferProof, offer: Offer, ports: Ports): Promise<VerificationResult> {
  const { chain, terms, nowMs, confirmations, isKnown } = ports
  const { transaction, index, payer, issuedAtS, signature } = proof
  const nowS = Math.floor(nowMs / 1000)
  const isOld = (timeS: number) => !isKnown && timeS < nowS - MAX_TRANSFER_AGE_S
  if (isOld(issuedAtS) || issuedAtS > nowS + MAX_CLOCK_SKEW_S) return refused("transfer_too_old")
  const digest = transferProofDigest(terms, offer, proof)
  const signed = recoverSigner(digest, signature) === payer || (await chain.isValidSignature(payer, digest, signature))
  if (!signed) return refused("invalid_transfer_signature")

  const found = await chain.plainTransfer(transaction, { from: payer, to: terms.payTo })
  if (found === null) {
    return nowS - issuedAtS > MAX_PROPAGATION_S ? refused("transfer_not_found") : { kind: "pending", transaction }
  }
  const { values } = found
  if (index === undefined && values.length > 1) return refused("transfer_index_required")
  // A single transfer has one proof only, without an index, so that it cannot be spent under two ids.
  const value = index === undefined ? values[0] : values.length > 1 ? values[index] : undefined
  if (value === undefined || value < offer.contract.price) return refused("transfer_mismatch")
  if (found.confirmations < confirmations) return { kind: "pending", transaction }
  if (isOld(found.timestampS)) return refused("transfer_too_old")
  return { kind: "alreadyPaid", transfer: { transaction, blockNumber: found.blockNumber } }
}

function refused(reason: PaymentReason): VerificationResult {
  return { kind: "refused", reason }
}

/** Repeats the verification of a transfer proof while the chain does not show the transfer deep enough yet. */
type AwaitTransfer = (verify: () => Promise<VerificationResult>) => Promise<VerificationResult>

/**
 * Pauses between reads, 3 s together: more than a block of Base. The node that the payer reads can be ahead of the node of this
 * service, and a node accepts a transaction before it has the receipt.
 */
const PAUSES_MS = [50, 150, 300, 500, 1_000, 1_000]
/** Requests that wait at a time. A proof of an invented transaction costs nothing, so the others get `pending` at once. */
const MAX_WAITING = 50

export function createAwaitTransfer({ sleep }: { readonly sleep: Sleep }): AwaitTransfer {
  let waiting = 0
  return async (verify) => {
    let result = await verify()
    if (result.kind !== "pending" || waiting >= MAX_WAITING) return result
    waiting += 1
    try {
      for (const pauseMs of PAUSES_MS) {
        await sleep(pauseMs)
        result = await verify()
        if (result.kind !== "pending") break
      }
      return result
    } finally {
      waiting -= 1
    }
  }
}

import type { PayerDigest } from "@/lib/chain/authorization"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Authorization } from "@/lib/ledger/payment"
import { ChainUnavailableError } from "@/lib/payments/errors"
import { preflightFailureReason, searchSinceS } from "@/lib/payments/settlement/on-chain-outcome"
import { isSignedByKey } from "./check-terms"
import type { VerificationResult } from "./payment-attempt"

type Ports = {
  readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "isValidSignature">
  readonly payerDigest: PayerDigest
  /** Until when an earlier claim of the proof lasted; `null` when it is presented for the first time. */
  readonly takenMs: number | null
  readonly nowMs: number
}

/** Checks the payer's key, then the chain: one round trip, unless the authorization was used before. */
export async function verifyAuthorization(
  authorization: Authorization,
  { chain, payerDigest, takenMs, nowMs }: Ports,
): Promise<VerificationResult> {
  const signedByKey = isSignedByKey(authorization, payerDigest)
  let state: Awaited<ReturnType<typeof chain.preflight>>
  try {
    // The simulation runs the wallet's own code, so it must not share a call with others.
    state = await chain.preflight(authorization, !signedByKey)
  } catch (cause) {
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }
  // An unknown factory is never called, because the call would cost our gas. A used authorization needs no call.
  if (!state.used && state.deployment === "refused") return { kind: "refused", reason: "eip6492_factory_not_allowed" }
  const reason = preflightFailureReason(authorization, state)
  if (reason === null) {
    // Some wallets wrap their signatures (ERC-6492) after they are deployed, too.
    const deployment = state.deployment === "unneeded" ? null : authorization.deployment
    return { kind: "payable", balance: state.balance, askedMs: nowMs, deployment }
  }
  // Another sender's transaction may have moved the money. Then the payer gets its answer. A search that fails leaves
  // the outcome unknown, so the payment is not refused.
  if (state.used && (signedByKey || (await isSignedByWallet(authorization, { chain, payerDigest })))) {
    const sinceS = searchSinceS(takenMs ?? nowMs)
    const { transfer, isCertain } = await chain.findTransfer(authorization, sinceS)
    if (transfer) return { kind: "alreadyPaid", transfer }
    const isRecent = takenMs !== null || authorization.validAfterS >= sinceS
    if (!isCertain && isRecent) throw new Error("The node does not show the transaction that used an authorization.")
  }
  // When neither the payer's key nor its contract confirms the signature, the signature is the likeliest reason.
  const isUnsigned = reason === "invalid_exact_evm_transaction_simulation_failed" && !signedByKey
  return { kind: "refused", reason: isUnsigned ? "invalid_exact_evm_signature" : reason }
}

/** Asks a smart wallet (ERC-1271). The token does it itself, but not for a used nonce or without enough balance. */
export function isSignedByWallet(
  authorization: Authorization,
  { chain, payerDigest }: Pick<Ports, "payerDigest"> & { readonly chain: Pick<UsdcChain, "isValidSignature"> },
): Promise<boolean> {
  return chain.isValidSignature(authorization.from, payerDigest(authorization), authorization.signature)
}

/**
 * Whether only the payer's key decides. An account with delegated code (EIP-7702) is treated as a smart wallet by the token,
 * even if its key signed.
 */
export async function isSignedByKeyOnly(
  authorization: Authorization,
  { chain, payerDigest }: Pick<Ports, "payerDigest"> & { readonly chain: Pick<UsdcChain, "hasCode"> },
): Promise<boolean> {
  if (!isSignedByKey(authorization, payerDigest)) return false
  return !(await chain.hasCode(authorization.from).catch(() => false))
}

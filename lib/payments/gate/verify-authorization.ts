import type { PayerDigest } from "@/lib/chain/payer-digest"
import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Authorization } from "@/lib/ledger/payment"
import { ChainUnavailableError } from "@/lib/payments/errors"
import { diagnose } from "@/lib/payments/settlement/diagnose"
import { searchSinceS } from "@/lib/payments/settlement/search-since"
import { isSignedByKey } from "./check"
import type { Verdict } from "./verdict"

type Ports = {
  readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "isValidSignature">
  readonly payerDigest: PayerDigest
  /** When the proof was taken, unspent; `null`: it is presented for the first time. */
  readonly takenMs: number | null
  readonly nowMs: number
}

/** Asks the payer's key, then the chain: one round trip, unless the authorization was used before. */
export async function verifyAuthorization(
  authorization: Authorization,
  { chain, payerDigest, takenMs, nowMs }: Ports,
): Promise<Verdict> {
  const signedByKey = isSignedByKey(authorization, payerDigest)
  let state: Awaited<ReturnType<typeof chain.preflight>>
  try {
    // A wallet's own code runs when it is tried out.
    state = await chain.preflight(authorization, !signedByKey)
  } catch (cause) {
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }
  // Whoever asks for a call that is not known gets none: it would be made at our cost. What is spent needs none.
  if (!state.used && state.deployment === "refused") return { kind: "refused", reason: "eip6492_factory_not_allowed" }
  const reason = diagnose(authorization, state)
  if (reason === null) {
    // Nor is a wallet deployed that is there already, whose software wraps its signatures all the same.
    const isThere = state.deployment === "unneeded"
    const own = isThere ? unwrapSignature(authorization.signature).signature : authorization.signature
    return { kind: "owed", balance: state.balance, askedMs: nowMs, signature: own }
  }
  // A proof whose money has already arrived in somebody else's transaction is paid: the payer gets what it bought.
  // A search that fails makes the outcome unknown, so it is no refusal.
  if (state.used && (signedByKey || (await isSignedByWallet(authorization, { chain, payerDigest })))) {
    const sinceS = searchSinceS(takenMs ?? nowMs)
    const { transfer, isCertain } = await chain.findTransfer(authorization, sinceS)
    if (transfer) return { kind: "arrived", transfer }
    const isRecent = takenMs !== null || authorization.validAfterS >= sinceS
    if (!isCertain && isRecent) throw new Error("The node does not show what spent a proof.")
  }
  // When no key of the payer signed and the contract refuses too, the signature is the likeliest culprit.
  const isUnsigned = reason === "invalid_exact_evm_transaction_simulation_failed" && !signedByKey
  return { kind: "refused", reason: isUnsigned ? "invalid_exact_evm_signature" : reason }
}

/** The token asks a smart wallet by itself (ERC-1271), but not about a nonce that is used, nor about money that is gone. */
export function isSignedByWallet(
  authorization: Authorization,
  { chain, payerDigest }: Pick<Ports, "payerDigest"> & { readonly chain: Pick<UsdcChain, "isValidSignature"> },
): Promise<boolean> {
  const own = unwrapSignature(authorization.signature).signature
  return chain.isValidSignature(authorization.from, payerDigest(authorization), own)
}

/**
 * Whether nothing but the payer's key decides. The token asks an account that a key has lent to code (EIP-7702) as it asks a
 * smart wallet, whatever the key has signed.
 */
export async function isByKeyAlone(
  authorization: Authorization,
  { chain, payerDigest }: Pick<Ports, "payerDigest"> & { readonly chain: Pick<UsdcChain, "hasCode"> },
): Promise<boolean> {
  if (!isSignedByKey(authorization, payerDigest)) return false
  return !(await chain.hasCode(authorization.from).catch(() => false))
}

import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Authorization } from "@/lib/ledger/payment"
import { isSignedByKey } from "./check"
import { diagnose } from "./diagnose"
import { ChainUnavailableError } from "./errors"
import type { PaymentReason } from "./reason"
import type { Verdict } from "./verdict"

type Ports = { readonly chain: Pick<UsdcChain, "preflight" | "findTransfer">; readonly domainSeparator: `0x${string}` }

/** Asks the payer's key, then the chain: one round trip, unless the authorization was used before. */
export async function verifyAuthorization(
  authorization: Authorization,
  { chain, domainSeparator }: Ports,
): Promise<Verdict> {
  const signedByKey = isSignedByKey(authorization, domainSeparator)
  let state: Awaited<ReturnType<typeof chain.preflight>>
  try {
    state = await chain.preflight(authorization)
  } catch (cause) {
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }
  // Whoever asks for a call that is not needed, or not known, gets none: it would be made at our cost.
  if (state.deployment === "refused") return { kind: "refused", reason: "eip6492_factory_not_allowed" }
  if (state.deployment === "unneeded") return { kind: "refused", reason: "invalid_exact_evm_signature" }
  const reason = diagnose(authorization, state)
  if (reason === null) return { kind: "owed" }
  // A proof whose money has already arrived in somebody else's transaction is paid: the payer gets what it bought.
  // A search that fails makes the outcome unknown, so it is no refusal.
  const isSpent = reason === "invalid_exact_evm_nonce_already_used" && signedByKey
  const transfer = isSpent ? await chain.findTransfer(authorization) : null
  if (transfer) return { kind: "arrived", transfer }
  return { kind: "refused", reason: signedByKey || state.used ? reason : signatureOr(reason) }
}

/** When no key of the payer signed and the contract refuses too, the signature is the likeliest culprit. */
function signatureOr(reason: PaymentReason): PaymentReason {
  return reason === "invalid_exact_evm_transaction_simulation_failed" ? "invalid_exact_evm_signature" : reason
}

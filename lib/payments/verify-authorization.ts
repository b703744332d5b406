import type { PayerDigest } from "@/lib/chain/payer-digest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Authorization } from "@/lib/ledger/payment"
import { isSignedByKey } from "./check"
import { diagnose } from "./diagnose"
import { ChainUnavailableError } from "./errors"
import { reasonsOf } from "./method-reasons"
import type { Verdict } from "./verdict"

type Ports = { readonly chain: Pick<UsdcChain, "preflight" | "findTransfer">; readonly payerDigest: PayerDigest }

/** Asks the payer's key, then the chain: one round trip, unless the authorization was used before. */
export async function verifyAuthorization(
  authorization: Authorization,
  { chain, payerDigest }: Ports,
): Promise<Verdict> {
  const signedByKey = isSignedByKey(authorization, payerDigest)
  let state: Awaited<ReturnType<typeof chain.preflight>>
  try {
    state = await chain.preflight(authorization)
  } catch (cause) {
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }
  // Whoever asks for a call that is not needed, or not known, gets none: it would be made at our cost.
  if (state.deployment === "refused") return { kind: "refused", reason: "eip6492_factory_not_allowed" }
  const { signature, trial } = reasonsOf[authorization.method]
  if (state.deployment === "unneeded") return { kind: "refused", reason: signature }
  const reason = diagnose(authorization, state)
  if (reason === null) return { kind: "owed" }
  // A proof whose money has already arrived in somebody else's transaction is paid: the payer gets what it bought.
  // A search that fails makes the outcome unknown, so it is no refusal.
  const transfer = state.used && signedByKey ? await chain.findTransfer(authorization) : null
  if (transfer) return { kind: "arrived", transfer }
  // When no key of the payer signed and the contract refuses too, the signature is the likeliest culprit.
  return { kind: "refused", reason: reason === trial && !signedByKey ? signature : reason }
}

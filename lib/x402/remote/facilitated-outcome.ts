import type { Head } from "@/lib/x402/chain/head"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Sleep } from "@/lib/domain/clock"
import type { SettleAnswer } from "@/lib/x402/settlement/facilitator"
import { type OutcomeQuery, resolveOnChainOutcome } from "@/lib/x402/settlement/on-chain-outcome"
import type { Settlement } from "@/lib/x402/settlement/settler"

export type OutcomePorts = {
  readonly chain: Pick<UsdcChain, "receipt" | "isPaidIn" | "findTransfer" | "preflight">
  readonly head: () => Promise<Head>
  readonly sleep: Sleep
}

/**
 * - `settled`, `refused`: confirmed by the chain;
 * - `idle`: the facilitator reports that it did nothing, and the chain shows nothing. This is final, with the outcome `as`,
 *   unless the payment was submitted more than once.
 */
export type Outcome =
  | { readonly kind: "settled"; readonly transaction: `0x${string}`; readonly blockNumber: bigint }
  | Refused
  | { readonly kind: "idle"; readonly as: Refused | Extract<Settlement, { readonly kind: "unsent" }> }

type Refused = Extract<Settlement, { readonly kind: "refused" }>

/** Nodes behind a load balancer differ in their newest block. */
const EXPIRY_MARGIN_S = 60

/**
 * The outcome, by the chain, of an authorization that a facilitator holds; `null` while it can still be used.
 *
 * The facilitator's reply only says which transaction to read, and when waiting is useless. `reply` is `null` when it was
 * lost.
 */
export async function outcomeOf(
  payment: Pick<OutcomeQuery, "authorization" | "claimedUntilMs">,
  reply: SettleAnswer | null,
  { chain, head, sleep }: OutcomePorts,
): Promise<Outcome | null> {
  const { authorization } = payment
  // Read first, so that everything that is read afterwards is newer.
  const { blockNumber: atBlock, timeS: headS } = await head()
  const transaction = reply === null || reply.kind === "unsent" ? null : reply.transaction
  const receipt = transaction === null ? null : await chain.receipt(transaction)
  if (transaction !== null && receipt !== null && chain.isPaidIn(receipt, authorization)) {
    return { kind: "settled", transaction, blockNumber: receipt.blockNumber }
  }
  const { transfer, reason } = await resolveOnChainOutcome({ ...payment, atBlock }, { chain, sleep })
  if (transfer) return { kind: "settled", ...transfer }
  if (reason === "invalid_exact_evm_nonce_already_used") return { kind: "refused", reason }
  if (headS > authorization.validBeforeS + EXPIRY_MARGIN_S) {
    return { kind: "refused", reason: "invalid_exact_evm_payload_authorization_valid_before" }
  }
  if (reply?.kind === "unsent") return { kind: "idle", as: reason === null ? reply : { kind: "refused", reason } }
  const isIdle = reply?.kind === "refused" && (transaction === null || receipt !== null)
  return isIdle ? { kind: "idle", as: { kind: "refused", reason: reason ?? reply.reason } } : null
}

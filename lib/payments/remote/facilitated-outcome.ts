import type { Head } from "@/lib/chain/head"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Sleep } from "@/lib/domain/clock"
import type { SettleAnswer } from "@/lib/payments/settlement/facilitator"
import { type Inquiry, inquire } from "@/lib/payments/settlement/inquire"
import type { Settlement } from "@/lib/payments/settlement/settler"

export type OutcomePorts = {
  readonly chain: Pick<UsdcChain, "receipt" | "isPaidIn" | "findTransfer" | "preflight">
  readonly head: () => Promise<Head>
  readonly sleep: Sleep
}

/**
 * - `settled`, `refused`: the chain stands by it;
 * - `idle`: the facilitator says that it did nothing, and the chain shows nothing. That is the end, `as` which the payer
 *   hears of it, unless the facilitator was asked more than once.
 */
export type Outcome =
  | { readonly kind: "settled"; readonly transaction: `0x${string}`; readonly blockNumber: bigint }
  | Refused
  | { readonly kind: "idle"; readonly as: Refused | Extract<Settlement, { readonly kind: "unsent" }> }

type Refused = Extract<Settlement, { readonly kind: "refused" }>

/** Nodes behind a balancer differ in their newest block. */
const EXPIRY_MARGIN_S = 60

/**
 * What became of an authorization that somebody else holds, by the chain; `null` while it may still be used.
 *
 * The facilitator's word only says where to look, and when there is nothing to wait for. `said` is `null` when it was not
 * heard.
 */
export async function outcomeOf(
  payment: Pick<Inquiry, "authorization" | "claimedUntilMs">,
  said: SettleAnswer | null,
  { chain, head, sleep }: OutcomePorts,
): Promise<Outcome | null> {
  const { authorization } = payment
  // First, so that what is looked at afterwards is newer.
  const { blockNumber: atBlock, timeS: headS } = await head()
  const claimed = said === null || said.kind === "unsent" ? null : said.transaction
  const receipt = claimed === null ? null : await chain.receipt(claimed)
  if (claimed !== null && receipt !== null && chain.isPaidIn(receipt, authorization)) {
    return { kind: "settled", transaction: claimed, blockNumber: receipt.blockNumber }
  }
  const { transfer, reason } = await inquire({ ...payment, atBlock }, { chain, sleep })
  if (transfer) return { kind: "settled", ...transfer }
  if (reason === "invalid_exact_evm_nonce_already_used") return { kind: "refused", reason }
  if (headS > authorization.validBeforeS + EXPIRY_MARGIN_S) {
    return { kind: "refused", reason: "invalid_exact_evm_payload_authorization_valid_before" }
  }
  if (said?.kind === "unsent") return { kind: "idle", as: reason === null ? said : { kind: "refused", reason } }
  const isIdle = said?.kind === "refused" && (claimed === null || receipt !== null)
  return isIdle ? { kind: "idle", as: { kind: "refused", reason: reason ?? said.reason } } : null
}

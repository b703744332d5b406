import type { Transfer } from "@/lib/x402/chain/find-transfer"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Sleep } from "@/lib/domain/clock"
import type { Payment } from "@/lib/x402/ledger/payment"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { Preflight } from "@/lib/x402/chain/preflight"
import type { Authorization } from "@/lib/x402/chain/authorization"

/** A node behind a load balancer can show that a nonce is used before it shows the transfer. */
const MAX_ATTEMPTS = 4
const RETRY_DELAY_MS = 250

type OutcomePorts = {
  readonly chain: Pick<UsdcChain, "findTransfer" | "preflight">
  readonly sleep: Sleep
}

export type OutcomeQuery = Pick<Payment, "authorization" | "claimedUntilMs"> & {
  /** Ignore state that is older than this block. */
  readonly atBlock?: bigint | undefined
}

/**
 * The outcome of a proof, read from the chain: the transfer that spent the proof, or why no transfer is possible;
 * neither when the proof is unspent and valid. Rejects while the chain cannot show which transfer spent the proof.
 */
export async function resolveOnChainOutcome(
  { authorization, claimedUntilMs, atBlock = 0n }: OutcomeQuery,
  { chain, sleep }: OutcomePorts,
): Promise<{ readonly transfer: Transfer | null; readonly reason: PaymentReason | null }> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await chain.preflight(authorization)
    if (state.used) {
      // The search ends at the newest block: a payment that we sent stays open until its outcome is known, even when
      // the payer cancelled it late.
      const sinceS = searchSinceS(claimedUntilMs)
      const { transfer, isCertain } = await chain.findTransfer(authorization, sinceS, Number.POSITIVE_INFINITY)
      if (transfer) return { transfer, reason: null }
      if (isCertain) return { transfer: null, reason: preflightFailureReason(authorization, state) }
    } else if (state.blockNumber >= atBlock)
      return { transfer: null, reason: preflightFailureReason(authorization, state) }
    if (attempt === MAX_ATTEMPTS) throw new Error("The node does not show yet what became of a payment.")
    await sleep(RETRY_DELAY_MS)
  }
}

/** Why the chain would refuse a transfer now; `null` when it would not. The most telling reason comes first. */
export function preflightFailureReason(
  { value }: Pick<Authorization, "value">,
  state: Preflight,
): PaymentReason | null {
  if (state.used) return "invalid_exact_evm_nonce_already_used"
  if (state.balance < value) return "invalid_exact_evm_insufficient_balance"
  return state.executes ? null : "invalid_exact_evm_transaction_simulation_failed"
}

/** Longer than the longest validity that we ask for, so that the search covers the whole validity of a proof. */
const LOOK_BACK_S = 10_000

/**
 * Start of the search for the transaction that spent a proof, in seconds. The proof was unspent when it was first
 * accepted, or is presented now.
 */
export function searchSinceS(seenMs: number): number {
  return Math.floor(seenMs / 1_000) - LOOK_BACK_S
}

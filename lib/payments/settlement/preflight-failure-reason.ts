import type { Preflight } from "@/lib/chain/preflight"
import type { Authorization } from "@/lib/chain/authorization"
import type { PaymentReason } from "@/lib/payments/wire/reason"

/** Why the chain would refuse a transfer now; `null` when it would not. The most telling reason comes first. */
export function preflightFailureReason(
  { value }: Pick<Authorization, "value">,
  state: Preflight,
): PaymentReason | null {
  if (state.used) return "invalid_exact_evm_nonce_already_used"
  if (state.balance < value) return "invalid_exact_evm_insufficient_balance"
  return state.executes ? null : "invalid_exact_evm_transaction_simulation_failed"
}

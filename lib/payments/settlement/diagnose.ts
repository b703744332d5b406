import type { Preflight } from "@/lib/chain/preflight"
import type { Proof } from "@/lib/chain/transfer-methods"
import { reasonsOf } from "@/lib/payments/wire/method-reasons"
import type { PaymentReason } from "@/lib/payments/wire/reason"

/** Why the chain would refuse a transfer now; `null` when it would not. The most telling reason comes first. */
export function diagnose({ method, value }: Pick<Proof, "method" | "value">, state: Preflight): PaymentReason | null {
  const { used, balance, trial } = reasonsOf[method]
  if (state.used) return used
  if (state.balance < value) return balance
  if (!state.allowed) return "permit2_allowance_required"
  return state.executes ? null : trial
}

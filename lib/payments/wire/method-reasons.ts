import type { TransferMethod } from "@/lib/chain/authorization-digest"
import type { PaymentReason } from "./reason"

/** The same faults have other names where the payer signed for Permit2 (`@x402/evm`, exact/facilitator/errors.ts). */
export const reasonsOf = {
  eip3009: {
    payee: "invalid_exact_evm_recipient_mismatch",
    amount: "invalid_exact_evm_payload_authorization_value_mismatch",
    early: "invalid_exact_evm_payload_authorization_valid_after",
    late: "invalid_exact_evm_payload_authorization_valid_before",
    signature: "invalid_exact_evm_signature",
    used: "invalid_exact_evm_nonce_already_used",
    balance: "invalid_exact_evm_insufficient_balance",
    trial: "invalid_exact_evm_transaction_simulation_failed",
  },
  permit2: {
    payee: "invalid_permit2_recipient_mismatch",
    amount: "permit2_amount_mismatch",
    early: "permit2_not_yet_valid",
    late: "permit2_deadline_expired",
    signature: "invalid_permit2_signature",
    used: "permit2_invalid_nonce",
    balance: "permit2_insufficient_balance",
    trial: "permit2_simulation_failed",
  },
} as const satisfies Record<TransferMethod, Readonly<Record<string, PaymentReason>>>

/**
 * A proof that was sold in time is past its window sooner or later, and permits may have been turned off since: the ledger
 * is asked before these count.
 */
export function mayHaveBeenSold(reason: string): boolean {
  const isUntimely = Object.values(reasonsOf).some(({ early, late }) => reason === early || reason === late)
  return isUntimely || reason === "unsupported_payload_type"
}

/** Prices and the payee change with the configuration: what was sold before is still owed to whoever has paid for it. */
export function mayHaveBeenGood(reason: string): boolean {
  return Object.values(reasonsOf).some(({ amount, payee }) => reason === amount || reason === payee)
}

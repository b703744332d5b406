import { isPaymentReason, type PaymentReason } from "@/lib/payments/wire/reason"

/** Other codes for our reasons: from the specification, older facilitators and the official package. */
const synonyms: Readonly<Record<string, PaymentReason>> = {
  insufficient_funds: "invalid_exact_evm_insufficient_balance",
  invalid_exact_evm_payload_signature: "invalid_exact_evm_signature",
  invalid_exact_evm_failed_to_parse_signature: "invalid_exact_evm_signature",
  invalid_exact_evm_payload_authorization_value: "invalid_exact_evm_payload_authorization_value_mismatch",
  invalid_exact_evm_authorization_value: "invalid_exact_evm_payload_authorization_value_mismatch",
  invalid_exact_evm_payload_recipient_mismatch: "invalid_exact_evm_recipient_mismatch",
  invalid_network: "invalid_exact_evm_network_mismatch",
  invalid_scheme: "unsupported_scheme",
  invalid_exact_evm_scheme: "unsupported_scheme",
  invalid_exact_evm_transaction_failed: "invalid_transaction_state",
  invalid_exact_evm_transfer_event_mismatch: "invalid_transaction_state",
}

/**
 * A facilitator's reason as a reason of this service; `null` for an unknown reason, which may concern the facilitator
 * and not the payment.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md
 */
export function toPaymentReason(reason: string): PaymentReason | null {
  if (isPaymentReason(reason)) return reason
  return Object.hasOwn(synonyms, reason) ? (synonyms[reason] ?? null) : null
}

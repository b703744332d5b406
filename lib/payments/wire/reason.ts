import { type SignInReason, signInSentences } from "./sign-in-reason"

/**
 * Why a payment was refused, in the vocabulary of x402 where it has a word
 * (https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md, error codes; `@x402/evm`).
 */
export type PaymentReason =
  | "payment_required"
  | "invalid_payload"
  | "two_payments"
  | "invalid_x402_version"
  | "unsupported_scheme"
  | "invalid_exact_evm_network_mismatch"
  | "invalid_exact_evm_recipient_mismatch"
  | "invalid_exact_evm_payload_authorization_value_mismatch"
  | "invalid_exact_evm_asset_mismatch"
  | "invalid_exact_evm_payload_authorization_valid_after"
  | "invalid_exact_evm_payload_authorization_valid_before"
  | "invalid_exact_evm_signature"
  | "eip6492_factory_not_allowed"
  | "invalid_exact_evm_insufficient_balance"
  | "invalid_exact_evm_nonce_already_used"
  | "invalid_exact_evm_transaction_simulation_failed"
  | "unsupported_payload_type"
  | "invalid_transaction_state"
  | "facilitator_refused"
  | "payment_already_used"
  | "invalid_payment_identifier"
  | "payment_identifier_conflict"
  | "payment_identifier_spent"
  | "payment_resource_mismatch"
  | "redelivery_window_closed"
  | "payer_signature_required"
  | "invalid_transfer_signature"
  | "transfer_not_found"
  | "transfer_mismatch"
  | "transfer_too_old"
  | SignInReason

/** Each reason with a full sentence for people. */
export const paymentReasons = {
  payment_required: "This resource is paid for. Sign the requirements and repeat the request.",
  invalid_payload: "The payment header is not a payment.",
  two_payments: "PAYMENT-SIGNATURE and X-PAYMENT hold different payments, and one alone could be charged. Send one.",
  invalid_x402_version: "The payment is of an x402 version that is not spoken here: 1 and 2 are.",
  unsupported_scheme: 'Only the scheme "exact" is accepted.',
  invalid_exact_evm_network_mismatch:
    "The payment is for another network, or has the name that this one has in the other version of x402.",
  invalid_exact_evm_recipient_mismatch: "The payment goes to another payee.",
  invalid_exact_evm_payload_authorization_value_mismatch: "The signed amount is not the price.",
  invalid_exact_evm_asset_mismatch: "The payment is in another token.",
  invalid_exact_evm_payload_authorization_valid_after:
    "The authorization is not valid yet. The clock of this answer's Date counts.",
  invalid_exact_evm_payload_authorization_valid_before:
    "The authorization has expired, is about to, or is valid for longer than a day. The clock of this answer's Date counts.",
  invalid_exact_evm_signature:
    "The payer has not signed these fields under the token's domain: name and version stand in extra, chainId is the " +
    "network's, verifyingContract is the asset.",
  eip6492_factory_not_allowed: "The wallet is not deployed, and its factory is not one that is called here.",
  invalid_exact_evm_insufficient_balance: "The payer holds less USDC than the price.",
  invalid_exact_evm_nonce_already_used: "The authorization was already used or cancelled.",
  invalid_exact_evm_transaction_simulation_failed: "The token contract would refuse the transfer.",
  unsupported_payload_type: "This transfer method is not accepted. Sign an EIP-3009 authorization.",
  invalid_transaction_state: "The transfer was sent and the chain refused it; nothing moved.",
  facilitator_refused: "The facilitator that settles payments here does not take this one; nothing moved.",
  payment_already_used: "This payment bought something else. Sign a new one.",
  invalid_payment_identifier: "A payment identifier is 16 to 128 letters, digits, hyphens and underscores.",
  payment_identifier_conflict: "This payment identifier stands for another request. Choose a new one.",
  payment_identifier_spent:
    "What this payment identifier stands for was bought, and the time to fetch it again is over. Choose a new one.",
  payment_resource_mismatch: "The payment was made for another resource.",
  redelivery_window_closed:
    "The time to fetch again by this payment what it bought is over. Before you pay anew: its wallet may still do so, free, by " +
    "the sign-in of this answer's extensions.",
  payer_signature_required:
    "A hash alone is public, so anybody could show it. Sign the text of transferProof with the key that paid, within 15 " +
    "minutes of the transfer, and send the proof as described there; do not pay again.",
  invalid_transfer_signature:
    "The payer did not sign this transfer for this request: the text of transferProof, to the letter, filled in. Do not pay " +
    "again.",
  transfer_not_found: "No node knows this transaction.",
  transfer_mismatch:
    "The transaction moves less than the price in plain USDC from the payer to the payee, or was reverted. What it did move is " +
    "not spent: for 15 minutes it buys one answer that costs no more.",
  ...signInSentences,
  transfer_too_old:
    "The transfer, or its proof, is older than 15 minutes, or the proof is from the future. A new proof of a younger transfer " +
    "is as good.",
} as const satisfies Record<PaymentReason, string>

/** A full sentence for people; the reason itself is for programs. */
export function explainReason(reason: PaymentReason): string {
  return paymentReasons[reason]
}

/** Whether a text, from a ledger or another process, is one of the reasons that are known here. */
export function isPaymentReason(text: string): text is PaymentReason {
  return Object.hasOwn(paymentReasons, text)
}

/**
 * Whether a payment that was accepted before can have this reason now, because time has passed. The ledger is read before
 * such a payment is refused.
 */
export function mayHaveBeenSold(reason: PaymentReason): boolean {
  return (
    reason === "invalid_exact_evm_payload_authorization_valid_after" ||
    reason === "invalid_exact_evm_payload_authorization_valid_before"
  )
}

/** The same, because the configured price or payee has changed. What was sold before is still owed to its payer. */
export function mayHaveBeenGood(reason: PaymentReason): boolean {
  return (
    reason === "invalid_exact_evm_payload_authorization_value_mismatch" ||
    reason === "invalid_exact_evm_recipient_mismatch"
  )
}

import { type ChannelReason, channelReasons } from "./channel-reason"
import { type SignInReason, signInReasons } from "./sign-in-reason"

/**
 * Why a payment was refused. Codes are those of x402 where it has one
 * (https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md, error codes; `@x402/evm`).
 */
export type PaymentReason =
  | "payment_required"
  | "invalid_payload"
  | "two_payments"
  | "two_protocols"
  | "invalid_challenge"
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
  | "transfer_index_required"
  | "transfer_too_old"
  | SignInReason
  | ChannelReason

/** A full sentence for each reason, for people. */
export const paymentReasons = {
  payment_required: "Payment required. Sign the payment requirements and repeat the request.",
  invalid_payload: "The payment header cannot be read as a payment.",
  two_payments: "PAYMENT-SIGNATURE and X-PAYMENT hold different payments. Send one of them.",
  two_protocols: "Authorization: Payment holds a payment beside another one. Nothing was charged. Send one of them.",
  invalid_challenge:
    "This service did not issue the challenge of the credential, or a part of it was changed. Sign the challenge of this response.",
  invalid_x402_version: "Unsupported x402 version. Use version 1 or 2.",
  unsupported_scheme: "This scheme is not accepted. Use one of those in accepts.",
  invalid_exact_evm_network_mismatch:
    "The payment names another network, or this network by its name in the other version of x402.",
  invalid_exact_evm_recipient_mismatch: "The payment goes to another payee.",
  invalid_exact_evm_payload_authorization_value_mismatch: "The signed amount is not the price.",
  invalid_exact_evm_asset_mismatch: "The payment is in another token.",
  invalid_exact_evm_payload_authorization_valid_after:
    "The authorization is not valid yet. The Date header of this response has the server's time.",
  invalid_exact_evm_payload_authorization_valid_before:
    "The authorization has expired, expires within seconds, or is valid for longer than a day. The Date header of this " +
    "response has the server's time.",
  invalid_exact_evm_signature:
    "The signature does not match these fields and the token's EIP-712 domain: name and version are in extra, chainId is " +
    "the network's, verifyingContract is the asset.",
  eip6492_factory_not_allowed:
    "The wallet is not deployed, and its factory is not on the list of factories that this service calls.",
  invalid_exact_evm_insufficient_balance: "The payer holds less USDC than the price.",
  invalid_exact_evm_nonce_already_used: "The authorization was already used or cancelled.",
  invalid_exact_evm_transaction_simulation_failed: "The token contract would refuse the transfer.",
  unsupported_payload_type: "This transfer method is not accepted. Sign an EIP-3009 authorization.",
  invalid_transaction_state: "The transfer was sent and failed on the chain. No money moved.",
  facilitator_refused: "The facilitator of this service refused the payment. No money moved.",
  payment_already_used: "This payment was used for another resource. Sign a new one.",
  invalid_payment_identifier: "A payment identifier is 16 to 128 letters, digits, hyphens and underscores.",
  payment_identifier_conflict: "This payment identifier belongs to another request. Choose a new one.",
  payment_identifier_spent:
    "This payment identifier has bought its answer, and the redelivery window is closed. Choose a new one.",
  payment_resource_mismatch: "The payment was made for another resource.",
  redelivery_window_closed:
    "The window for redelivery by this payment is closed. Before you pay again: the wallet that paid can still fetch the " +
    "answer free of charge with the sign-in in the extensions of this response.",
  payer_signature_required:
    "A transaction hash alone is public. Sign the text of transferProof with the key that paid, within 15 minutes of the " +
    "transfer, and send the proof as described there. Do not pay again.",
  invalid_transfer_signature:
    "The payer did not sign this transfer for this request. Sign the exact text of transferProof, filled in. Do not pay " +
    "again.",
  transfer_not_found: "No node knows this transaction.",
  transfer_mismatch:
    "The transaction moves less than the price in plain USDC from the payer to the payee, or was reverted. The transfer is " +
    "not used up: for 15 minutes it buys one answer that costs no more than it moved.",
  transfer_index_required:
    "The transaction has several transfers from the payer to the payee, and each buys one answer. Name one by payload.index, " +
    "from 0 in their order, with its line in the signed text. Do not pay again.",
  ...signInReasons,
  ...channelReasons,
  transfer_too_old:
    "The transfer or its proof is older than 15 minutes, or the proof is dated in the future. Sign a new proof if the " +
    "transfer is younger.",
} as const satisfies Record<PaymentReason, string>

/** The sentence for people; the code is for programs. */
export function explainReason(reason: PaymentReason): string {
  return paymentReasons[reason]
}

/** Whether a text from the ledger or another process is a known reason. */
export function isPaymentReason(text: string): text is PaymentReason {
  return Object.hasOwn(paymentReasons, text)
}

/**
 * Whether a payment that was accepted before can have this reason now, because time has passed. The ledger is read before
 * such a payment is refused.
 */
export function isTimeDependent(reason: PaymentReason): boolean {
  return (
    reason === "invalid_exact_evm_payload_authorization_valid_after" ||
    reason === "invalid_exact_evm_payload_authorization_valid_before"
  )
}

/** The same, because the configured price, payee or challenge key has changed. An earlier sale must still be delivered. */
export function isTermsDependent(reason: PaymentReason): boolean {
  return (
    reason === "invalid_exact_evm_payload_authorization_value_mismatch" ||
    reason === "invalid_exact_evm_recipient_mismatch" ||
    reason === "invalid_challenge"
  )
}

import { z } from "zod"
import type { PaidContract } from "@/lib/api/contract"
import { wrapSignature } from "@/lib/x402/chain/authorization"
import type { Authorization } from "@/lib/x402/ledger/payment"
import type { FacilitatedPayment, SettleAnswer, VerifyAnswer } from "@/lib/x402/settlement/facilitator"
import { bazaarExtension } from "@/lib/x402/wire/bazaar"
import { type PaymentTerms, requirementsV2 } from "@/lib/x402/wire/requirements"
import { lowerHex } from "@/lib/domain/lower-hex"
import { isPaymentReason, type PaymentReason } from "@/lib/x402/wire/reason"

/**
 * The body of `/verify` and `/settle`, version 2. A version 1 payment has the same authorization, so it is sent as
 * version 2, too. The resource and its `bazaar` extension let a facilitator with a catalogue list the resource. The query is
 * not sent, because it says what the buyer thinks of and can contain secrets.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md
 */
export function facilitatorRequest(
  terms: PaymentTerms,
  payment: FacilitatedPayment,
  contractOf: (endpoint: string) => PaidContract | undefined,
) {
  const { authorization, endpoint, resource } = payment
  const requirements = requirementsV2(terms, authorization.value)
  const contract = contractOf(endpoint)
  const url = terms.origin + resource.replace(/^GET |\?.*$/g, "")
  return {
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      resource: { url, description: contract?.description ?? "", mimeType: "application/json" },
      accepted: requirements,
      payload: payloadOf(authorization),
      ...(contract && contract.isListed !== false && { extensions: { bazaar: bazaarExtension(contract) } }),
    },
    paymentRequirements: requirements,
  }
}

function payloadOf(authorization: Authorization) {
  const { from, to, value, nonce, validAfterS, validBeforeS } = authorization
  const strings = { value: value.toString(), validAfter: String(validAfterS), validBefore: String(validBeforeS) }
  return { signature: wrapSignature(authorization), authorization: { from, to, nonce, ...strings } }
}

const Hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform(lowerHex)

const Text = z.string().max(500).nullish()

/** @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md (facilitator interface) */
const VerifyResponse = z.object({ isValid: z.boolean(), invalidReason: Text })

const SettleResponse = z.object({ success: z.boolean(), errorReason: Text, transaction: z.string().nullish() })

/** The reason of a fault of the facilitator itself. */
const OWN_FAULT = "unexpected_verify_error"

/** Parses the reply to `/verify`; `null` when it is malformed. */
export function readVerifyAnswer(body: unknown): VerifyAnswer | null {
  const parsed = VerifyResponse.safeParse(body)
  if (!parsed.success) return null
  const { isValid, invalidReason } = parsed.data
  if (isValid) return { kind: "valid" }
  const reason = invalidReason ?? ""
  if (reason === OWN_FAULT) return { kind: "unavailable", cause: new Error(`The facilitator says: ${reason}.`) }
  return { kind: "invalid", reason: toPaymentReason(reason) ?? "facilitator_refused" }
}

/**
 * Parses the reply to `/settle`; `null` when it is malformed, and then the outcome is unknown.
 *
 * A failure without a transaction leaves the outcome unknown too, unless its reason is found before anything is sent.
 * Facilitators also report such a failure when the node's reply to their transaction was lost.
 */
export function readSettleAnswer(body: unknown): SettleAnswer | null {
  const parsed = SettleResponse.safeParse(body)
  if (!parsed.success) return null
  const { success, errorReason, transaction: text } = parsed.data
  const transaction = Hash.safeParse(text).data ?? null
  if (success && transaction !== null) return { kind: "settled", transaction }
  const reasonText = success ? "settled, in no transaction" : (errorReason ?? "no reason")
  const reason = success || reasonText === NOT_KNOWN_YET ? null : (toPaymentReason(reasonText) ?? FAILED)
  if (reason !== null && (reason !== FAILED || transaction !== null)) return { kind: "refused", reason, transaction }
  return { kind: "unknown", cause: new Error(`The facilitator says: ${reasonText}.`), transaction }
}

const NOT_KNOWN_YET = "settlement_pending"

/** The reason of a transaction that failed. */
const FAILED = "invalid_transaction_state"

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
function toPaymentReason(reason: string): PaymentReason | null {
  if (isPaymentReason(reason)) return reason
  return Object.hasOwn(synonyms, reason) ? (synonyms[reason] ?? null) : null
}

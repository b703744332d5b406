import { z } from "zod"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { SettleAnswer, VerifyAnswer } from "@/lib/payments/settlement/facilitator"
import { toPaymentReason } from "./facilitator-reasons"

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

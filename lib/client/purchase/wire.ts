import { z } from "zod"

/**
 * x402 version 2 messages.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/http.md
 */

const Address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])
const Hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)])
const Digits = z.string().regex(/^\d{1,78}$/)

/** One entry of `accepts`. Unknown fields are kept, because the server may compare the echoed terms. */
export const Requirements = z.looseObject({
  scheme: z.literal("exact"),
  network: z.string(),
  amount: Digits,
  asset: Address,
  payTo: Address,
  maxTimeoutSeconds: z.number().int().positive(),
  extra: z.looseObject({ name: z.string(), version: z.string() }),
})
export type Requirements = z.output<typeof Requirements>

const Resource = z.looseObject({ url: z.string() })

export const PaymentRequired = z.object({
  x402Version: z.literal(2),
  error: z.string().optional(),
  resource: Resource,
  accepts: z.array(z.unknown()).min(1),
  extensions: z.unknown().optional(),
})
export type PaymentRequired = z.output<typeof PaymentRequired>

export const AuthorizationWire = z.object({
  from: Address,
  to: Address,
  value: Digits,
  validAfter: Digits,
  validBefore: Digits,
  nonce: Hex,
})
export type AuthorizationWire = z.output<typeof AuthorizationWire>

/** `id` is the last key, so that the stored payment is serialized as it was sent. */
const PaymentIdentifier = z.looseObject({ info: z.looseObject({ required: z.boolean(), id: z.string() }) })
export type PaymentIdentifier = z.output<typeof PaymentIdentifier>

export const PaymentPayload = z.object({
  x402Version: z.literal(2),
  resource: Resource,
  accepted: Requirements,
  payload: z.object({ signature: Hex, authorization: AuthorizationWire }),
  extensions: z.object({ "payment-identifier": PaymentIdentifier }).optional(),
})
export type PaymentPayload = z.output<typeof PaymentPayload>

export const PaymentResponse = z.looseObject({
  success: z.boolean(),
  transaction: z.string().nullish(),
  network: z.string().optional(),
  payer: z.string().nullish(),
  amount: z.string().optional(),
  errorReason: z.string().optional(),
})
export type PaymentResponse = z.output<typeof PaymentResponse>

/** Error fields in the body of a 402. */
export const RefusalBody = z.looseObject({ error: z.string(), message: z.string().optional() })

import { z } from "zod"
import type { PaymentIdentifier } from "./wire"

const Announcement = z.object({
  "payment-identifier": z.looseObject({ info: z.looseObject({ required: z.boolean() }) }),
})

/** The extension part of a payment; empty where the 402 announces no payment identifiers. */
export type PaymentIdentifierExtension = { readonly extensions?: { readonly "payment-identifier": PaymentIdentifier } }

/**
 * Returns the announced extension with this purchase's id. The id is derived from the nonce: random, unique per
 * purchase, and the same on every send.
 *
 * @param announced `extensions` of the 402
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/payment_identifier.md
 */
export function paymentIdentifierFor(announced: unknown, nonce: `0x${string}`): PaymentIdentifierExtension {
  const found = Announcement.safeParse(announced).data?.["payment-identifier"]
  if (!found) return {}
  const { info, ...rest } = found
  return { extensions: { "payment-identifier": { info: { ...info, id: `pay_${nonce.slice(2)}` }, ...rest } } }
}

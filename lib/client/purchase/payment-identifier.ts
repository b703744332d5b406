import { z } from "zod"
import type { PaymentIdentifier } from "./wire"

const Announcement = z.object({
  "payment-identifier": z.looseObject({ info: z.looseObject({ required: z.boolean() }) }),
})

/** What a payment says back to a 402 that announces idempotency keys; nothing where it does not. */
export type Identified = { readonly extensions?: { readonly "payment-identifier": PaymentIdentifier } }

/**
 * The announcement with this purchase's key in it. The key comes from the payment's nonce: random, one for each purchase
 * and the same each time that the stored payment is presented.
 *
 * @param announced `extensions` of the 402
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/payment_identifier.md
 */
export function identify(announced: unknown, nonce: `0x${string}`): Identified {
  const found = Announcement.safeParse(announced).data?.["payment-identifier"]
  if (!found) return {}
  const { info, ...rest } = found
  return { extensions: { "payment-identifier": { info: { ...info, id: `pay_${nonce.slice(2)}` }, ...rest } } }
}

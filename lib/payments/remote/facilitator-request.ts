import { catalogue } from "@/lib/api/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { wrapSignature } from "@/lib/chain/authorization"
import type { Authorization } from "@/lib/ledger/payment"
import type { FacilitatedPayment } from "@/lib/payments/settlement/facilitator"
import { bazaarExtension } from "@/lib/payments/wire/bazaar"
import { type PaymentTerms, requirementsV2 } from "@/lib/payments/wire/requirements"

const listed: readonly Contract[] = catalogue

/**
 * The body of `/verify` and `/settle`, version 2. A version 1 payment has the same authorization, so it is sent as
 * version 2, too. The resource and its `bazaar` extension let a facilitator with a catalogue list the resource.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md
 */
export function facilitatorRequest(terms: PaymentTerms, payment: FacilitatedPayment) {
  const { authorization, endpoint, resource } = payment
  const requirements = requirementsV2(terms, authorization.value)
  const contract = listed.filter(isPaid).find(({ id }) => id === endpoint)
  const url = terms.origin + resource.replace(/^GET /, "")
  return {
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      resource: { url, description: contract?.description ?? "", mimeType: "application/json" },
      accepted: requirements,
      payload: payloadOf(authorization),
      ...(contract && { extensions: { bazaar: bazaarExtension(contract) } }),
    },
    paymentRequirements: requirements,
  }
}

function payloadOf(authorization: Authorization) {
  const { from, to, value, nonce, validAfterS, validBeforeS } = authorization
  const strings = { value: value.toString(), validAfter: String(validAfterS), validBefore: String(validBeforeS) }
  return { signature: wrapSignature(authorization), authorization: { from, to, nonce, ...strings } }
}

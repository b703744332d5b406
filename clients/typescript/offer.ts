import { decodePaymentRequiredHeader } from "@x402/core/http"
import type { PaymentRequired, PaymentRequirements } from "@x402/core/types"
import { z } from "zod"
import { BuyerError } from "./errors.js"
import type { ParsedOptions } from "./options.js"

const Digits = z.string().regex(/^\d{1,78}$/)
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

const Requirements = z.looseObject({
  scheme: z.string(),
  network: z.string(),
  amount: Digits,
  asset: Address,
  payTo: Address,
  maxTimeoutSeconds: z.number().int().positive(),
  extra: z.looseObject({ minDeposit: Digits.optional() }),
})

const Terms = z.looseObject({
  x402Version: z.literal(2),
  resource: z.looseObject({ url: z.string() }),
  accepts: z.array(z.unknown()).min(1),
  extensions: z.looseObject({ "payment-identifier": z.looseObject({ info: z.looseObject({}) }).optional() }).optional(),
})

/** What one answer costs, and the terms to sign. */
export type Offer = { readonly amount: bigint; readonly terms: PaymentRequired }

type OfferOptions = Pick<ParsedOptions, "network" | "asset" | "session" | "maxAmountPerPayment"> & {
  readonly url: URL
  /** The payment identifier of this purchase. */
  readonly id: string
}

/**
 * The terms of a 402, reduced to the one offer that this buyer may sign.
 *
 * @throws {BuyerError} for terms of another resource, network or token, and for a price above the limit
 */
export function readOffer(required: string | null, options: OfferOptions): Offer {
  const terms = parseTerms(required)
  const { network, asset, maxAmountPerPayment: max } = options
  const scheme = options.session === null ? "exact" : "batch-settlement"
  if (!isSameResource(terms.resource.url, options.url)) {
    throw new BuyerError("offer_missing", `resource.url: the 402 is for ${terms.resource.url}.`)
  }
  const offers = terms.accepts.flatMap((entry) => Requirements.safeParse(entry).data ?? [])
  const isExpected = (offer: z.output<typeof Requirements>) =>
    offer.scheme === scheme && offer.network === network && offer.asset.toLowerCase() === asset.toLowerCase()
  const offer = offers.find(isExpected)
  if (offer === undefined) {
    throw new BuyerError("offer_missing", `accepts: no ${scheme} payment in ${asset} on ${network} is offered.`)
  }
  const amount = BigInt(offer.amount)
  if (amount > max) throw new BuyerError("price_above_limit", `The price is ${amount}; maxAmountPerPayment is ${max}.`)
  const identifier = terms.extensions?.["payment-identifier"]
  return {
    amount,
    terms: {
      x402Version: 2,
      resource: terms.resource,
      accepts: [offer as PaymentRequirements],
      // A voucher names its total, so it needs no identifier.
      ...(scheme === "exact" &&
        identifier && {
          extensions: { "payment-identifier": { ...identifier, info: { ...identifier.info, id: options.id } } },
        }),
    },
  }
}

function parseTerms(required: string | null): z.output<typeof Terms> {
  if (required === null) throw new BuyerError("invalid_response", "PAYMENT-REQUIRED: the header is missing.")
  try {
    return Terms.parse(decodePaymentRequiredHeader(required))
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : "not base64 of JSON"
    throw new BuyerError("invalid_response", `PAYMENT-REQUIRED: ${problem}`, { cause })
  }
}

/** Host and scheme may differ behind a proxy; path and query may not. */
function isSameResource(named: string, url: URL): boolean {
  return URL.canParse(named) && pathAndQuery(new URL(named)) === pathAndQuery(new URL(url))
}

function pathAndQuery({ pathname, searchParams }: URL): string {
  searchParams.sort()
  return `${pathname}?${searchParams}`
}

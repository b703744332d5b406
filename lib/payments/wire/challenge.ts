import type { z } from "zod"
import type { ResourceVersion } from "@/lib/api/versions"
import { bazaarExtension } from "./bazaar"
import { paymentIdentifierExtension } from "./payment-identifier"
import { explainReason, type PaymentReason } from "./reason"
import { type Offer, type PaymentTerms, requirementsV1, requirementsV2 } from "./requirements"
import { signInExtension } from "./sign-in-offer"
import type { SignedArtifacts, SignedExtension } from "./signed-artifacts"
import { transferProofTerms } from "./transfer-proof"
import type { WrongFields } from "./wrong-fields"

/** A 402 as bytes. */
export type Challenge = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** The parts that stay of challenges that were asked for last. Parameters make their number unbounded, so old ones go. */
const known = new Map<string, Parts>()
const MOST_KNOWN = 500

/** The challenge of an offer; an unpaid request costs two look-ups and the writing of one sign-in message. */
export function challenge(terms: PaymentTerms, offer: Offer, reason: PaymentReason, moment: Moment): Challenge {
  const known = parts(terms, offer, reason)
  const signIn = signInExtension(terms, offer, moment)
  const signed = moment.artifacts?.offer(terms, offer, moment.nowMs) ?? null
  // Indexers take what says so in the header of a bare question for a resource behind a login, without a price.
  const required = reason === "payment_required" ? bareHeader(known, signed) : header(known, { ...signIn, ...signed })
  const ofNow = {
    preview: moment.preview,
    ...(moment.ignored.length > 0 && { ignored_parameters: moment.ignored }),
    ...(Object.keys(moment.wrong).length > 0 && { invalid_fields: moment.wrong }),
    extensions: signIn,
  }
  return {
    headers: { ...known.headers, "PAYMENT-REQUIRED": required },
    body: `${known.openBody},${JSON.stringify(ofNow).slice(1)}`,
  }
}

/** Nothing in it changes until the offer is signed anew. */
function bareHeader(known: Parts, signed: SignedExtension | null): string {
  if (known.bare?.signed !== signed) known.bare = { signed, text: header(known, { ...signed }) }
  return known.bare.text
}

function header({ required }: Parts, extensions: object): string {
  return encodeHeader({ ...required, extensions: { ...required.extensions, ...extensions } })
}

/** What is not the same in each challenge. */
export type Moment = {
  readonly nowMs: number
  readonly nonce: string
  /** `null`: this service signs nothing. */
  readonly artifacts: SignedArtifacts | null
  /** What would be bought, without what it says; `null`: not known yet. */
  readonly preview: Preview | null
  /** Names of parameters that the request has and the endpoint does not know. */
  readonly ignored: readonly string[]
  /** Fields of the payment that make it none, each with what is wrong about it. */
  readonly wrong: WrongFields
}

/** In the words of `GET /api/versions`. */
export type Preview = z.output<typeof ResourceVersion>

type Parts = ReturnType<typeof build> & {
  /** The header of a bare question with the offer that it carries. */
  bare?: { readonly signed: SignedExtension | null; readonly text: string }
}

function parts(terms: PaymentTerms, offer: Offer, reason: PaymentReason): Parts {
  const key = `${terms.origin} ${terms.asset} ${terms.payTo} ${offer.contract.id} ${offer.url} ${reason}`
  const found = known.get(key)
  if (found !== undefined) return found
  const built: Parts = build(terms, offer, reason)
  const [oldest] = known.keys()
  if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  known.set(key, built)
  return built
}

/**
 * One answer for every client: `PAYMENT-REQUIRED` for x402 version 2, the body for version 1, and `X-PAYMENT` as our
 * own specification words it (section 5.2). Version 1 clients parse each entry of the body strictly, so it carries
 * version 1 vocabulary only.
 */
function build(terms: PaymentTerms, offer: Offer, reason: PaymentReason) {
  const { contract } = offer
  const required = {
    x402Version: 2,
    error: reason,
    resource: {
      url: terms.origin + offer.url,
      description: contract.description,
      mimeType: "application/json",
      serviceName: "Signal402",
      iconUrl: `${terms.origin}/icon.svg`,
      tags: contract.tags.slice(0, 5),
    },
    accepts: [requirementsV2(terms, contract.price)],
    // Indexers read the answer to a bare question; who was refused knows what is sold, and gets a sign-in to read.
    extensions: {
      ...(reason === "payment_required" && { bazaar: bazaarExtension(contract) }),
      ...paymentIdentifierExtension,
    },
  }
  const specified = {
    amount: contract.price.toString(),
    token: terms.asset,
    recipient: terms.payTo,
    network: terms.network,
  }
  const body = {
    x402Version: 1,
    error: reason,
    accepts: [requirementsV1(terms, offer)],
    message: explainReason(reason),
    charged: "no",
    transferProof: transferProofTerms(terms, offer),
    free: { versions: `${terms.origin}/api/versions`, record: `${terms.origin}/api/record` },
  }
  const openBody = JSON.stringify(body).slice(0, -1)
  return { required, headers: { "X-PAYMENT": JSON.stringify(specified) }, openBody }
}

/** Base64 of JSON, as x402 headers are written. */
export function encodeHeader(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64")
}

import type { z } from "zod"
import type { ResourceVersion } from "@/lib/api/resource-version"
import { bazaarExtension } from "./bazaar"
import { paymentIdentifierExtension } from "./payloads"
import { explainReason, type PaymentReason } from "./reason"
import { acceptsOf, type Offer, type PaymentTerms, requirementsV1 } from "./requirements"
import { signInExtension } from "./sign-in"
import type { SignedArtifacts, SignedExtension } from "./signed-artifacts"
import { transferProofTerms } from "./transfer-proof"
import type { InvalidFields } from "./malformed-fields"

/** A 402 as bytes. */
export type Challenge = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** The unchanging parts of recent challenges. Query parameters make their number unbounded, so the oldest are evicted. */
const cache = new Map<string, Parts>()
const MAX_CACHED = 500

/** The 402 of an offer. An unpaid request costs two look-ups and one sign-in message. */
export function challenge(
  terms: PaymentTerms,
  offer: Offer,
  reason: PaymentReason,
  moment: ChallengeContext,
): Challenge {
  const unchanging = parts(terms, offer, reason)
  const signIn = signInExtension(terms, offer, moment)
  const signed = moment.artifacts?.offer(terms, offer, moment.nowMs) ?? null
  // Indexers would list a resource with a sign-in in its first 402 as one behind a login, without a price.
  const required =
    reason === "payment_required"
      ? bareHeader(unchanging, signed)
      : header(withState(unchanging, terms, offer, moment.channelState), { ...signIn, ...signed })
  const changing = {
    preview: moment.preview,
    ...(offer.items && { items: offer.items }),
    ...(moment.ignored.length > 0 && { ignored_parameters: moment.ignored }),
    ...(Object.keys(moment.invalidFields).length > 0 && { invalid_fields: moment.invalidFields }),
    extensions: signIn,
  }
  return {
    headers: {
      ...unchanging.headers,
      "PAYMENT-REQUIRED": required,
      ...(terms.challenges && { "WWW-Authenticate": terms.challenges.issue(terms, offer, moment) }),
    },
    body: `${unchanging.openBody},${JSON.stringify(changing).slice(1)}`,
  }
}

/** Cached until the offer is signed again. */
function bareHeader(unchanging: Parts, signed: SignedExtension | null): string {
  if (unchanging.bare?.signed !== signed) unchanging.bare = { signed, text: header(unchanging, { ...signed }) }
  return unchanging.bare.text
}

/**
 * The channel entry of `accepts` with the state of the payer's channel, so that the client continues from that state.
 */
function withState(
  parts: Pick<Parts, "required">,
  terms: PaymentTerms,
  offer: Offer,
  state?: object,
): Pick<Parts, "required"> {
  if (state === undefined) return parts
  return { required: { ...parts.required, accepts: acceptsOf(terms, offer.contract.price, state) } }
}

function header({ required }: Pick<Parts, "required">, extensions: object): string {
  return encodeHeader({ ...required, extensions: { ...required.extensions, ...extensions } })
}

/** The parts that differ from one challenge to the next. */
export type ChallengeContext = {
  readonly nowMs: number
  readonly nonce: string
  /** `null` when this service signs no offers and receipts. */
  readonly artifacts: SignedArtifacts | null
  /** Facts about the answer that would be bought, without its content; `null` when not known yet. */
  readonly preview: Preview | null
  /** Names of the request's parameters that the endpoint does not know. */
  readonly ignored: readonly string[]
  /** Invalid fields of the payment, each with its error. */
  readonly invalidFields: InvalidFields
  /** The state of the payer's channel; absent when the payment was not by a known channel. */
  readonly channelState?: object
}

/** An entry of `GET /api/versions`. */
export type Preview = z.output<typeof ResourceVersion>

type Parts = ReturnType<typeof build> & {
  /** The header for a request without a payment, with the signed offer in it. */
  bare?: { readonly signed: SignedExtension | null; readonly text: string }
}

function parts(terms: PaymentTerms, offer: Offer, reason: PaymentReason): Parts {
  const key = `${terms.origin} ${terms.asset} ${terms.payTo} ${terms.sessions?.receiverAuthorizer} ${offer.contract.id} ${offer.contract.price} ${offer.url} ${reason}`
  const found = cache.get(key)
  if (found !== undefined) return found
  const built: Parts = build(terms, offer, reason)
  const [oldest] = cache.keys()
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  cache.set(key, built)
  return built
}

/**
 * One response for every client: `PAYMENT-REQUIRED` for x402 version 2, the body for version 1, and `X-PAYMENT` for our own
 * specification (section 5.2). Version 1 clients parse every entry of the body strictly, so the body has version 1 entries
 * only.
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
    accepts: acceptsOf(terms, contract.price),
    // Indexers read the 402 of a request without a payment. A refused payer gets a sign-in instead.
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
    free: {
      versions: `${terms.origin}/api/versions`,
      record: `${terms.origin}/api/record`,
      sample: `${terms.origin}/api/sample?of=${encodeURIComponent(offer.url.replace(/^\/api|\?.*$/g, ""))}`,
    },
  }
  const openBody = JSON.stringify(body).slice(0, -1)
  return { required, headers: { "X-PAYMENT": JSON.stringify(specified) }, openBody }
}

/** Base64 of JSON, as x402 headers are written. */
export function encodeHeader(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64")
}

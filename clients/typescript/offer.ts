import { BuyerError, responseDetails } from "./errors.js"
import { countAt, decodeHeader, type Fields, fieldsAt, isFields, parseJson, textAt } from "./json.js"
import type { ParsedOptions } from "./options.js"
import type { ResourceVersion } from "./answers.js"
import { type Read, type RequestOptions, read, unexpected } from "./request.js"
import type { Requirements, Terms } from "./scheme.js"

/**
 * What an answer costs now. Nothing is signed for it.
 *
 * @example
 * const { amount, preview }: Quote = await buyer.quote("/signal/BTC")
 * console.log(`${amount} atomic units for version ${preview?.version}`)
 */
export type Quote = {
  readonly resource: string
  /** Atomic units of the token. */
  readonly amount: bigint
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly payTo: string
  /** The version that is sold, as `GET /api/versions` has it; null when it is not known. */
  readonly preview: ResourceVersion | null
}

/** A quote, and the terms to sign. */
export type Offer = { readonly quote: Quote; readonly terms: Terms }

type OfferOptions = Pick<ParsedOptions, "network" | "asset"> & {
  readonly scheme: string
  readonly resource: string
  readonly url: URL
}

/**
 * The offer in the 402 of a request without payment, reduced to the one entry that this buyer may sign.
 *
 * @throws {BuyerError} for terms of another resource, network or token
 */
export async function askOffer(options: OfferOptions, request: RequestOptions): Promise<Offer> {
  const answer = await read(options.url, request)
  if (answer.response.status !== 402) throw unexpected(options.url, answer, "402")
  try {
    return readOffer(answer, options)
  } catch (cause) {
    if (cause instanceof BuyerError) throw cause
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new BuyerError("invalid_response", `PAYMENT-REQUIRED: ${problem}.`, {
      ...responseDetails(answer.response),
      cause,
    })
  }
}

function readOffer({ response, text }: Read, { scheme, network, asset, resource, url }: OfferOptions): Offer {
  const terms = decodeHeader(response.headers.get("PAYMENT-REQUIRED") ?? "")
  if (terms["x402Version"] !== 2) throw new TypeError("x402Version: 2 is expected")
  const named = fieldsAt(terms, "resource")
  const namedUrl = textAt(named, "url")
  const body = parseJson(text)
  const { preview, ignored_parameters: ignored } = isFields(body) ? body : {}
  const ignoredParameters = Array.isArray(ignored) ? ignored.map(String) : []
  const missing = (message: string) => new BuyerError("offer_missing", message, responseDetails(response))
  if (!isSameResource(namedUrl, url)) {
    const unknown = ignoredParameters.length === 0 ? "" : ` It does not know ${ignoredParameters.join(", ")}.`
    throw missing(`resource.url: the 402 is for ${namedUrl}.${unknown}`)
  }
  const { accepts, extensions } = terms
  if (!Array.isArray(accepts)) throw new TypeError("accepts: a list is expected")
  const isExpected = (entry: unknown): entry is Fields =>
    isFields(entry) &&
    entry["scheme"] === scheme &&
    entry["network"] === network &&
    String(entry["asset"]).toLowerCase() === asset.toLowerCase()
  const entry: unknown = accepts.find(isExpected)
  if (!isFields(entry)) throw missing(`accepts: no ${scheme} payment in ${asset} on ${network} is offered.`)
  const accepted = parseRequirements(entry)
  const identifier = isFields(extensions) ? extensions["payment-identifier"] : undefined
  if (isFields(identifier)) fieldsAt(identifier, "info")
  const amount = BigInt(accepted.amount)
  return {
    quote: {
      resource,
      amount,
      scheme,
      network,
      asset: accepted.asset,
      payTo: accepted.payTo,
      preview: isFields(preview) ? (preview as ResourceVersion) : null,
    },
    terms: {
      x402Version: 2,
      resource: { ...named, url: namedUrl },
      accepts: [accepted],
      ...(isFields(extensions) && { extensions }),
    },
  }
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** A signature can be used until its time ends, whatever the service says, so a long one is not given. */
const MAX_TIMEOUT_S = 600

/** @throws {TypeError} that names the field */
function parseRequirements(entry: Fields): Requirements {
  const maxTimeoutSeconds = countAt(entry, "maxTimeoutSeconds")
  if (maxTimeoutSeconds > MAX_TIMEOUT_S) {
    throw new TypeError(`maxTimeoutSeconds: at most ${MAX_TIMEOUT_S} is expected, got ${maxTimeoutSeconds}`)
  }
  return {
    ...entry,
    scheme: textAt(entry, "scheme"),
    network: textAt(entry, "network"),
    amount: textAt(entry, "amount", /^\d{1,78}$/),
    asset: textAt(entry, "asset", ADDRESS),
    payTo: textAt(entry, "payTo", ADDRESS),
    maxTimeoutSeconds,
    extra: fieldsAt(entry, "extra"),
  }
}

/** The terms to sign for one purchase: of the extensions, the payment identifier alone. */
export function termsOfPurchase(terms: Terms, id: string): Terms {
  const { extensions, ...rest } = terms
  const identifier = extensions?.["payment-identifier"]
  // A voucher names its total, so it needs no identifier.
  if (rest.accepts[0].scheme !== "exact" || !isFields(identifier)) return rest
  const info = { ...fieldsAt(identifier, "info"), id }
  return { ...rest, extensions: { "payment-identifier": { ...identifier, info } } }
}

/** Host and scheme may differ behind a proxy; path and query may not. */
function isSameResource(named: string, url: URL): boolean {
  return URL.canParse(named) && pathAndQuery(new URL(named)) === pathAndQuery(new URL(url))
}

function pathAndQuery({ pathname, searchParams }: URL): string {
  searchParams.sort()
  return `${pathname}?${searchParams}`
}

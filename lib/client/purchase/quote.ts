import type { PublicConfig } from "@/lib/api/public-config"
import { sameAddress } from "@/lib/client/format/address"
import { decodeHeader } from "./header"
import { clockSkewMs } from "./clock-skew"
import { PaymentRequired, Requirements, SessionRequirements } from "./wire"

/** The terms for one resource, parsed and checked, ready to be signed. */
export type Quote = {
  /** Echoed back in the payment. */
  readonly resource: PaymentRequired["resource"]
  readonly accepted: Requirements
  /** The same price, paid from a session; `null` where the service does not offer it on the expected terms. */
  readonly session: SessionRequirements | null
  /** `extensions` of the 402, not parsed here. */
  readonly extensions?: unknown
  /** The price of each item of a brief in USDC, or `left out`; absent for one answer. */
  readonly items?: Readonly<Record<string, string>>
  /** The raw `PAYMENT-REQUIRED` header, kept for the receipt. */
  readonly requiredHeader: string
  readonly atMs: number
  /** How far this browser's clock is ahead of the service's. */
  readonly aheadMs: number
}

/** A term that differs from what this page expects. Such terms are never signed. */
export type TermsProblem = "network" | "asset" | "payee" | "token" | "resource"

export type QuoteResult<Terms = Quote, Problem = TermsProblem> =
  | { readonly kind: "quote"; readonly quote: Terms }
  | { readonly kind: "terms-mismatch"; readonly problem: Problem }
  | { readonly kind: "unreadable" }

export type ExpectedTerms = Pick<PublicConfig, "network" | "usdc" | "payTo"> & {
  /** Path of the resource with its query: `/api/signal/BTC`. */
  readonly path: string
}

/** Payment headers of the answer to an unpaid request. */
type Challenge = {
  readonly required: string | null
  /** `Date` header. */
  readonly date: string | null
  readonly atMs: number
}

/**
 * Parses the terms of an unpaid request.
 *
 * The amount is not checked here: the user may accept another price, but never another payee.
 */
export function readQuote({ required, date, atMs }: Challenge, expected: ExpectedTerms): QuoteResult {
  const read = PaymentRequired.safeParse(decodeHeader(required ?? ""))
  if (!read.success || required === null) return { kind: "unreadable" }
  const { accepts, resource, extensions } = read.data
  const offers = accepts.flatMap((entry) => Requirements.safeParse(entry).data ?? [])
  const accepted = offers.find((offer) => offer.network === expected.network) ?? offers[0]
  if (!accepted) return { kind: "unreadable" }
  const problem = problemOf(accepted, expected) ?? (isSameResource(resource.url, expected.path) ? null : "resource")
  if (problem) return { kind: "terms-mismatch", problem }
  const aheadMs = clockSkewMs(date, atMs)
  const session = sessionOffer(accepts, accepted, expected)
  return { kind: "quote", quote: { resource, accepted, session, extensions, requiredHeader: required, atMs, aheadMs } }
}

/** The offer of a session, if its terms are the expected ones and its price is that of a single payment. */
function sessionOffer(accepts: readonly unknown[], single: Requirements, expected: ExpectedTerms) {
  const offers = accepts.flatMap((entry) => SessionRequirements.safeParse(entry).data ?? [])
  const isUsable = (offer: SessionRequirements) =>
    problemOf(offer, expected) === null && offer.amount === single.amount && BigInt(offer.extra.receiverAuthorizer) > 0n
  return offers.find(isUsable) ?? null
}

type TermsOffer = Pick<Requirements, "network" | "asset" | "payTo"> & {
  readonly extra: Pick<Requirements["extra"], "name" | "version">
}

function problemOf(accepted: TermsOffer, expected: ExpectedTerms): TermsProblem | null {
  if (accepted.network !== expected.network) return "network"
  if (!sameAddress(accepted.asset, expected.usdc.address)) return "asset"
  if (!sameAddress(accepted.payTo, expected.payTo)) return "payee"
  const { name, version } = accepted.extra
  return name === expected.usdc.name && version === expected.usdc.version ? null : "token"
}

/** Host and scheme may differ behind a proxy; path and query may not. */
function isSameResource(url: string, path: string): boolean {
  const named = pathAndQueryOf(url)
  return named !== null && named === pathAndQueryOf(path)
}

/** Path and query with sorted parameters. */
function pathAndQueryOf(url: string): string | null {
  if (!URL.canParse(url, "http://localhost")) return null
  const { pathname, searchParams } = new URL(url, "http://localhost")
  searchParams.sort()
  return `${pathname}?${searchParams.toString()}`
}

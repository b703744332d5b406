import type { PublicConfig } from "@/lib/api/public-config"
import { sameAddress } from "@/lib/client/format/address"
import { decodeHeader } from "./header"
import { clockSkewMs } from "./clock-skew"
import { PaymentRequired, Requirements } from "./wire"

/** What the server asks for one resource, read and checked, ready to be signed without further questions. */
export type Quote = {
  /** Echoed back in the payment. */
  readonly resource: PaymentRequired["resource"]
  readonly accepted: Requirements
  /** What the 402 announces beyond the payment, unread. */
  readonly extensions?: unknown
  /** The `PAYMENT-REQUIRED` header as it came, for the record of what happened. */
  readonly requiredHeader: string
  readonly atMs: number
  /** How far this browser's clock is ahead of the service's. */
  readonly aheadMs: number
}

/** A term that differs from what this page promised. Nothing is ever signed under such terms. */
export type TermsProblem = "network" | "asset" | "payee" | "token" | "resource"

export type QuoteResult =
  | { readonly kind: "quote"; readonly quote: Quote }
  | { readonly kind: "terms-mismatch"; readonly problem: TermsProblem }
  | { readonly kind: "unreadable" }

export type ExpectedTerms = Pick<PublicConfig, "network" | "usdc" | "payTo"> & {
  /** Path of the resource with its query: `/api/signal/BTC`. */
  readonly path: string
}

/** The answer to an unpaid request, as far as it is about payment. */
type Challenge = {
  readonly required: string | null
  /** `Date` of the answer. */
  readonly date: string | null
  readonly atMs: number
}

/**
 * Reads the challenge of an unpaid request.
 *
 * The amount is not judged here: a changed price is a question for the reader, a changed payee is not.
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
  return { kind: "quote", quote: { resource, accepted, extensions, requiredHeader: required, atMs, aheadMs } }
}

function problemOf(accepted: Requirements, expected: ExpectedTerms): TermsProblem | null {
  if (accepted.network !== expected.network) return "network"
  if (!sameAddress(accepted.asset, expected.usdc.address)) return "asset"
  if (!sameAddress(accepted.payTo, expected.payTo)) return "payee"
  const { name, version } = accepted.extra
  return name === expected.usdc.name && version === expected.usdc.version ? null : "token"
}

/** Host and scheme may differ behind a proxy; the path and what is asked may not. */
function isSameResource(url: string, path: string): boolean {
  const named = questionOf(url)
  return named !== null && named === questionOf(path)
}

/** Path and query, parameters in alphabetical order. */
function questionOf(url: string): string | null {
  if (!URL.canParse(url, "http://localhost")) return null
  const { pathname, searchParams } = new URL(url, "http://localhost")
  searchParams.sort()
  return `${pathname}?${searchParams.toString()}`
}

import { ageMs } from "@/lib/client/age"
import type { QuoteResult } from "@/lib/client/purchase/quote"
import { Announcement, type SignInExtension } from "./wire"

/** A checked sign-in text, complete except for the address. */
export type SignInOffer = {
  /** The extension as received, for the trace. */
  readonly extension: SignInExtension
  readonly chainId: number
  readonly atMs: number
}

/** The field of the text that does not match this page. Such a text is never signed. */
export type OfferProblem = "site" | "resource" | "network"

export type OfferResult = QuoteResult<SignInOffer, OfferProblem>

export type ExpectedSignIn = {
  /** Origin of this page: `https://signal402.example`. */
  readonly origin: string
  /** Path with query. */
  readonly path: string
  readonly chainId: number
}

/**
 * Parses the sign-in offered in the body of a 402. The text is compared with this page before it is signed, because a
 * text for another site could be used there.
 */
export function readOffer(body: unknown, expected: ExpectedSignIn, nowMs: number): OfferResult {
  const extension = Announcement.safeParse(body).data?.extensions["sign-in-with-x"]
  if (!extension) return { kind: "unreadable" }
  const { info, supportedChains } = extension
  if (info.domain !== new URL(expected.origin).host) return { kind: "terms-mismatch", problem: "site" }
  if (!isSameUri(info.uri, expected)) return { kind: "terms-mismatch", problem: "resource" }
  const network = `eip155:${expected.chainId}`
  if (!supportedChains.some(({ chainId, type }) => chainId === network && type === "eip191")) {
    return { kind: "terms-mismatch", problem: "network" }
  }
  return { kind: "quote", quote: { extension, chainId: expected.chainId, atMs: nowMs } }
}

/** Same origin and path; query parameters in any order. */
export function isSameUri(uri: string, { origin, path }: Pick<ExpectedSignIn, "origin" | "path">): boolean {
  if (!URL.canParse(uri)) return false
  return new URL(uri).origin === origin && sorted(uri) === sorted(origin + path)
}

function sorted(address: string): string {
  const url = new URL(address)
  url.searchParams.sort()
  return url.href
}

/** Time reserved for the user to sign in the wallet. */
const LEFT_TO_SIGN_MS = 30_000

/**
 * Whether enough time is left to sign. The lifetime comes from the service's clock and the age from ours, so a skew
 * does not matter.
 */
export function isOfferGood({ extension, atMs }: SignInOffer, nowMs: number): boolean {
  const { issuedAt, expirationTime } = extension.info
  const lifetimeMs = Date.parse(expirationTime) - Date.parse(issuedAt)
  return ageMs(atMs, nowMs) < lifetimeMs - LEFT_TO_SIGN_MS
}

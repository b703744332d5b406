import { ageMs } from "@/lib/client/age"
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

export type OfferResult =
  | { readonly kind: "offer"; readonly offer: SignInOffer }
  | { readonly kind: "mismatch"; readonly problem: OfferProblem }
  | { readonly kind: "none" }

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
  if (!extension) return { kind: "none" }
  const { info, supportedChains } = extension
  if (info.domain !== new URL(expected.origin).host) return { kind: "mismatch", problem: "site" }
  if (!isSameUri(info.uri, expected)) return { kind: "mismatch", problem: "resource" }
  const network = `eip155:${expected.chainId}`
  if (!supportedChains.some(({ chainId, type }) => chainId === network && type === "eip191")) {
    return { kind: "mismatch", problem: "network" }
  }
  return { kind: "offer", offer: { extension, chainId: expected.chainId, atMs: nowMs } }
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

/** A text is replaced after this time, so that it never expires while it is shown. */
const RENEW_AFTER_MS = 120_000

export function isOfferOld({ atMs }: Pick<SignInOffer, "atMs">, nowMs: number): boolean {
  return ageMs(atMs, nowMs) > RENEW_AFTER_MS
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

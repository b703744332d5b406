import { ageMs } from "@/lib/client/age"
import { Announcement, type SignInExtension } from "./wire"

/** A text that may be signed as it stands, but for the address. */
export type SignInOffer = {
  /** The extension as it came, for the record of what happened. */
  readonly extension: SignInExtension
  readonly chainId: number
  readonly atMs: number
}

/** What the text names other than what it must. Nothing is signed then. */
export type OfferProblem = "site" | "resource" | "network"

export type OfferResult =
  | { readonly kind: "offer"; readonly offer: SignInOffer }
  | { readonly kind: "mismatch"; readonly problem: OfferProblem }
  | { readonly kind: "none" }

export type ExpectedSignIn = {
  /** Where this page is, by the address bar: `https://signal402.example`. */
  readonly origin: string
  /** Path of the resource with its query. */
  readonly path: string
  readonly chainId: number
}

/**
 * Reads the sign-in that the body of a 402 offers. A wallet shows whatever text it is given, so it is held against the
 * page first: a text for another site could be used there by whoever wrote it.
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

/** The origin to the letter; parameters in any order, for the service writes them in its own. */
function isSameUri(uri: string, { origin, path }: ExpectedSignIn): boolean {
  if (!URL.canParse(uri)) return false
  return new URL(uri).origin === origin && sorted(uri) === sorted(origin + path)
}

function sorted(address: string): string {
  const url = new URL(address)
  url.searchParams.sort()
  return url.href
}

/** An offer is renewed after this, so that a text is never about to expire when it is shown. */
const RENEW_AFTER_MS = 120_000

export function isOfferOld({ atMs }: Pick<SignInOffer, "atMs">, nowMs: number): boolean {
  return ageMs(atMs, nowMs) > RENEW_AFTER_MS
}

/** People take their time in the wallet; what runs out meanwhile is not worth a signature. */
const LEFT_TO_SIGN_MS = 30_000

/** Whether there is time to sign. The service's own clock gives the length, ours the age: they may differ. */
export function isOfferGood({ extension, atMs }: SignInOffer, nowMs: number): boolean {
  const { issuedAt, expirationTime } = extension.info
  const lifetimeMs = Date.parse(expirationTime) - Date.parse(issuedAt)
  return ageMs(atMs, nowMs) < lifetimeMs - LEFT_TO_SIGN_MS
}

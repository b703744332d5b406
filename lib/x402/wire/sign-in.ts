import { z } from "zod"
import { unwrapSignature } from "@/lib/x402/chain/authorization"
import { readHeader } from "./decode"
import type { Offer, PaymentTerms } from "./requirements"
import type { SignInReason } from "./sign-in-reason"

/** A signed sign-in message (CAIP-122 with the text of EIP-4361), as presented. */
export type SignIn = z.output<typeof SignInPayload>

/** A message is valid for five minutes from its `issuedAt`. */
export const MAX_SIGN_IN_AGE_MS = 300_000
/** The clocks of several processes differ. */
const MAX_CLOCK_SKEW_MS = 2_000

/** A single line: with a line break, one text could be parsed as two different messages. */
const Line = z
  .string()
  .max(2_048)
  .regex(/^[^\n\r]*$/)
const Instant = z.iso.datetime({ offset: true })

export const SignInPayload = z.object({
  domain: Line,
  address: z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)]),
  statement: Line.optional(),
  uri: Line,
  version: z.literal("1"),
  chainId: Line,
  type: z.literal("eip191"),
  nonce: z.string().regex(/^[a-zA-Z0-9]{8,64}$/),
  issuedAt: Instant,
  expirationTime: Instant.optional(),
  notBefore: Instant.optional(),
  requestId: Line.optional(),
  resources: z.array(Line).max(16).optional(),
  signature: z.templateLiteral(["0x", z.string().regex(/^(?:[0-9a-fA-F]{2}){65,4096}$/)]),
})

/** Reads the header `SIGN-IN-WITH-X`; `null` when it is malformed. */
export function decodeSignIn(header: string): SignIn | null {
  const signIn = SignInPayload.safeParse(readHeader(header)).data
  return signIn === undefined ? null : { ...signIn, signature: unwrapSignature(signIn.signature).signature }
}

/**
 * The text that was signed.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function signInText(signIn: Omit<SignIn, "signature" | "type">): string {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt, resources } = signIn
  const { expirationTime, notBefore, requestId } = signIn
  const lines = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    "",
    ...(statement === undefined ? [""] : [statement, ""]),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId.replace(/^eip155:/, "")}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined || resources.length === 0 ? [] : ["Resources:", ...resources.map((uri) => `- ${uri}`)]),
  ]
  return lines.join("\n")
}

/**
 * Checks a message's fields; `null` when they are valid. The domain is compared with our configuration, never with the
 * request, and the URI with this one offer.
 */
export function checkSignIn(
  signIn: SignIn,
  offer: Pick<Offer, "url">,
  terms: PaymentTerms,
  nowMs: number,
): SignInReason | null {
  if (signIn.domain !== new URL(terms.origin).host) return "invalid_siwx_domain_mismatch"
  if (signIn.uri !== terms.origin + offer.url) return "invalid_siwx_uri_mismatch"
  if (signIn.chainId !== terms.network) return "invalid_siwx_unsupported_chain"
  const issuedAtMs = Date.parse(signIn.issuedAt)
  if (issuedAtMs > nowMs + MAX_CLOCK_SKEW_MS) return "invalid_siwx_issued_at_in_future"
  if (nowMs > issuedAtMs + MAX_SIGN_IN_AGE_MS) return "invalid_siwx_issued_at_too_old"
  if (signIn.expirationTime !== undefined && nowMs >= Date.parse(signIn.expirationTime)) return "invalid_siwx_expired"
  if (signIn.notBefore !== undefined && nowMs < Date.parse(signIn.notBefore)) return "invalid_siwx_not_yet_valid"
  return null
}

/**
 * The sign-in offer of a 402: a message that the wallet signs unchanged.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/sign-in-with-x.md
 */
export function signInExtension(
  terms: PaymentTerms,
  offer: Offer,
  { nonce, nowMs }: { readonly nonce: string; readonly nowMs: number },
) {
  return {
    "sign-in-with-x": {
      info: {
        domain: new URL(terms.origin).host,
        uri: terms.origin + offer.url,
        version: "1",
        nonce,
        issuedAt: new Date(nowMs).toISOString(),
        expirationTime: new Date(nowMs + MAX_SIGN_IN_AGE_MS).toISOString(),
        statement: "Fetch again what this wallet bought here. Nothing is charged.",
      },
      supportedChains: [{ chainId: terms.network, type: "eip191" }],
      schema,
    },
  }
}

const text = { type: "string" }

const schema = {
  type: "object",
  properties: {
    domain: text,
    address: text,
    statement: text,
    uri: { type: "string", format: "uri" },
    version: text,
    chainId: text,
    type: text,
    nonce: text,
    issuedAt: { type: "string", format: "date-time" },
    expirationTime: { type: "string", format: "date-time" },
    signature: text,
  },
  required: ["domain", "address", "uri", "version", "chainId", "type", "nonce", "issuedAt", "signature"],
}

import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { parseJson } from "@/lib/domain/parse-json"
import { hashOfText } from "@/lib/x402/chain/crypto"
import { SentAuthorization, Signature } from "./payloads"
import { explainReason, type PaymentReason } from "./reason"
import { type EchoedChallenge, MAX_TIMEOUT_S, type PaymentChallenges, type PaymentTerms } from "./requirements"

/*
 * MPP, the HTTP authentication scheme "Payment": method `evm`, intent `charge`, credential type `authorization` (EIP-3009). The
 * payment itself is that of the x402 scheme "exact", so this file alone knows the difference. There are no sessions here.
 *
 * https://paymentauth.org/draft-httpauth-payment-00.html, https://paymentauth.org/draft-evm-charge-00.html
 */

const METHOD = "evm"
const INTENT = "charge"

/** Challenges that need no storage: the id is the HMAC of the rest, as the draft recommends. */
export function paymentChallenges(secretKey: `0x${string}`, origin: string): PaymentChallenges {
  const key = Buffer.from(secretKey.slice(2), "hex")
  const realm = new URL(origin).hostname
  const idOf = (bound: string) => createHmac("sha256", key).update(bound).digest("base64url")
  return {
    issue({ asset, payTo, network }, { contract, url }, { nonce, nowMs }) {
      // The keys are in the order of RFC 8785, because clients write the JSON anew.
      const request = encode({
        amount: contract.price.toString(),
        currency: asset,
        methodDetails: { chainId: chainIdOf(network), credentialTypes: ["authorization"], decimals: 6 },
        recipient: payTo,
      })
      const opaque = encode({ nonce, path: url })
      const expires = new Date(nowMs + MAX_TIMEOUT_S * 1_000).toISOString()
      const id = idOf(boundBy({ realm, request, expires, opaque }))
      return (
        `Payment id="${id}", realm="${realm}", method="${METHOD}", intent="${INTENT}", request="${request}", ` +
        `expires="${expires}", opaque="${opaque}"`
      )
    },
    isIssued({ id, realm: echoed, bound }) {
      const [given, own] = [Buffer.from(id), Buffer.from(idOf(bound))]
      return echoed === realm && given.length === own.length && timingSafeEqual(given, own)
    },
  }
}

type Bound = { readonly realm: string; readonly request: string; readonly expires: string; readonly opaque: string }

/** The input of the HMAC. The slot of `digest` is empty, because a GET has no body. */
function boundBy({ realm, request, expires, opaque }: Bound): string {
  return [realm, METHOD, INTENT, request, expires, "", opaque].join("|")
}

function chainIdOf(network: PaymentTerms["network"]): number {
  return Number(network.slice("eip155:".length))
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

/** The text of a base64url field and what is in it. */
function encoded<T extends z.ZodType>(schema: T, message: string) {
  return z.string().transform((text, context) => {
    const { data } = schema.safeParse(parseJson(Buffer.from(text, "base64url").toString()))
    if (data !== undefined) return { text, value: data }
    context.addIssue(message)
    return z.NEVER
  })
}

const ChargeRequest = z.object({
  amount: z.string().max(78),
  currency: z.string().max(64),
  recipient: z.string().max(64),
  methodDetails: z.object({ chainId: z.int().positive() }),
})

/** A credential: the challenge, and an EIP-3009 authorization whose nonce is the hash of that challenge. */
export const PaymentCredential = z
  .object({
    challenge: z.object({
      id: z.string().max(128),
      realm: z.string().max(255),
      method: z.literal(METHOD),
      intent: z.literal(INTENT),
      request: encoded(ChargeRequest, "must be the request of the challenge, unchanged"),
      expires: z.iso.datetime("must be the time of the challenge, unchanged"),
      opaque: encoded(z.object({ path: z.string().startsWith("/") }), "must be the value of the challenge, unchanged"),
    }),
    payload: SentAuthorization.extend({ type: z.literal("authorization"), signature: Signature }),
    source: z.string().max(255).optional(),
  })
  .superRefine(({ challenge, payload, source }, context) => {
    const wrong = (path: readonly string[], message: string) =>
      context.addIssue({ code: "custom", path: [...path], message })
    const nonce = hashOfText(challenge.id + challenge.realm)
    if (payload.nonce !== nonce)
      wrong(["payload", "nonce"], `must be keccak256 of challenge.id and challenge.realm: ${nonce}`)
    // The end of the challenge is then the end of what was signed, which the token enforces too.
    const expiresS = Math.floor(Date.parse(challenge.expires) / 1_000)
    if (payload.validBefore > expiresS)
      wrong(["payload", "validBefore"], `must be ${expiresS}, when the challenge expires`)
    const payer = `did:pkh:eip155:${challenge.request.value.methodDetails.chainId}:${payload.from}`
    if (source !== undefined && source.toLowerCase() !== payer) wrong(["source"], `must be ${payer}, or absent`)
  })

/** What the id of a credential's challenge must be the HMAC of. */
export function echoedChallenge({ challenge }: z.output<typeof PaymentCredential>): EchoedChallenge {
  const { id, realm, request, expires, opaque } = challenge
  return { id, realm, bound: boundBy({ realm, request: request.text, expires, opaque: opaque.text }) }
}

/** The credentials of the scheme "Payment" in a request, base64url. HTTP joins several headers with commas. */
export function credentialsIn(headers: Headers): readonly string[] {
  const schemes = headers.get("authorization")?.split(",") ?? []
  return schemes.flatMap((text) => /^\s*payment\s+(.*\S)/is.exec(text)?.[1] ?? [])
}

type Sale = {
  readonly challengeId: string
  readonly transaction: string
  /** When the answer was sold. A redelivery has the same receipt. */
  readonly soldAtMs: number
}

/** The value of `Payment-Receipt`. */
export function paymentReceipt({ network }: PaymentTerms, { challengeId, transaction, soldAtMs }: Sale): string {
  return encode({
    method: METHOD,
    challengeId,
    reference: transaction,
    status: "success",
    timestamp: new Date(soldAtMs).toISOString(),
    chainId: chainIdOf(network),
  })
}

/** A refusal as problem details (RFC 9457) with the types of the draft. */
export function paymentProblem(reason: PaymentReason) {
  const name = problemNames[reason] ?? "verification-failed"
  const words = name.replaceAll("-", " ")
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  return { type: `https://paymentauth.org/problems/${name}`, title, status: 402, detail: explainReason(reason) }
}

const problemNames: Partial<Record<PaymentReason, string>> = {
  invalid_payload: "malformed-credential",
  invalid_challenge: "invalid-challenge",
  payment_already_used: "invalid-challenge",
  invalid_exact_evm_payload_authorization_valid_before: "payment-expired",
}

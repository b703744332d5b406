/** Request headers that pay or prove a purchase, by their component name in OpenAPI. */
const headers = {
  payment: { name: "PAYMENT-SIGNATURE", description: "Payment of x402 version 2, base64 of JSON." },
  paymentV1: {
    name: "X-PAYMENT",
    description: "Payment of x402 version 1, or the proof of a plain transfer as the 402 describes it.",
  },
  siwx: {
    name: "SIGN-IN-WITH-X",
    description:
      "Fetches a bought answer again, free: the signed message of the 402's sign-in-with-x, base64. " +
      "The response header X-PURCHASE, JSON {nonce, amount, transaction, soldAt}, names the purchase.",
  },
} as const

/** None is required, because a request without them returns the price. */
export const headerParameters = mapped(({ name, description }) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
}))

export const paymentHeaderRefs = Object.keys(headers).map((id) => ({ $ref: `#/components/parameters/${id}` }))

/**
 * The sign-in as an OpenAPI credential; it is signed for one request, so it is not a key to keep. Payments are not listed:
 * indexers take a scheme for a login.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/sign-in-with-x.md
 */
export const securitySchemes = {
  siwx: { type: "apiKey", in: "header", name: headers.siwx.name, description: headers.siwx.description },
} as const

/** Response headers by name. */
export const responseHeaders = {
  "PAYMENT-REQUIRED": header(
    "x402 version 2 requirements, base64 of JSON, with the extensions bazaar, payment-identifier and, " +
      "where the service signs, offer-receipt.",
  ),
  "X-PAYMENT": header("JSON {amount, token, recipient, network}: amount in atomic units of USDC."),
  "PAYMENT-RESPONSE": header(
    "Outcome of the payment in the request, base64 of JSON {success, transaction, network, payer, " +
      "amount} or {success, errorReason, …}; where the service signs, with the extension offer-receipt.",
  ),
  "WWW-Authenticate": header(
    "Where the service takes MPP: a challenge of the scheme Payment, method evm, intent charge, answered in Authorization.",
  ),
  "Payment-Receipt": header(
    "For a payment by MPP, base64url of JSON {method, challengeId, reference, status, timestamp, chainId}.",
  ),
  "X-PAYMENT-RESPONSE": header("The same value under the name of x402 version 1."),
  "X-PURCHASE": header("The purchase that SIGN-IN-WITH-X fetched again: JSON {nonce, amount, transaction, soldAt}."),
  ETag: header(
    "Weak tag. Of a paid answer: its version in GET /api/versions, a hyphen and the first 16 digits of its commitment, as in " +
      'W/"17-2c26b46b68ffc68f"; for parameters another hyphen and 16 digits. Answers with one tag may differ in prices, ages and levels. Absent where it is not known.',
  ),
  "Retry-After": header("Seconds."),
} as const

/** References to the headers of one response. */
export function headerRefs(names: readonly (keyof typeof responseHeaders)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function header(description: string) {
  return { description, schema: { type: "string" } } as const
}

type Header = (typeof headers)[keyof typeof headers]

function mapped<T>(of: (header: Header) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(headers).map(([id, header]) => [id, of(header)]))
}

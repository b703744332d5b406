import { z } from "zod"
import { formatUsdc } from "@/lib/domain/usdc"
import { catalogue, INTERFACE_VERSION } from "./catalogue"
import { type Contract, isPaid, type OtherResponse, underApi } from "./contract"
import { freshnessText, publishedFreshness } from "./freshness"
import { answerRef, componentSchemas, jsonSchema, schemaRef } from "./openapi-schemas"
import { headerParameters, headerRefs, paymentHeaderRefs, responseHeaders, securitySchemes } from "./payment-headers"
import { tagDescriptions } from "./tags"

export type OpenApiOptions = {
  readonly origin: string
  /** An e-mail address or an https URL, as the operator gave it; `null`: the service's own page stands in. */
  readonly contact: string | null
  readonly network: string
}

/**
 * OpenAPI 3.1 of the whole service, with the payment extension that x402 indexers read.
 *
 * @see https://spec.openapis.org/oas/v3.1.0
 * @see https://www.x402scan.com (`x-payment-info`, `x-guidance`)
 */
export function openApi({ origin, contact, network }: OpenApiOptions) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Signal402",
      version: INTERFACE_VERSION,
      description: "Crypto-market intelligence by the call, paid in USDC over x402. No accounts, no API keys.",
      contact: contactOf(contact ?? origin),
      license: { name: "MIT", identifier: "MIT" },
      "x-guidance":
        "GET a paid path; the 402 answer names price, token and payee in PAYMENT-REQUIRED (x402 v2), in its body (v1) " +
        "and in X-PAYMENT. Sign and repeat the same GET with PAYMENT-SIGNATURE (v2) or X-PAYMENT (v1). " +
        "The 402 body's preview says whether it is sold now and since when it has not changed. " +
        "A payment-identifier (x402 extension) makes retries safe even with a new signature; " +
        "SIGN-IN-WITH-X fetches again what a wallet bought, free. " +
        "After 503 settlement_pending repeat with the same header and never sign again.",
    },
    servers: [{ url: origin }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      catalogue.map((contract) => [underApi(contract.path), { get: operation(contract, network) }]),
    ),
    components: {
      schemas: { ...componentSchemas(), PaymentRequired: paymentRequiredBody },
      responses: sharedResponses,
      parameters: headerParameters,
      headers: responseHeaders,
      securitySchemes,
    },
  }
}

function contactOf(contact: string) {
  if (z.email().safeParse(contact).success) return { email: contact }
  return z.url().safeParse(contact).success ? { url: contact } : { name: contact }
}

function operation(contract: Contract, network: string) {
  return {
    operationId: contract.id,
    summary: contract.title,
    description: [contract.description, ...(contract.freshness ? [freshnessText(contract.freshness)] : [])].join(" "),
    tags: [...contract.tags],
    // Without a price no wallet is asked. Of what pays only the sign-in is named: indexers take a key for a login.
    security: isPaid(contract) ? [{}, { siwx: [] }] : [],
    parameters: [
      ...parametersOf(contract, contract.pathParams, "path"),
      ...parametersOf(contract, contract.queryParams, "query"),
      ...(isPaid(contract) ? paymentHeaderRefs : []),
    ],
    ...(isPaid(contract) && {
      "x-payment-info": paymentInfo(contract.price, network),
      "x-freshness": publishedFreshness(contract.freshness),
    }),
    responses: {
      "200": {
        description: contract.title,
        ...(isPaid(contract) && { headers: headerRefs([...OUTCOME, "X-PURCHASE", "ETag"]) }),
        content: { "application/json": { schema: answerRef(contract), example: contract.example } },
      },
      ...(isPaid(contract) && {
        "402": responseRef("PaymentRequired"),
        "409": responseRef("PaymentConflict"),
      }),
      "400": responseRef("BadQuestion"),
      "500": responseRef("Fault"),
      "503": responseRef("NotReady"),
      ...otherResponses(contract),
    },
  }
}

function otherResponses({ id, otherResponses = {} }: Contract) {
  const toResponse = ({ description, body }: OtherResponse) =>
    body === "problem"
      ? problem(description)
      : { description, content: { "application/json": { schema: answerRef({ id }) } } }
  return Object.fromEntries(Object.entries(otherResponses).map(([status, other]) => [status, toResponse(other)]))
}

/** The parameters of a path or a query, as values and not as the text that a URL carries. */
export function parametersOf(contract: Contract, schema: Contract["queryParams"], where: "path" | "query") {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path" || !field.safeParse(undefined).success,
    description: field.description ?? name,
    schema: jsonSchema(field),
    ...(contract.exampleParams[name] === undefined ? {} : { example: field.parse(contract.exampleParams[name]) }),
  }))
}

function paymentInfo(price: Parameters<typeof formatUsdc>[0], network: string) {
  return {
    price: { mode: "fixed", currency: "USD", amount: formatUsdc(price) },
    protocols: [{ x402: { network, scheme: "exact" } }],
  }
}

const paymentRequiredBody = {
  type: "object",
  required: ["x402Version", "error", "accepts"],
  properties: {
    x402Version: { type: "integer", const: 1 },
    error: { type: "string", description: "Why it is asked for: payment_required, or what was wrong with a payment." },
    accepts: { type: "array", items: { type: "object" } },
    message: { type: "string" },
    charged: { type: "string", const: "no" },
    transferProof: {
      type: "object",
      required: ["description", "maxAgeSeconds", "text"],
      properties: {
        description: { type: "string" },
        maxAgeSeconds: { type: "integer", description: "How old the transfer's block, and the proof, may be." },
        text: { type: "string", description: "What the payer signs (EIP-191), with the two placeholders filled in." },
      },
      description: "How to pay without a client for x402: by a plain transfer and a signature for this question.",
    },
    free: {
      type: "object",
      additionalProperties: { type: "string", format: "uri" },
      description: "What is worth reading before, at no price.",
    },
    preview: {
      anyOf: [schemaRef("ResourceVersion"), { type: "null" }],
      description:
        "What would be bought, as GET /api/versions has it. unavailable: it is not sold now, do not sign. null: not known.",
    },
    ignored_parameters: {
      type: "array",
      items: { type: "string" },
      description:
        "Names in the query that this endpoint does not know: what is bought is the answer without them. Absent without any.",
    },
    invalid_fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description:
        "Of a payment, or a sign-in, that cannot be read or says otherwise than the offer: what each field must be, by its path.",
    },
    extensions: { type: "object", description: "sign-in-with-x: the message that a wallet which paid may sign." },
  },
} as const

/** Of every answer to a payment. */
const OUTCOME = ["PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"] as const

const paymentRequired = {
  description: "Payment required. The requirements stand in PAYMENT-REQUIRED, in the body and in X-PAYMENT.",
  headers: headerRefs(["PAYMENT-REQUIRED", "X-PAYMENT", ...OUTCOME]),
  content: { "application/json": { schema: schemaRef("PaymentRequired") } },
} as const

/** What more than one endpoint answers with beside 200. */
const sharedResponses = {
  PaymentRequired: paymentRequired,
  PaymentConflict: {
    ...problem("The payment-identifier stands for another request. Nothing was charged."),
    headers: headerRefs(OUTCOME),
  },
  BadQuestion: problem("A parameter is wrong; it is named. Nothing was priced or charged."),
  Fault: problem("A fault of ours. Nothing was charged."),
  NotReady: {
    ...problem("Data, chain or settlement is not ready. `charged` says whether to repeat with the same payment."),
    headers: headerRefs(["Retry-After", ...OUTCOME]),
  },
} as const

function responseRef(name: keyof typeof sharedResponses) {
  return { $ref: `#/components/responses/${name}` }
}

function problem(description: string) {
  return { description, content: { "application/problem+json": { schema: schemaRef("Problem") } } }
}

import { z } from "zod"
import { formatUsdc } from "@/lib/domain/usdc"
import { catalogue, INTERFACE_VERSION } from "./catalogue"
import { type Contract, isPaid, type OtherResponse, underApi } from "./contract"
import { Problem } from "./problem"
import { ResourceVersion } from "./versions"

export type OpenApiOptions = {
  readonly origin: string
  /** An address of mail or of a page, as the operator gave it; `null`: the service's own page stands in. */
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
    paths: Object.fromEntries(
      catalogue.map((contract) => [underApi(contract.path), { get: operation(contract, network) }]),
    ),
    components: { schemas: { Problem: jsonSchema(Problem) } },
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
    description: contract.description,
    tags: [...contract.tags],
    security: [],
    parameters: [
      ...parametersOf(contract, contract.pathParams, "path"),
      ...parametersOf(contract, contract.queryParams, "query"),
      ...(isPaid(contract) ? paymentHeaders : []),
    ],
    ...(isPaid(contract) ? { "x-payment-info": paymentInfo(contract.price, network) } : {}),
    responses: {
      "200": {
        description: contract.title,
        content: { "application/json": { schema: jsonSchema(contract.response), example: contract.example } },
      },
      ...(isPaid(contract) ? { "402": paymentRequired, "409": conflict, "412": approvalRequired } : {}),
      "400": problem("A parameter is wrong; it is named. Nothing was priced or charged."),
      "500": problem("A fault of ours. Nothing was charged."),
      "503": problem("Data, chain or settlement is not ready. `charged` says whether to repeat with the same payment."),
      ...otherResponses(contract),
    },
  }
}

function otherResponses({ otherResponses = {}, response }: Contract) {
  const toResponse = ({ description, body }: OtherResponse) =>
    body === "problem"
      ? problem(description)
      : { description, content: { "application/json": { schema: jsonSchema(response) } } }
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
    ...(contract.exampleParams[name] === undefined ? {} : { example: contract.exampleParams[name] }),
  }))
}

function paymentInfo(price: Parameters<typeof formatUsdc>[0], network: string) {
  return {
    price: { mode: "fixed", currency: "USD", amount: formatUsdc(price) },
    protocols: [{ x402: { network, scheme: "exact" } }],
  }
}

/** Both are optional, because a request without them is how one asks for the price. */
const paymentHeaders = [
  {
    name: "PAYMENT-SIGNATURE",
    in: "header",
    required: false,
    description: "Payment of x402 version 2, base64 of JSON.",
    schema: { type: "string" },
  },
  {
    name: "X-PAYMENT",
    in: "header",
    required: false,
    description: "Payment of x402 version 1, or the proof of a plain transfer as the 402 describes it.",
    schema: { type: "string" },
  },
  {
    name: "SIGN-IN-WITH-X",
    in: "header",
    required: false,
    description:
      "Fetches again, free, what the wallet bought: the message of the 402's sign-in-with-x, signed, base64. " +
      "The answer's X-PURCHASE, JSON {nonce, amount, transaction, soldAt}, says which purchase it is.",
    schema: { type: "string" },
  },
] as const

const paymentRequired = {
  description: "Payment required. The requirements stand in PAYMENT-REQUIRED, in the body and in X-PAYMENT.",
  headers: {
    "PAYMENT-REQUIRED": {
      description:
        "x402 version 2 requirements, base64 of JSON, with the extensions bazaar, payment-identifier and, " +
        "where the service signs, offer-receipt.",
      schema: { type: "string" },
    },
    "X-PAYMENT": {
      description: "JSON {amount, token, recipient, network}: amount in atomic units of USDC.",
      schema: { type: "string" },
    },
  },
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["x402Version", "error", "accepts"],
        properties: {
          x402Version: { const: 1 },
          error: { type: "string" },
          accepts: { type: "array", items: { type: "object" } },
          message: { type: "string" },
          charged: { const: "no" },
          preview: {
            anyOf: [jsonSchema(ResourceVersion), { type: "null" }],
            description:
              "What would be bought, as GET /api/versions has it. unavailable: it is not sold now, do not sign.",
          },
          extensions: { type: "object", description: "sign-in-with-x: the message that a wallet which paid may sign." },
        },
      },
    },
  },
} as const

const approvalRequired = {
  ...paymentRequired,
  description:
    "Paid by Permit2, which may not move the payer's USDC yet. Nothing was charged; approve it once, then pay again.",
} as const

const conflict = problem("The payment-identifier stands for another request. Nothing was charged.")

function problem(description: string) {
  return { description, content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } }
}

function jsonSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, { target: "draft-2020-12", io: "output", unrepresentable: "any" })
}

import { z } from "zod"
import { formatUsdc } from "@/lib/domain/usdc"
import { INTERFACE_VERSION } from "@/lib/api/interface-version"
import { answerContracts } from "@/lib/endpoints"
import { catalogue } from "@/lib/endpoints/catalogue"
import {
  type Contract,
  fillPath,
  fullDescription,
  isPaid,
  type OtherResponse,
  type PaidContract,
  underApi,
} from "@/lib/api/contract"
import { freshnessText, publishedFreshness } from "@/lib/api/freshness"
import { answerRef, componentSchemas, jsonSchema, schemaRef } from "./openapi-schemas"
import { headerParameters, headerRefs, paymentHeaderRefs, responseHeaders, securitySchemes } from "./payment-headers"
import { tagDescriptions } from "./tags"

export type OpenApiOptions = {
  readonly origin: string
  /** The operator's e-mail address or https URL; `null`: the origin is used. */
  readonly contact: string | null
  readonly network: string
  /** The payee's signature of the origin; `null`: ownership is not proven. */
  readonly ownershipProof: `0x${string}` | null
  /** The token that MPP takes; absent while that protocol is off. */
  readonly mppToken?: string
  /** Endpoints that cannot be delivered now, with the reason. */
  readonly notSold?: ReadonlyMap<string, string>
}

/**
 * OpenAPI 3.1 of the whole service, with the payment extension that x402 indexers read.
 *
 * @see https://spec.openapis.org/oas/v3.1.0
 * @see https://www.x402scan.com (`x-payment-info`, `x-guidance`, `x-discovery`)
 */
export function openApi({ origin, contact, network, ownershipProof, mppToken, notSold }: OpenApiOptions) {
  return {
    openapi: "3.1.0",
    ...(ownershipProof !== null && { "x-discovery": { ownershipProofs: [ownershipProof] } }),
    info: {
      title: "Signal402",
      version: INTERFACE_VERSION,
      description: "Crypto-market intelligence, paid per call in USDC over x402. No accounts, no API keys.",
      contact: contactOf(contact ?? origin),
      license: { name: "MIT", identifier: "MIT" },
      "x-guidance":
        "GET a paid path; the 402 answer names price, token and payee in PAYMENT-REQUIRED (x402 v2), in its body (v1) " +
        "and in X-PAYMENT. Sign and repeat the same GET with PAYMENT-SIGNATURE (v2) or X-PAYMENT (v1). " +
        (mppToken === undefined
          ? ""
          : "Or answer the challenge of WWW-Authenticate with Authorization: Payment (MPP, method evm, intent charge). ") +
        "The 402 body's preview shows whether the resource is sold now and when it last changed. " +
        "A payment-identifier (x402 extension) makes retries safe even with a new signature; " +
        "SIGN-IN-WITH-X fetches a bought answer again, free. " +
        "After 503 settlement_pending repeat with the same header; do not sign again.",
    },
    servers: [{ url: origin }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      catalogue.map((contract) => [
        underApi(contract.path),
        { get: operation(contract, { network, mppToken }, notSold?.get(contract.id)) },
      ]),
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

/** Combinations and watches have none. */
function hasSample({ id }: Contract): boolean {
  return answerContracts.some((contract) => contract.id === id)
}

function contactOf(contact: string) {
  if (z.email().safeParse(contact).success) return { email: contact }
  return z.url().safeParse(contact).success ? { url: contact } : { name: contact }
}

/** `why`: nobody can buy it now. */
function operation(contract: Contract, protocols: Protocols, why?: string) {
  return {
    operationId: contract.id,
    summary: contract.title,
    description: [fullDescription(contract), ...(contract.freshness ? [freshnessText(contract.freshness)] : [])].join(
      " ",
    ),
    tags: [...contract.tags],
    // Payment headers are not declared as a security scheme, because indexers take an API key scheme for a login.
    security: isPaid(contract) ? [{}, { siwx: [] }] : [],
    parameters: [
      ...parametersOf(contract, contract.pathParams, "path"),
      ...parametersOf(contract, contract.queryParams, "query"),
      ...(isPaid(contract) ? paymentHeaderRefs : []),
    ],
    ...(isPaid(contract) && {
      ...(why === undefined ? { "x-payment-info": paymentInfo(contract, protocols) } : { "x-not-sold": why }),
      "x-freshness": publishedFreshness(contract.freshness),
      ...(hasSample(contract) && { "x-sample": `/api/sample?of=${fillPath(contract.path, contract.exampleParams)}` }),
    }),
    responses: {
      "200": {
        description: contract.title,
        ...(isPaid(contract) && { headers: headerRefs([...OUTCOME, "Payment-Receipt", "X-PURCHASE", "ETag"]) }),
        content: {
          [contract.mediaType ?? "application/json"]: { schema: answerRef(contract), example: contract.example },
        },
      },
      ...(isPaid(contract) && {
        "402": responseRef("PaymentRequired"),
        "409": responseRef("PaymentConflict"),
      }),
      "400": responseRef("BadRequest"),
      "304": notModified,
      "500": responseRef("InternalError"),
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

/** The parameters of a path or query, with the types of their values and not of their text in a URL. */
export function parametersOf(contract: Contract, schema: Contract["queryParams"], where: "path" | "query") {
  return Object.entries(schema.shape).map(([name, field]) => {
    const parameter = jsonSchema(field)
    const text = contract.exampleParams[name]
    return {
      name,
      in: where,
      required: where === "path" || !field.safeParse(undefined).success,
      description: field.description ?? name,
      schema: parameter,
      ...(text === undefined ? {} : { example: isText(parameter) ? text : field.parse(text) }),
    }
  })
}

function isText(schema: object): boolean {
  return "type" in schema && schema.type === "string"
}

type Protocols = { readonly network: string; readonly mppToken: string | undefined }

/**
 * What indexers of both protocols read.
 *
 * @see https://paymentauth.org/draft-payment-discovery-00.html (`offers`)
 */
function paymentInfo({ price, priceRange }: PaidContract, { network, mppToken: currency }: Protocols) {
  const charge = { method: "evm", intent: "charge", currency }
  const isMpp = currency !== undefined
  return {
    price: priceRange
      ? { mode: "dynamic", currency: "USD", min: formatUsdc(priceRange.min), max: formatUsdc(priceRange.max) }
      : { mode: "fixed", currency: "USD", amount: formatUsdc(price) },
    protocols: [{ x402: { network, scheme: "exact" } }, ...(isMpp ? [{ mpp: charge }] : [])],
    ...(isMpp && { offers: [{ ...charge, amount: priceRange ? null : price.toString() }] }),
  }
}

const paymentRequiredBody = {
  type: "object",
  required: ["x402Version", "error", "accepts"],
  properties: {
    x402Version: { type: "integer", const: 1 },
    error: { type: "string", description: "payment_required, or the reason why a payment was refused." },
    accepts: { type: "array", items: { type: "object" } },
    message: { type: "string" },
    charged: { type: "string", const: "no" },
    transferProof: {
      type: "object",
      required: ["description", "maxAgeSeconds", "text"],
      properties: {
        description: { type: "string" },
        maxAgeSeconds: { type: "integer", description: "Maximum age of the transfer's block and of the proof." },
        text: {
          type: "string",
          description: "The text that the payer signs (EIP-191), with both placeholders filled in.",
        },
      },
      description: "How to pay without an x402 client: a plain transfer and a signature for this request.",
    },
    free: {
      type: "object",
      additionalProperties: { type: "string", format: "uri" },
      description: "Free documents that help to decide on a purchase.",
    },
    preview: {
      anyOf: [schemaRef("ResourceVersion"), { type: "null" }],
      description:
        "The current version, as in GET /api/versions. unavailable: not sold now, do not sign. null: not known.",
    },
    ignored_parameters: {
      type: "array",
      items: { type: "string" },
      description: "Unknown query parameters. They are ignored. Absent when there are none.",
    },
    invalid_fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description:
        "Fields of a payment or sign-in that are malformed or differ from the offer, by path, with the expected value.",
    },
    items: {
      type: "object",
      additionalProperties: { type: "string" },
      description:
        "The price in USDC of each item of a brief; `left out` for an item without current data. Absent for other resources.",
    },
    extensions: {
      type: "object",
      description: "sign-in-with-x: the message that a wallet signs to fetch an answer again.",
    },
  },
} as const

const notModified = {
  description: "If-None-Match contains the current ETag. Free, with or without a payment; a payment stays unspent.",
} as const

/** Headers of every response to a payment. */
const OUTCOME = ["PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"] as const

const paymentRequired = {
  description:
    "Payment required. The requirements are in the header PAYMENT-REQUIRED, in the body, and in the header X-PAYMENT. A refused " +
    "Authorization: Payment gets the same body as application/problem+json, with type, title, status and detail.",
  headers: headerRefs(["PAYMENT-REQUIRED", "X-PAYMENT", "WWW-Authenticate", ...OUTCOME]),
  content: { "application/json": { schema: schemaRef("PaymentRequired") } },
} as const

/** Responses that several endpoints share. */
const sharedResponses = {
  PaymentRequired: paymentRequired,
  PaymentConflict: {
    ...problem("The payment identifier was used for another request. Nothing was charged."),
    headers: headerRefs(OUTCOME),
  },
  BadRequest: problem("A parameter is invalid; details name it. Nothing was charged."),
  InternalError: problem("Internal error. Nothing was charged."),
  NotReady: {
    ...problem("Data, chain or settlement is not ready. `charged: unknown` means: repeat with the same payment."),
    headers: headerRefs(["Retry-After", ...OUTCOME]),
  },
} as const

function responseRef(name: keyof typeof sharedResponses) {
  return { $ref: `#/components/responses/${name}` }
}

function problem(description: string) {
  return { description, content: { "application/problem+json": { schema: schemaRef("Problem") } } }
}

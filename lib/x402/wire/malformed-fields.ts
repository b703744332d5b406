import { type core, z } from "zod"
import { AcceptedScheme, ChannelPaymentV2, UnsupportedDeposit } from "./channel-payloads"
import { namesTransaction, readHeader } from "./decode"
import { credentialsIn, PaymentCredential } from "./mpp"
import { PayloadV1, PayloadV2, TransferPayload, UnsupportedPayload } from "./payloads"
import { SignInPayload } from "./sign-in"

/** The error of each field, by its path: `{"accepted.asset": "must be 0x…"}`. */
export type InvalidFields = Readonly<Record<string, string>>

const Payload = z.looseObject({ payload: z.unknown().optional() })

/** The fields that make the payment headers of a request unreadable. Empty when they can be read. */
export function malformedFields(headers: Headers): InvalidFields {
  const [credential] = credentialsIn(headers)
  if (credential !== undefined) return malformedCredential(credential)
  const found = ["PAYMENT-SIGNATURE", "X-PAYMENT"].map((name) => {
    const value = headers.get(name)
    return value === null ? {} : malformedInHeader(name, value)
  })
  return found.find((fields) => Object.keys(fields).length > 0) ?? {}
}

function malformedInHeader(header: string, value: string): InvalidFields {
  const { data } = Payload.safeParse(readHeader(value))
  if (data === undefined) return { [header]: "must be a JSON object, or base64 of one" }
  if (UnsupportedPayload.safeParse(data).success) return { payload: "must be a signed EIP-3009 authorization" }
  if (UnsupportedDeposit.safeParse(data).success) {
    return { "payload.deposit.authorization": "must be a signed EIP-3009 authorization (erc3009Authorization)" }
  }
  const schema = schemaOf(data)
  return schema === null ? { x402Version: "must be 1 or 2" } : issuesOf(schema, data)
}

function malformedCredential(value: string): InvalidFields {
  const { data } = z.looseObject({}).safeParse(readHeader(value))
  return data === undefined
    ? { Authorization: "must be Payment and base64url of a JSON object" }
    : issuesOf(PaymentCredential, data)
}

/** The same for the header of a sign-in. */
export function malformedSignInFields(value: string): InvalidFields {
  const { data } = Payload.safeParse(readHeader(value))
  if (data === undefined) return { "SIGN-IN-WITH-X": "must be a JSON object, or base64 of one" }
  return issuesOf(SignInPayload, data)
}

function issuesOf(schema: z.ZodType, data: unknown): InvalidFields {
  const fields: Record<string, string> = {}
  const { error } = schema.safeParse(data, { error: describeIssue })
  for (const { path, message } of error?.issues ?? []) fields[path.join(".")] ??= message
  return fields
}

/** A message for issues whose field has none of its own; `undefined` keeps the message of zod. */
function describeIssue(issue: core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is required"
  if (issue.code === "invalid_value")
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`
  return issue.code === "invalid_type" ? `must be a JSON ${issue.expected}` : undefined
}

/** The schema that the payload was probably written for. */
function schemaOf(data: z.output<typeof Payload>): z.ZodType | null {
  if (data["scheme"] === "transfer" || namesTransaction(data)) return TransferPayload
  if (data["x402Version"] === 1) return PayloadV1
  if (data["x402Version"] !== 2) return null
  return AcceptedScheme.safeParse(data).success ? ChannelPaymentV2 : PayloadV2
}

import { type core, z } from "zod"
import { namesTransaction, readHeader } from "./decode"
import { PayloadV1, PayloadV2, TransferPayload, UnsupportedPayload } from "./payloads"
import { SignInPayload } from "./sign-in"

/** What is wrong, by the field's path: `{"accepted.asset": "…"}`. */
export type WrongFields = Readonly<Record<string, string>>

const Payload = z.looseObject({ payload: z.unknown().optional() })

/** Why the payment of a request cannot be read, for who writes payloads by hand. Empty where nothing is wrong with it. */
export function wrongFields(headers: Headers): WrongFields {
  const wrong = ["PAYMENT-SIGNATURE", "X-PAYMENT"].map((name) => {
    const value = headers.get(name)
    return value === null ? {} : wrongIn(name, value)
  })
  return wrong.find((fields) => Object.keys(fields).length > 0) ?? {}
}

function wrongIn(header: string, value: string): WrongFields {
  const { data } = Payload.safeParse(readHeader(value))
  if (data === undefined) return { [header]: "must be a JSON object, or base64 of one" }
  if (UnsupportedPayload.safeParse(data).success) return { payload: "must be a signed EIP-3009 authorization" }
  const schema = schemaOf(data)
  return schema === null ? { x402Version: "must be 1 or 2" } : wrongBy(schema, data)
}

/** The same of a sign-in. */
export function wrongInSignIn(value: string): WrongFields {
  const { data } = Payload.safeParse(readHeader(value))
  if (data === undefined) return { "SIGN-IN-WITH-X": "must be a JSON object, or base64 of one" }
  return wrongBy(SignInPayload, data)
}

function wrongBy(schema: z.ZodType, data: unknown): WrongFields {
  const fields: Record<string, string> = {}
  const { error } = schema.safeParse(data, { error: wordsOf })
  for (const { path, message } of error?.issues ?? []) fields[path.join(".")] ??= message
  return fields
}

/** Where a field has no words of its own; `undefined`: zod's are as good. */
function wordsOf(issue: core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is required"
  if (issue.code === "invalid_value")
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`
  return issue.code === "invalid_type" ? `must be a JSON ${issue.expected}` : undefined
}

/** The one that was meant. */
function schemaOf(data: z.output<typeof Payload>): z.ZodType | null {
  if (data["scheme"] === "transfer" || namesTransaction(data)) return TransferPayload
  if (data["x402Version"] === 1) return PayloadV1
  return data["x402Version"] === 2 ? PayloadV2 : null
}

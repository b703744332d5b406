import { checkHash } from "./checks"
import { explainChallenge } from "./challenge"
import { type DecodeContext, error, type Field, type Finding, isObject, type Json, textOf, warning } from "./field"
import { explainPaymentChallenge } from "./mpp"
import { MAX_PASTED_CHARACTERS, type PastedValue, readPasted } from "./pasted"
import { explainPayment, explainResponse } from "./payment"
import { explainRequirements } from "./requirements"
import { versionOf } from "./version"

/** One message of a pasted text. */
export type Message = {
  /** `Challenge, version 2` */
  readonly title: string
  /** Where it stood: a header's name, or `body`. */
  readonly place: string
  readonly fields: readonly Field[]
  /** About the whole message. */
  readonly findings: readonly Finding[]
}

export type Decoded = { readonly messages: readonly Message[]; readonly findings: readonly Finding[] }

/**
 * Explains every x402 message and MPP challenge in a text and names its mistakes. Pure: it fetches nothing, and never throws.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/http.md
 */
export function decodePasted(text: string, context: DecodeContext): Decoded {
  if (text.trim() === "") return { messages: [], findings: [] }
  if (text.length > MAX_PASTED_CHARACTERS) {
    return { messages: [], findings: [error("Longer than 256 KB: paste the headers and the body of one answer.")] }
  }
  const { status, values } = readPasted(text)
  const messages = values.map((one) => explainValue(one, context))
  const known = messages.filter((one) => one !== null)
  if (known.length === 0) {
    const what = "Nothing of x402 found. Paste a 402's JSON, a PAYMENT-REQUIRED value, or the output of curl -i."
    return { messages: [], findings: [error(what)] }
  }
  return { messages: known, findings: [...statusFindings(status, values), ...agreementFindings(values)] }
}

function explainValue({ place: stood, value, findings }: PastedValue, context: DecodeContext): Message | null {
  const place = stood === "body" || stood === "value" ? stood : stood.toUpperCase()
  if (value === undefined) return { title: "Unreadable", place, fields: [], findings }
  if (typeof value === "string") {
    return checkHash(value).findings === undefined ? transferProof(value, place) : null
  }
  if (!isObject(value))
    return place === null
      ? null
      : { title: "Unreadable", place, fields: [], findings: [error("Must be a JSON object.")] }
  const message = explainObject(value, stood, context)
  return message && { ...message, place, findings: [...findings, ...message.findings] }
}

function transferProof(hash: string, place: string): Message {
  const meaning = "Hash of a transfer that was already made. The service looks it up on its chain."
  return {
    title: "Transaction hash",
    place,
    fields: [{ path: "transaction", value: hash, meaning, findings: [] }],
    findings: [],
  }
}

type Explained = Omit<Message, "place">

function explainObject(value: Json, place: PastedValue["place"], context: DecodeContext): Explained | null {
  if (place === "www-authenticate") {
    return { title: "Challenge of MPP", fields: explainPaymentChallenge(value, context), findings: [] }
  }
  if ("accepts" in value || place === "payment-required" || place === "x-payment-required") {
    return explainAsChallenge(value, place, context)
  }
  if ("payload" in value || place === "payment-signature") {
    const version = versionOf(value, "accepted" in value ? 2 : 1)
    return {
      title: `Payment, version ${version}`,
      fields: explainPayment(value, version, context),
      findings:
        version === 1 && place === "payment-signature" ? [error("Version 1 payments belong in X-PAYMENT.")] : [],
    }
  }
  if ("success" in value || place === "payment-response" || place === "x-payment-response") {
    return { title: "Settlement", fields: explainResponse(value), findings: [] }
  }
  if ("scheme" in value && "payTo" in value) {
    const version = "maxAmountRequired" in value ? 1 : 2
    return {
      title: `Requirements, version ${version}`,
      fields: explainRequirements(value, "", version, context),
      findings: [],
    }
  }
  if (place !== "x-payment") return null
  const fields = Object.keys(value).map((path) => ({
    path,
    value: textOf(value[path]),
    meaning: "As in the challenge.",
    findings: [],
  }))
  return { title: "Price as plain JSON, which official clients do not read", fields: fields.slice(0, 20), findings: [] }
}

function explainAsChallenge(value: Json, place: PastedValue["place"], context: DecodeContext): Explained {
  const isHeader = place !== "body"
  const version = versionOf(value, isHeader ? 2 : 1)
  const findings: Finding[] = []
  if (isHeader && version === 1)
    findings.push(error("Version 1 belongs in the JSON body. The header is read as version 2."))
  if (place === "x-payment-required") findings.push(error("The header's name is PAYMENT-REQUIRED, without X-."))
  if (!isHeader && version === 2) {
    findings.push(
      warning(
        "A version 2 challenge belongs in the PAYMENT-REQUIRED header. Official clients do not read it in the body.",
      ),
    )
  }
  if (!isHeader && version === 1 && typeof value["error"] !== "string") {
    findings.push(warning('Without "error" the Python client of version 1 refuses the body.'))
  }
  return { title: `Challenge, version ${version}`, fields: explainChallenge(value, version, context), findings }
}

function statusFindings(status: number | null, values: readonly PastedValue[]): readonly Finding[] {
  const isChallenge = values.some(({ value }) => isObject(value) && "accepts" in value)
  if (status === null || status === 402 || !isChallenge) return []
  return [error(`A challenge with status ${status}: clients pay only after a 402.`)]
}

function priceIn(entry: Json): string {
  return textOf(entry["amount"] ?? entry["maxAmountRequired"])
}

function payeeIn(entry: Json): string {
  return textOf(entry["payTo"]).toLowerCase()
}

/** Price and payee of the first entry in each challenge must be the same. */
function agreementFindings(values: readonly PastedValue[]): readonly Finding[] {
  const offers = values.flatMap(({ value }) => {
    const entries = isObject(value) ? value["accepts"] : undefined
    const first: unknown = Array.isArray(entries) ? entries[0] : undefined
    return isObject(first) ? [first] : []
  })
  const [a, b] = offers
  if (!a || !b) return []
  return [
    ...(priceIn(a) === priceIn(b) ? [] : [error("Header and body name different prices.")]),
    ...(payeeIn(a) === payeeIn(b) ? [] : [error("Header and body name different payees.")]),
  ]
}

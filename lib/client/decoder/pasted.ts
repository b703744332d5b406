import { isNestedDeeperThan } from "@/lib/domain/json-depth"
import { error, type Finding, warning } from "./field"
import { readPaymentChallenge } from "./mpp"

/** Longer than any 402 with its headers. */
export const MAX_PASTED_CHARACTERS = 262_144

const MAX_DEPTH = 24
const MAX_VALUES = 12

/** Node's clients fail above this length of all response headers. */
const MAX_HEADER_CHARACTERS = 16_000

const NAMES = [
  "payment-required",
  "x-payment-required",
  "payment-signature",
  "payment-response",
  "x-payment-response",
  "x-payment",
  "www-authenticate",
] as const
export type HeaderName = (typeof NAMES)[number]

/** A value found in a pasted text. `value`: parsed JSON, `undefined` if it could not be read. */
export type PastedValue = {
  readonly place: HeaderName | "value" | "body"
  readonly value: unknown
  readonly findings: readonly Finding[]
}

export type Pasted = { readonly status: number | null; readonly values: readonly PastedValue[] }

const HEADER = /^[\s<>*|]*(?:-H\s+)?["'$]*([A-Za-z][A-Za-z0-9-]{1,40})["']?\s*:\s*(.*)$/
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Finds x402 headers and JSON in a pasted text: a value, headers, a curl command, or the output of `curl -i`. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim()
  const bare = trimmed.replace(/^["'`]+|["'`,;]+$/g, "")
  const whole = jsonOf(trimmed) ?? jsonOf(bare)
  if (whole !== undefined) return { status: null, values: fromJson(whole) }
  if (readPaymentChallenge(bare) !== null) return { status: null, values: [decodeValue(bare, "www-authenticate")] }
  const joined = bare.replaceAll(/\s+/g, "")
  if (joined.length >= 16 && BASE64.test(joined)) return { status: null, values: [decodeValue(joined, "value")] }
  if (/^0x[0-9a-fA-F]{64}$/.test(bare)) return { status: null, values: [{ place: "value", value: bare, findings: [] }] }
  return fromLines(trimmed.split(/\r?\n|(?=\s-H\s)/))
}

/** A JSON object of headers is as good as the headers. */
function fromJson(value: unknown): readonly PastedValue[] {
  if (typeof value === "string") return readPasted(value.slice(0, MAX_PASTED_CHARACTERS)).values
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const headers = Object.entries(value).flatMap(([key, text]) => {
      const name = nameOf(key)
      return name !== null && typeof text === "string" ? [decodeValue(text, name)] : []
    })
    if (headers.length > 0) return headers.slice(0, MAX_VALUES)
  }
  return [{ place: "body", value, findings: [] }]
}

function fromLines(lines: readonly string[]): Pasted {
  const values: PastedValue[] = []
  let status: number | null = null
  for (const [index, line] of lines.entries()) {
    const found = /^[\s<]*HTTP\/[\d.]+\s+(\d{3})/.exec(line)?.[1]
    if (found !== undefined) status = Number(found)
    const [, key = "", rest = ""] = HEADER.exec(line) ?? []
    const name = nameOf(key)
    // Other schemes of the header are logins.
    const isOther = name === "www-authenticate" && readPaymentChallenge(rest) === null
    if (name === null || isOther || values.length >= MAX_VALUES) continue
    const [own = ""] = line.includes("-H ") ? rest.split(/["']/) : [rest]
    const value = own.trim().replace(/["'`\\,;\s]+$/g, "")
    values.push(decodeValue(value + continuationOf(lines, index + 1, value), name))
  }
  const body = bodyIn(lines.join("\n"))
  if (body !== undefined) values.push({ place: "body", value: body, findings: [] })
  return { status, values }
}

/** Terminals wrap long values. */
function continuationOf(lines: readonly string[], from: number, value: string): string {
  if (!BASE64.test(value)) return ""
  const end = lines.findIndex((line, index) => index >= from && (line.trim().length < 16 || !BASE64.test(line.trim())))
  return lines
    .slice(from, end === -1 ? undefined : end)
    .map((line) => line.trim())
    .join("")
}

/** The JSON object that starts a line. */
function bodyIn(text: string): unknown {
  const start = /^[^\S\n]*\{/m.exec(text)
  if (start === null) return undefined
  const rest = text.slice(start.index)
  return jsonOf(rest.slice(0, rest.lastIndexOf("}") + 1))
}

function nameOf(key: string): HeaderName | null {
  return NAMES.find((name) => name === key.toLowerCase()) ?? null
}

function decodeValue(text: string, place: PastedValue["place"]): PastedValue {
  const challenge = readPaymentChallenge(text)
  if (challenge !== null) return { place, value: challenge, findings: [] }
  const findings: Finding[] = []
  if (text.length > MAX_HEADER_CHARACTERS) {
    findings.push(error(`${text.length} characters: clients on Node fail above 16 KB of response headers.`))
  }
  if (text.startsWith("{")) {
    const value = jsonOf(text)
    if (value === undefined) findings.push(error("Starts as JSON, but is not complete JSON."))
    return { place, value, findings }
  }
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return { place, value: text, findings }
  if (!BASE64.test(text)) return { place, value: undefined, findings: [...findings, error("Not base64.")] }
  if (/[-_]/.test(text)) findings.push(warning("The URL alphabet of base64: many clients read the standard one only."))
  const json = base64Text(text)
  if (json === null) return { place, value: undefined, findings: [...findings, error("Not base64 of a UTF-8 text.")] }
  const value = jsonOf(json)
  if (value === undefined) findings.push(error("The base64 does not hold JSON."))
  return { place, value, findings }
}

function base64Text(text: string): string | null {
  try {
    const bytes = Uint8Array.from(
      atob(text.replaceAll("-", "+").replaceAll("_", "/")),
      (one) => one.codePointAt(0) ?? 0,
    )
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function jsonOf(text: string): unknown {
  if (!/^[[{"]/.test(text) || isNestedDeeperThan(text, MAX_DEPTH)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

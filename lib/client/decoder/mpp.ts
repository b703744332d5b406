import { isNestedDeeperThan } from "@/lib/domain/json-depth"
import { checkAddress, checkAmount, checkAsset, object, text, tokenAt } from "./checks"
import { type Checked, type DecodeContext, error, explain, type Field, isObject, type Json, warning } from "./field"

const MAX_DEPTH = 8

/** The parameters of `WWW-Authenticate: Payment …`, with `request` and `opaque` as what they encode. `null` for another scheme. */
export function readPaymentChallenge(header: string): Json | null {
  if (!/^Payment\s/i.test(header)) return null
  const params = [...header.matchAll(/([a-z]+)\s*=\s*"([^"]*)/g)].map(([, name = "", value = ""]) => {
    return [name, name === "request" || name === "opaque" ? (jsonOf(value) ?? value) : value] as const
  })
  return Object.fromEntries(params)
}

/** A challenge of MPP. The method `evm` is explained field by field, and others as they stand. */
export function explainPaymentChallenge(value: Json, context: DecodeContext): readonly Field[] {
  return explain(value, [
    {
      key: "id",
      meaning: "Names the challenge. With realm it becomes the nonce of the authorization.",
      isRequired: true,
      check: text,
    },
    { key: "realm", meaning: "The service.", isRequired: true, check: text },
    { key: "method", meaning: "The payment method.", isRequired: true, check: text },
    { key: "intent", meaning: "charge: one payment for one request.", isRequired: true, check: text },
    {
      key: "request",
      meaning: "What is to be paid.",
      isRequired: true,
      check: (found) => (isObject(found) ? {} : { findings: [error("Must be base64url of a JSON object.")] }),
      inside: (found, path) =>
        isObject(found) && value["method"] === "evm" ? explainCharge(found, `${path}.`, context) : [],
    },
    {
      key: "expires",
      meaning: "Until when the challenge can be answered.",
      check: (found) => checkExpires(found, context),
    },
    { key: "opaque", meaning: "The service's own data, sent back unchanged." },
    { key: "description", meaning: "For people. Clients do not rely on it.", check: text },
    { key: "digest", meaning: "Hash of the request's body.", check: text },
    { key: "header", meaning: "The header that carries the answer; Authorization without it.", check: text },
  ])
}

function explainCharge(request: Json, prefix: string, context: DecodeContext): readonly Field[] {
  const details = isObject(request["methodDetails"]) ? request["methodDetails"] : {}
  const network = `eip155:${String(details["chainId"])}`
  const { currency } = request
  return explain(
    request,
    [
      {
        key: "amount",
        meaning: "The price.",
        isRequired: true,
        check: (found) => checkAmount(found, tokenAt(currency, network, context), 2),
      },
      {
        key: "currency",
        meaning: "Contract of the token.",
        isRequired: true,
        check: (found) => checkAsset(found, network, context),
      },
      {
        key: "recipient",
        meaning: "Who receives the money.",
        isRequired: true,
        check: (found) => checkAddress(found, network),
      },
      {
        key: "methodDetails",
        meaning: "The chain, and the kinds of credential that are taken.",
        isRequired: true,
        check: object,
      },
    ],
    prefix,
  )
}

function checkExpires(value: unknown, { nowMs }: DecodeContext): Checked {
  const atMs = typeof value === "string" ? Date.parse(value) : Number.NaN
  if (Number.isNaN(atMs)) return { findings: [error("Must be a time, as in 2026-01-31T12:00:00Z.")] }
  return atMs <= nowMs ? { findings: [warning("Has passed: ask for a new challenge.")] } : {}
}

function jsonOf(base64url: string): unknown {
  try {
    const bytes = Uint8Array.from(
      atob(base64url.replaceAll("-", "+").replaceAll("_", "/")),
      (one) => one.codePointAt(0) ?? 0,
    )
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return isNestedDeeperThan(json, MAX_DEPTH) ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}

import { fillPath, underApi } from "@/lib/api/contract"
import { encodeHeader } from "@/lib/x402/wire/challenge"
import { readHeader } from "@/lib/x402/wire/decode"
import type { ToolContract } from "./tools"

/** Keys of `_meta` in a tool call, with the HTTP header of the same meaning. */
const HEADER_OF = { "x402/payment": "PAYMENT-SIGNATURE", "signal402/sign-in-with-x": "SIGN-IN-WITH-X" } as const

/** A call may have thousands of wrong names. Only the first ones are reported. */
const MAX_NAMED = 10

/** JSON allows an unpaired surrogate; a URL does not. */
const UNPAIRED_SURROGATE = /\p{Surrogate}/u

type Json = Readonly<Record<string, unknown>>

/** Wrong arguments, each with its problem. */
export type WrongArguments = readonly (readonly [name: string, what: string])[]

/** The HTTP request of a tool call, or its wrong arguments. */
export type Translated =
  | { readonly request: Request; readonly segments: Readonly<Record<string, string>> }
  | { readonly wrong: WrongArguments }

/**
 * Translates a tool call to its GET request.
 *
 * Over HTTP unknown parameters are ignored. Here they are refused, because a model that misspells an argument would pay
 * for another request. The route checks the values.
 */
export function toRequest(contract: ToolContract, args: Json, meta: Json, origin: string): Translated {
  const { path, pathParams } = contract
  const { known, wrong } = sorted(contract, args)
  if (wrong.length > 0) return { wrong: wrong.slice(0, MAX_NAMED) }
  const inPath = ([name]: readonly [string, string]) => Object.hasOwn(pathParams.shape, name)
  const segments: Record<string, string> = Object.fromEntries(known.filter(inPath))
  const url = new URL(underApi(fillPath(path, segments)), origin)
  url.search = new URLSearchParams(known.filter((argument) => !inPath(argument))).toString()
  return { request: new Request(url, { headers: headersOf(meta) }), segments }
}

function sorted(contract: ToolContract, args: Json) {
  const shape = { ...contract.pathParams.shape, ...contract.queryParams.shape }
  const known: [string, string][] = []
  const wrong: [string, string][] = []
  // Models send null for an omitted argument.
  for (const [name, value] of Object.entries(args).filter(([, value]) => value !== null)) {
    if (!Object.hasOwn(shape, name)) {
      const taken = Object.keys(shape).join(", ") || "none"
      wrong.push([name.slice(0, 100), `is not an argument of ${contract.id}, which has ${taken}`])
    } else if (!isScalar(value)) wrong.push([name, "must be text, a number or a boolean"])
    else if (UNPAIRED_SURROGATE.test(String(value))) wrong.push([name, "has an unpaired surrogate"])
    else known.push([name, String(value)])
  }
  return { known, wrong }
}

/** Types that a URL can represent. */
function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
}

function headersOf(meta: Json): Headers {
  const headers = new Headers()
  for (const [key, header] of Object.entries(HEADER_OF)) {
    if (meta[key] !== undefined) headers.set(header, encoded(meta[key]))
  }
  return headers
}

/** Accepts an object, JSON text, and base64 as for the header. */
function encoded(value: unknown): string {
  try {
    return encodeHeader(typeof value === "string" ? (readHeader(value) ?? value) : value)
  } catch {
    // The value is nested too deeply for JSON.stringify. The route rejects null as an invalid payment.
    return encodeHeader(null)
  }
}

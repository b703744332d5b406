import { fillPath, underApi } from "@/lib/api/contract"
import { encodeHeader } from "@/lib/payments/wire/challenge"
import { readHeader } from "@/lib/payments/wire/decode"
import type { ToolContract } from "./tools"

/** What a call of a tool carries beside its arguments, and the header that says the same over HTTP. */
const HEADER_OF = { "x402/payment": "PAYMENT-SIGNATURE", "signal402/sign-in-with-x": "SIGN-IN-WITH-X" } as const

/** A call may hold thousands of wrong names; its sender has read enough after these. */
const MAX_NAMED = 10

/** JSON can write a surrogate without its other half; a URL cannot. */
const HALF_A_CHARACTER = /\p{Surrogate}/u

type Json = Readonly<Record<string, unknown>>

/** Names of arguments with what is wrong with each. */
export type WrongArguments = readonly (readonly [name: string, what: string])[]

/** The same question over HTTP, or what is wrong with it. */
export type Translated =
  | { readonly request: Request; readonly segments: Readonly<Record<string, string>> }
  | { readonly wrong: WrongArguments }

/**
 * Words a call of a tool as the GET that it stands for.
 *
 * Over HTTP unknown parameters are ignored; here they are refused, because a model that misnames an argument would pay
 * for another question than it meant. What a value may be, the route knows.
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
  // Models write null for what they leave out.
  for (const [name, value] of Object.entries(args).filter(([, value]) => value !== null)) {
    if (!Object.hasOwn(shape, name)) {
      const taken = Object.keys(shape).join(", ") || "none"
      wrong.push([name.slice(0, 100), `no argument of ${contract.id}, which takes ${taken}`])
    } else if (!isScalar(value)) wrong.push([name, "neither text nor a number"])
    else if (HALF_A_CHARACTER.test(String(value))) wrong.push([name, "no text: it has half a character"])
    else known.push([name, String(value)])
  }
  return { known, wrong }
}

/** What a URL can carry. */
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

/** What is written for a header already, as base64 or as text, says the same. */
function encoded(value: unknown): string {
  try {
    return encodeHeader(typeof value === "string" ? (readHeader(value) ?? value) : value)
  } catch {
    // Nested deeper than can be written again: no payment, and refused as one.
    return encodeHeader(null)
  }
}

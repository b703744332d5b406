import type { KeyObject } from "node:crypto"
import { z } from "zod"
import { ApiKeySecret } from "./api-key"
import { HttpUrl, isLoopback, optional } from "./fields"

/** Variables of the facilitator that settles the payments of this service. */
export const facilitatorFields = {
  FACILITATOR_URL: optional(HttpUrl).describe(
    "An x402 facilitator that submits payments and pays their gas, instead of SETTLER_PRIVATE_KEY. Its answers are checked " +
      "on the chain.",
  ),
  FACILITATOR_AUTH_HEADER: optional(
    z.string().regex(/^[A-Za-z0-9-]+: ?[\x21-\x7e][\x20-\x7e]*$/, 'must be "Name: value"'),
  ).describe('Header for FACILITATOR_URL, for example "Authorization: Bearer …". Never logged.'),
  CDP_API_KEY_ID: optional(z.string().min(1).max(512)).describe(
    "API key for Coinbase's facilitator (FACILITATOR_URL=https://api.cdp.coinbase.com/platform/v2/x402), which wants a " +
      "token of its own for each request. Instead of FACILITATOR_AUTH_HEADER.",
  ),
  CDP_API_KEY_SECRET: optional(ApiKeySecret).describe(
    "Secret of CDP_API_KEY_ID: base64 (Ed25519) or PEM (P-256). Never logged.",
  ),
}

type Given = z.output<z.ZodObject<typeof facilitatorFields>>

/** The facilitator that settles payments. */
export type RemoteFacilitator = {
  readonly url: string
  /** A secret, which is never logged. */
  readonly credentials:
    | { readonly kind: "header"; readonly name: string; readonly value: string }
    | { readonly kind: "key"; readonly id: string; readonly privateKey: KeyObject }
    | null
}

export function toRemoteFacilitator(env: Given): RemoteFacilitator | null {
  const { FACILITATOR_URL: url, CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: privateKey } = env
  if (url === undefined) return null
  if (id !== undefined && privateKey !== undefined) return { url, credentials: { kind: "key", id, privateKey } }
  const [, name, value] = /^([^:]+): ?(.*)$/.exec(env.FACILITATOR_AUTH_HEADER ?? "") ?? []
  return { url, credentials: name === undefined || value === undefined ? null : { kind: "header", name, value } }
}

/** Problems by variable name, never by value. */
export function facilitatorProblems(env: Given & { readonly MODE: "sandbox" | "live" }): readonly string[] {
  const isExposed = env.MODE === "live" && !isPrivate(env.FACILITATOR_URL)
  return [
    ...keyProblems(env),
    ...(isExposed ? ["FACILITATOR_URL: must be https, or on this machine, in live mode"] : []),
  ]
}

function keyProblems(env: Given): readonly string[] {
  const { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: secret, FACILITATOR_URL: url } = env
  const hasHeaderWithoutUrl = env.FACILITATOR_AUTH_HEADER !== undefined && url === undefined
  if (id === undefined && secret === undefined)
    return hasHeaderWithoutUrl ? ["FACILITATOR_URL: required with FACILITATOR_AUTH_HEADER"] : []
  if (secret === undefined) return ["CDP_API_KEY_SECRET: required with CDP_API_KEY_ID"]
  if (id === undefined) return ["CDP_API_KEY_ID: required with CDP_API_KEY_SECRET"]
  return [
    ...(url === undefined ? ["FACILITATOR_URL: required with CDP_API_KEY_ID"] : []),
    ...(env.FACILITATOR_AUTH_HEADER === undefined ? [] : ["FACILITATOR_AUTH_HEADER: not with CDP_API_KEY_ID"]),
  ]
}

/** True when payments and the secret header are encrypted on the way. */
function isPrivate(url: string | undefined): boolean {
  if (url === undefined) return true
  return new URL(url).protocol === "https:" || isLoopback(url)
}

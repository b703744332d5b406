import type { KeyObject } from "node:crypto"
import { z } from "zod"
import { ApiKeySecret } from "./api-key"
import { DAY_MS } from "@/lib/domain/utc-day"
import { HttpUrl, isLoopback, optional, wholeNumber, withDefault } from "./fields"

/** Variables of the facilitator that settles the payments of this service. */
export const facilitatorFields = {
  FACILITATOR_URL: optional(HttpUrl).describe(
    "An x402 facilitator that submits payments and pays their gas, instead of SETTLER_PRIVATE_KEY. Its answers are checked " +
      "on the chain.",
  ),
  LISTING_FACILITATOR_URL: optional(HttpUrl).describe(
    "A facilitator whose catalogue lists a resource only after it has settled a sale of it, such as Coinbase's " +
      "(https://api.cdp.coinbase.com/platform/v2/x402). One sale of each resource in LISTING_INTERVAL_D days is settled there, all " +
      "others by SETTLER_PRIVATE_KEY, which also settles that one if the facilitator fails.",
  ),
  LISTING_INTERVAL_D: withDefault(wholeNumber(1, 365), "25").describe(
    "Days between two sales of a resource that LISTING_FACILITATOR_URL settles. Coinbase's catalogue drops a resource after 30 days.",
  ),
  FACILITATOR_AUTH_HEADER: optional(
    z.string().regex(/^[A-Za-z0-9-]+: ?[\x21-\x7e][\x20-\x7e]*$/, 'must be "Name: value"'),
  ).describe(
    'Header for FACILITATOR_URL or LISTING_FACILITATOR_URL, for example "Authorization: Bearer …". Never logged.',
  ),
  CDP_API_KEY_ID: optional(z.string().min(1).max(512)).describe(
    "API key for Coinbase's facilitator (FACILITATOR_URL=https://api.cdp.coinbase.com/platform/v2/x402), which wants a " +
      "token of its own for each request. Instead of FACILITATOR_AUTH_HEADER.",
  ),
  CDP_API_KEY_SECRET: optional(ApiKeySecret).describe(
    "Secret of CDP_API_KEY_ID: base64 (Ed25519) or PEM (P-256). Never logged.",
  ),
}

type FacilitatorEnv = z.output<z.ZodObject<typeof facilitatorFields>>

/** A facilitator. */
export type RemoteFacilitator = {
  readonly url: string
  /** A secret, which is never logged. */
  readonly credentials:
    | { readonly kind: "header"; readonly name: string; readonly value: string }
    | { readonly kind: "key"; readonly id: string; readonly privateKey: KeyObject }
    | null
}

/** The facilitator that settles all payments. */
export function toRemoteFacilitator(env: Omit<FacilitatorEnv, "LISTING_INTERVAL_D">): RemoteFacilitator | null {
  return env.FACILITATOR_URL === undefined ? null : facilitatorAt(env.FACILITATOR_URL, env)
}

/** The facilitator that settles one sale of each resource within `intervalMs`. */
export type ListingFacilitator = RemoteFacilitator & { readonly intervalMs: number }

export function toListingFacilitator(env: FacilitatorEnv): ListingFacilitator | null {
  const { LISTING_FACILITATOR_URL: url, LISTING_INTERVAL_D: days } = env
  return url === undefined ? null : { ...facilitatorAt(url, env), intervalMs: days * DAY_MS }
}

function facilitatorAt(url: string, env: Omit<FacilitatorEnv, "LISTING_INTERVAL_D">): RemoteFacilitator {
  const { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: privateKey } = env
  if (id !== undefined && privateKey !== undefined) return { url, credentials: { kind: "key", id, privateKey } }
  const [, name, value] = /^([^:]+): ?(.*)$/.exec(env.FACILITATOR_AUTH_HEADER ?? "") ?? []
  return { url, credentials: name === undefined || value === undefined ? null : { kind: "header", name, value } }
}

/** Problems by variable name, never by value. */
export function facilitatorProblems(env: FacilitatorEnv & { readonly MODE: "sandbox" | "live" }): readonly string[] {
  const exposed = (["FACILITATOR_URL", "LISTING_FACILITATOR_URL"] as const).filter((name) => !isPrivate(env[name]))
  const isBoth = env.FACILITATOR_URL !== undefined && env.LISTING_FACILITATOR_URL !== undefined
  return [
    ...keyProblems(env),
    ...(isBoth ? ["LISTING_FACILITATOR_URL: not with FACILITATOR_URL, which settles every sale"] : []),
    ...(env.MODE === "live" ? exposed : []).map((name) => `${name}: must be https, or on this machine, in live mode`),
  ]
}

function keyProblems(env: FacilitatorEnv): readonly string[] {
  const { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: secret } = env
  const url = env.FACILITATOR_URL ?? env.LISTING_FACILITATOR_URL
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

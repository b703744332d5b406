import type { KeyObject } from "node:crypto"
import { z } from "zod"
import { lowerHex } from "@/lib/domain/lower-hex"
import { ApiKeySecret } from "./api-key"
import { HttpUrl, optional, Payee, Port, wholeNumber, withDefault } from "./fields"

/** Variables about the facilitator that settles for us. */
const remoteFields = {
  FACILITATOR_URL: optional(HttpUrl).describe(
    "An x402 facilitator that submits payments and pays their gas, instead of SETTLER_PRIVATE_KEY. Its word is checked " +
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

/** And about the one that we are for others. */
export const facilitatorFields = {
  ...remoteFields,
  FACILITATOR_PORT: optional(Port).describe(
    "Makes this service a facilitator for others (/verify, /settle, /supported) on a port of its own. They spend our gas.",
  ),
  FACILITATOR_HOST: withDefault(z.string().min(1), "127.0.0.1").describe(
    "Where FACILITATOR_PORT listens. Anything but this machine needs FACILITATOR_TOKEN, and TLS before it.",
  ),
  FACILITATOR_TOKEN: optional(
    z.string().regex(/^[\x21-\x7e]{16,512}$/, "must be 16 ASCII characters or more, without spaces"),
  ).describe("Bearer token that callers of FACILITATOR_PORT must show. Required in live mode. Never logged."),
  FACILITATOR_PAYEES: optional(
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .pipe(z.array(Payee)),
  ).describe("Payees whose payments are settled for callers of FACILITATOR_PORT, with commas. Absent: PAY_TO alone."),
  FACILITATOR_PER_MINUTE: withDefault(wholeNumber(1, 100_000), "240").describe(
    "Questions a minute that callers of FACILITATOR_PORT may ask together; a settlement counts as four.",
  ),
}

type Given = z.output<z.ZodObject<typeof facilitatorFields>>

/** Where payments are sent to be settled. */
export type RemoteFacilitator = {
  readonly url: string
  /** A secret: logged nowhere. */
  readonly credentials:
    | { readonly kind: "header"; readonly name: string; readonly value: string }
    | { readonly kind: "key"; readonly id: string; readonly privateKey: KeyObject }
    | null
}

export function toRemoteFacilitator(env: Pick<Given, keyof typeof remoteFields>): RemoteFacilitator | null {
  const { FACILITATOR_URL: url, CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: privateKey } = env
  if (url === undefined) return null
  if (id !== undefined && privateKey !== undefined) return { url, credentials: { kind: "key", id, privateKey } }
  const [, name, value] = /^([^:]+): ?(.*)$/.exec(env.FACILITATOR_AUTH_HEADER ?? "") ?? []
  return { url, credentials: name === undefined || value === undefined ? null : { kind: "header", name, value } }
}

/** Where others may have payments settled, and which. */
export type OwnFacilitator = {
  readonly host: string
  readonly port: number
  readonly token: string | null
  /** Lower case. */
  readonly payees: readonly `0x${string}`[]
  readonly perMinute: number
}

export function toOwnFacilitator(env: Given, payTo: `0x${string}`): OwnFacilitator | null {
  if (env.FACILITATOR_PORT === undefined) return null
  return {
    host: env.FACILITATOR_HOST,
    port: env.FACILITATOR_PORT,
    token: env.FACILITATOR_TOKEN ?? null,
    payees: (env.FACILITATOR_PAYEES ?? [payTo]).map(lowerHex),
    perMinute: env.FACILITATOR_PER_MINUTE,
  }
}

/** Problems by variable name, never by value. */
export function facilitatorProblems(env: Given & { readonly MODE: "sandbox" | "live" }): readonly string[] {
  const { FACILITATOR_URL: url, FACILITATOR_PORT: port, FACILITATOR_TOKEN: token } = env
  const isLive = env.MODE === "live"
  const isOpen = port !== undefined && token === undefined
  return [
    ...keyProblems(env),
    ...(isLive && !isPrivate(url) ? ["FACILITATOR_URL: must be https, or on this machine, in live mode"] : []),
    ...(url !== undefined && port !== undefined ? ["FACILITATOR_PORT: needs an own settler, not FACILITATOR_URL"] : []),
    ...(isOpen && (isLive || !isHere(env.FACILITATOR_HOST))
      ? [`FACILITATOR_TOKEN: required ${isLive ? "in live mode" : "where others can reach FACILITATOR_HOST"}`]
      : []),
  ]
}

function keyProblems(env: Given): readonly string[] {
  const { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: secret, FACILITATOR_URL: url } = env
  const isHeaderAlone = env.FACILITATOR_AUTH_HEADER !== undefined && url === undefined
  if (id === undefined && secret === undefined)
    return isHeaderAlone ? ["FACILITATOR_URL: required with FACILITATOR_AUTH_HEADER"] : []
  if (secret === undefined) return ["CDP_API_KEY_SECRET: required with CDP_API_KEY_ID"]
  if (id === undefined) return ["CDP_API_KEY_ID: required with CDP_API_KEY_SECRET"]
  return [
    ...(url === undefined ? ["FACILITATOR_URL: required with CDP_API_KEY_ID"] : []),
    ...(env.FACILITATOR_AUTH_HEADER === undefined ? [] : ["FACILITATOR_AUTH_HEADER: not with CDP_API_KEY_ID"]),
  ]
}

/** Payments, and the header with its secret, can be read by nobody on the way. */
function isPrivate(url: string | undefined): boolean {
  if (url === undefined) return true
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || isHere(hostname)
}

function isHere(host: string): boolean {
  return ["localhost", "127.0.0.1", "::1", "[::1]"].includes(host)
}

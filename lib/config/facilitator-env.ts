import { z } from "zod"
import { optional } from "./fields"

/** Variables about facilitators: the one that settles for us. */
export const facilitatorFields = {
  FACILITATOR_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    "An x402 facilitator that submits payments and pays their gas, instead of SETTLER_PRIVATE_KEY. Its word is checked " +
      "on the chain.",
  ),
  FACILITATOR_AUTH_HEADER: optional(
    z.string().regex(/^[A-Za-z0-9-]+: ?[\x21-\x7e][\x20-\x7e]*$/, 'must be "Name: value"'),
  ).describe('Header for FACILITATOR_URL, for example "Authorization: Bearer …". Never logged.'),
}

type Given = z.output<z.ZodObject<typeof facilitatorFields>>

/** Where payments are sent to be settled. */
export type RemoteFacilitator = {
  readonly url: string
  /** Holds a secret: logged nowhere. */
  readonly authHeader: { readonly name: string; readonly value: string } | null
}

export function toRemoteFacilitator(env: Given): RemoteFacilitator | null {
  const { FACILITATOR_URL: url, FACILITATOR_AUTH_HEADER: header } = env
  if (url === undefined) return null
  const [, name, value] = /^([^:]+): ?(.*)$/.exec(header ?? "") ?? []
  return { url, authHeader: name === undefined || value === undefined ? null : { name, value } }
}

/** Problems by variable name, never by value. */
export function facilitatorUnfitForLive({ FACILITATOR_URL: url }: Given): readonly string[] {
  return isPrivate(url) ? [] : ["FACILITATOR_URL: must be https, or on this machine, in live mode"]
}

/** Payments, and the header with its secret, can be read by nobody on the way. */
function isPrivate(url: string | undefined): boolean {
  if (url === undefined) return true
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
}

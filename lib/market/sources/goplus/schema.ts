import { z } from "zod"
import type { ReadProviderError } from "@/lib/outbound/provider-error"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** `"1"`, `"0"`, or absent and empty text where GoPlus could not tell. */
const Flag = z
  .enum(["0", "1"])
  .transform((text) => text === "1")
  .nullish()
  .catch(null)

/** A fraction as text: `"0.05"` is 5%. */
const Ratio = numStr.pipe(z.number().min(0)).nullish().catch(null)

const Holder = z.object({ percent: numStr, is_locked: numStr.catch(0), address: z.string().catch("") })
const Holders = z.array(Holder).max(200).nullish().catch(null)

const Facts = z.object({
  is_honeypot: Flag,
  buy_tax: Ratio,
  sell_tax: Ratio,
  is_mintable: Flag,
  transfer_pausable: Flag,
  is_blacklisted: Flag,
  hidden_owner: Flag,
  is_proxy: Flag,
  creator_percent: Ratio,
  honeypot_with_same_creator: Flag,
  holders: Holders,
  lp_holders: Holders,
})

export type GoPlusFacts = z.output<typeof Facts>

/** Facts by address. A token that GoPlus does not know is absent. */
export const TokenSecurityAnswer = z.looseObject({ code: z.literal(1), result: z.record(z.string(), Facts) })

const ErrorBody = z.looseObject({ code: z.int(), message: z.string() })

/**
 * Errors have another code than 1, with status 200.
 *
 * @see https://docs.gopluslabs.io/reference/api-status-code
 */
export const readGoPlusError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success || parsed.data.code === 1) return null
  const { code } = parsed.data
  return { kind: code === 4029 ? "rate_limited" : "network", message: `GoPlus refused (${code}).` }
}

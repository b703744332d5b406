import { z } from "zod"
import type { ReadProviderError } from "@/lib/outbound/provider-error"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** `"1"`, `"0"`, or absent and empty text where GoPlus could not tell. */
export const Flag = z
  .enum(["0", "1"])
  .transform((text) => text === "1")
  .nullish()
  .catch(null)

/** A number of occurrences as text: `"2"`. */
const Occurs = numStr
  .transform((count) => count > 0)
  .nullish()
  .catch(null)

/** A fraction as text: `"0.05"` is 5%. */
export const Ratio = numStr.pipe(z.number().min(0)).nullish().catch(null)

const Holder = z.object({
  percent: numStr,
  is_locked: numStr.catch(0),
  address: z.string().catch(""),
  tag: z.string().nullish().catch(null),
  locked_detail: z
    .array(z.object({ end_time: z.string().catch("") }))
    .nullish()
    .catch(null),
})
const Holders = z.array(Holder).max(200).nullish().catch(null)

/** Pools of the token. `pool_manager` holds the tokens of all Uniswap v4 pools, whose `pair` is not an address. */
const Pools = z
  .array(z.object({ pair: z.string().catch(""), pool_manager: z.string().nullish().catch(null) }).catch({ pair: "" }))
  .nullish()
  .catch(null)

/**
 * Facts about one token. Without a public source code GoPlus sends few of the others. `owner_address` is empty text if nobody
 * owns the contract.
 */
export const Facts = z.object({
  is_open_source: Flag,
  is_honeypot: Flag,
  buy_tax: Ratio,
  sell_tax: Ratio,
  cannot_sell_all: Flag,
  is_mintable: Flag,
  transfer_pausable: Flag,
  is_blacklisted: Flag,
  hidden_owner: Flag,
  can_take_back_ownership: Flag,
  owner_change_balance: Flag,
  slippage_modifiable: Flag,
  /** Whether the owner can set another tax for each address. */
  personal_slippage_modifiable: Flag,
  selfdestruct: Flag,
  is_proxy: Flag,
  owner_address: z.string().nullish().catch(null),
  creator_percent: Ratio,
  /** How many honeypots the creator made. */
  honeypot_with_same_creator: Occurs,
  dex: Pools,
  holders: Holders,
  lp_holders: Holders,
})

export type GoPlusFacts = z.output<typeof Facts>

/**
 * Facts by address, one record a token. A token that GoPlus does not know is absent. With code 2 the answer is partial: the rest
 * can be asked again after some 15 seconds.
 */
export const GoPlusAnswer = z.looseObject({
  code: z.literal([1, 2]),
  result: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((result) => result ?? {}),
})

const ErrorBody = z.looseObject({ code: z.int() })

const OK_CODES: ReadonlySet<number> = new Set([1, 2])
const RATE_LIMITED = 4029

/**
 * Errors have another code than 1 and 2, with status 200. The message can be null.
 *
 * @see https://docs.gopluslabs.io/reference/api-status-code
 */
export const readGoPlusError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success || OK_CODES.has(parsed.data.code)) return null
  const { code } = parsed.data
  return { kind: code === RATE_LIMITED ? "rate_limited" : "network", message: `GoPlus refused (${code}).` }
}

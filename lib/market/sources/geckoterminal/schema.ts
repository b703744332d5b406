import { z } from "zod"
import { MAX_NAME_CHARS, MAX_SYMBOL_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

const Num = numStr.nullish().catch(null)
const Count = z.number().int().nonnegative().nullish().catch(null)
const Address = z.string().regex(/^[\w:.-]{1,120}$/)
const Ref = z.object({ data: z.object({ id: z.string() }) })

const Pool = z.object({
  attributes: z.object({
    address: Address,
    pool_created_at: z.iso.datetime().nullish().catch(null),
    base_token_price_usd: Num,
    fdv_usd: Num,
    market_cap_usd: Num,
    reserve_in_usd: Num,
    price_change_percentage: z.object({ m5: Num, h1: Num, h6: Num, h24: Num }).partial().nullish().catch(null),
    transactions: z
      .object({ h24: z.object({ buys: Count, sells: Count, buyers: Count, sellers: Count }).partial().nullish() })
      .nullish()
      .catch(null),
    volume_usd: z.object({ h24: Num }).partial().nullish().catch(null),
    community_sus_report: Count,
  }),
  relationships: z.object({ base_token: Ref, dex: Ref, network: Ref.nullish() }),
})

export type GeckoTerminalPool = z.output<typeof Pool>

/** Tokens by id. Other included types are ignored. */
const Included = z.object({
  id: z.string(),
  type: z.literal("token"),
  attributes: z.object({
    address: Address,
    name: providerText(MAX_NAME_CHARS),
    symbol: providerText(MAX_SYMBOL_CHARS),
  }),
})

export type GeckoTerminalToken = z.output<typeof Included>

export const TrendingAnswer = z.object({
  data: validRows(Pool, 200),
  included: z
    .array(z.unknown())
    .nullish()
    .transform((all) => (all ?? []).flatMap((one) => Included.safeParse(one).data ?? [])),
})

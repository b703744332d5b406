import { z } from "zod"
import type { ReadProviderError, ProviderError } from "@/lib/outbound/provider-error"
import {
  cleanText,
  httpsLink,
  MAX_NAME_CHARS,
  MAX_SYMBOL_CHARS,
  providerText,
} from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

const MAX_BTC = 21_000_000

const Ticker = z
  .string()
  .transform((text) => cleanText(text, MAX_SYMBOL_CHARS))
  .nullish()

/** `total_entry_value_usd` 0: unknown. Symbols: `MSTR.US`, `NASDAQ:MSTR`, `TSE: GLXY`. */
const Company = z.looseObject({
  name: providerText(MAX_NAME_CHARS),
  symbol: Ticker,
  country: z.string().nullish(),
  total_holdings: numStr.refine((btc) => btc >= 0 && btc <= MAX_BTC),
  total_entry_value_usd: numStr.nullish(),
})

export type CoinGeckoCompany = z.output<typeof Company>

export const CompaniesAnswer = z.looseObject({ companies: validRows(Company, 1000) })

const Entity = z.looseObject({
  id: z.string().regex(/^[\w-]+$/),
  symbol: Ticker,
  name: providerText(MAX_NAME_CHARS),
})

export const EntitiesAnswer = validRows(Entity, 1000)

/** `date` is in milliseconds. The sign of `holding_net_change` in a sale is not documented, so `type` decides. */
const Transaction = z.looseObject({
  date: z.int().positive(),
  source_url: z.string().transform(httpsLink).nullish().catch(null),
  coin_id: z.string(),
  type: z.enum(["buy", "sell"]),
  holding_net_change: numStr.refine((btc) => Math.abs(btc) <= MAX_BTC),
  transaction_value_usd: numStr.nullish(),
})

export type CoinGeckoTransaction = z.output<typeof Transaction>

export const TransactionsAnswer = z.looseObject({ transactions: validRows(Transaction, 250) })

/** Shares in percent, `updated_at` in seconds. */
export const GlobalAnswer = z.looseObject({
  data: z.looseObject({
    total_market_cap: z.looseObject({ usd: z.number().positive() }),
    total_volume: z.looseObject({ usd: z.number().nonnegative() }),
    market_cap_percentage: z.looseObject({ btc: z.number().gt(0).lt(100), eth: z.number().gt(0).lt(100).optional() }),
    market_cap_change_percentage_24h_usd: z.number(),
    updated_at: z.int().positive(),
  }),
})

const Status = z.looseObject({ error_code: z.int(), error_message: z.string() })
const ErrorBody = z.union([
  z.looseObject({ status: Status }).transform(({ status }) => status),
  z.looseObject({ error: z.looseObject({ status: Status }) }).transform(({ error }) => error.status),
])

/**
 * Errors are `{"status":{"error_code":429,…}}` or `{"error":{"status":{"error_code":10012,…}}}`. Codes of 10000 and above
 * mean that the key or its plan does not allow the request.
 *
 * @see https://docs.coingecko.com/docs/common-errors-rate-limit
 */
export const readCoinGeckoError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return null
  const { error_code } = parsed.data
  return { kind: kindOf(error_code), message: `CoinGecko refused (${error_code}).` }
}

function kindOf(code: number): ProviderError["kind"] {
  if (code === 429) return "rate_limited"
  if (code === 401 || code === 403 || code >= 10_000) return "auth"
  return code >= 500 ? "network" : "not_found"
}

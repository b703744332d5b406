import { z } from "zod"
import { httpsLink, MAX_NAME_CHARS, MAX_SYMBOL_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

const Chain = z.string().regex(/^[\w.-]{1,40}$/)
const Address = z.string().regex(/^[\w:.-]{1,120}$/)
const Name = providerText(MAX_NAME_CHARS)
const Symbol = providerText(MAX_SYMBOL_CHARS)

const Boost = z.object({
  chainId: Chain,
  tokenAddress: Address,
  /** Total bought so far. The `latest` list also has `amount`, the last purchase. */
  totalAmount: z.number().nonnegative(),
})

export const BoostsAnswer = validRows(Boost, 1_000)

const Num = numStr.nullish().catch(null)
const Count = z.number().int().nonnegative().nullish().catch(null)
const Windows = z.object({ m5: Num, h1: Num, h6: Num, h24: Num }).partial().nullish().catch(null)

const Pair = z.object({
  chainId: Chain,
  dexId: Chain,
  url: z.string().transform(httpsLink).pipe(z.string()),
  pairAddress: Address,
  baseToken: z.object({ address: Address, name: Name, symbol: Symbol }),
  priceUsd: Num,
  txns: z
    .object({ h24: z.object({ buys: Count, sells: Count }).nullish() })
    .nullish()
    .catch(null),
  volume: Windows,
  priceChange: Windows,
  liquidity: z.object({ usd: Num }).nullish().catch(null),
  fdv: Num,
  marketCap: Num,
  /** Milliseconds, within the range that `Date` can represent. */
  pairCreatedAt: numStr.pipe(z.number().positive().lt(1e14)).nullish().catch(null),
  info: z
    .object({ websites: z.array(z.unknown()).nullish(), socials: z.array(z.unknown()).nullish() })
    .nullish()
    .catch(null),
})

export type DexScreenerPair = z.output<typeof Pair>

export const PairsAnswer = validRows(Pair, 2_000)

import { z } from "zod"
import { validRows } from "@/lib/sources/wire/valid-rows"
import { numStr } from "@/lib/sources/wire/num-str"

const Boost = z.object({
  chainId: z.string(),
  tokenAddress: z.string(),
  /** Bought so far; the newest list names the last purchase too. */
  totalAmount: z.number().nonnegative(),
})

export const BoostsAnswer = validRows(Boost, 1_000)

const Num = numStr.nullish().catch(null)
const Count = z.number().int().nonnegative().nullish().catch(null)
const Windows = z.object({ m5: Num, h1: Num, h6: Num, h24: Num }).partial().nullish().catch(null)

const Pair = z.object({
  chainId: z.string(),
  dexId: z.string(),
  url: z.url(),
  pairAddress: z.string(),
  baseToken: z.object({ address: z.string(), name: z.string(), symbol: z.string() }),
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
  /** Milliseconds; what no date can hold would break the answer that tells it. */
  pairCreatedAt: numStr.pipe(z.number().positive().lt(1e14)).nullish().catch(null),
  info: z
    .object({ websites: z.array(z.unknown()).nullish(), socials: z.array(z.unknown()).nullish() })
    .nullish()
    .catch(null),
})

export type DexScreenerPair = z.output<typeof Pair>

export const PairsAnswer = validRows(Pair, 2_000)

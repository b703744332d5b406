import { z } from "zod"

/** US dollars and percent; `last_updated` in seconds. */
export const GlobalAnswer = z.looseObject({
  market_cap_usd: z.number().positive(),
  volume_24h_usd: z.number().nonnegative(),
  bitcoin_dominance_percentage: z.number().gt(0).lt(100),
  market_cap_change_24h: z.number(),
  last_updated: z.int().positive(),
})

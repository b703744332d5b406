import type { Params } from "@/lib/api/contract"
import type { oddsContract } from "@/lib/endpoints/odds/contract"
import { checkLevels } from "@/lib/endpoints/odds/answer"
import { runtime } from "./runtime"

/** Refuses levels that are too far from the price, before a price is named. Without a price nothing is sold anyway. */
export async function checkOdds({ coin, level }: Params<typeof oddsContract>): Promise<void> {
  const price = await (await runtime()).candles.price(coin)
  if (price) checkLevels(level, price.value)
}

import { inputLimits } from "@/lib/domain/freshness"
import { COINS } from "@/lib/domain/market/coin"
import { surfaceOf } from "@/lib/domain/options/surface"
import { DAY_MS } from "@/lib/domain/utc-day"
import { createDeribitSource } from "@/lib/market/sources/deribit/client"
import { type Probe, probe, type ProbePorts, series } from "./probe"

/** Options of each coin, and the index of their volatility. */
export function optionProbes({ http, clock }: ProbePorts): readonly Probe[] {
  const deribit = createDeribitSource({ http, clock })
  return [
    ...COINS.map((coin) =>
      probe(
        deribit,
        `options ${coin}`,
        async () => {
          const { quotes, asOfMs } = await deribit.options(coin)
          const { smiles } = surfaceOf(quotes, asOfMs)
          return {
            rows: quotes.length,
            droppedRows: 0,
            asOfMs,
            missing: smiles.length === 0 ? "any usable expiry" : null,
          }
        },
        { maxAgeMs: inputLimits.options.maxAgeMs },
      ),
    ),
    ...(["BTC", "ETH"] as const).map((coin) =>
      series(deribit, `volatility index ${coin}`, () => deribit.volatilityIndex(coin), {
        minRows: 365,
        maxAgeMs: 2 * DAY_MS,
      }),
    ),
  ]
}

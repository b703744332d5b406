import { inputLimits } from "@/lib/domain/freshness"
import { COINS } from "@/lib/domain/market/coin"
import { MIN_DAYS } from "@/lib/market/feeds/etf-feeds"
import { createFarsideSource } from "@/lib/market/sources/farside/client"
import { createSosoValueSource } from "@/lib/market/sources/sosovalue/client"
import { keyed, type Need, type Probe, probe, type ProbePorts, series } from "./probe"

/** Bitcoin's own page shows two weeks. */
const DAYS: Need = { maxAgeMs: inputLimits.etfFlows.maxAgeMs, minRows: 5 }
const HISTORY: Need = { ...DAYS, minRows: MIN_DAYS }

/** Flows of US spot funds, by fund and day. */
export function etfProbes({ http, clock, keys }: ProbePorts): readonly Probe[] {
  const farside = createFarsideSource({ http, clock })
  return [
    series(farside, "ETF flows BTC", () => farside.etfFlows("BTC"), DAYS),
    // ETH and SOL have one page each, which includes the last days.
    ...COINS.map((coin) => series(farside, `ETF history ${coin}`, () => farside.etfHistory(coin), HISTORY)),
    ...keyed(keys.sosovalue, (apiKey) => {
      const source = createSosoValueSource({ http, apiKey })
      return COINS.flatMap((coin) => [
        series(source, `ETF flows ${coin}`, () => source.etfTotals(coin), DAYS),
        series(source, `ETF history ${coin}`, () => source.etfHistory(coin), HISTORY),
        probe(
          source,
          `ETF funds ${coin}`,
          async () => {
            const { usdMByFund, atMs } = await source.latestEtfFlows(coin)
            return { rows: Object.keys(usdMByFund).length, droppedRows: 0, asOfMs: atMs }
          },
          { maxAgeMs: inputLimits.etfFlows.maxAgeMs },
        ),
      ])
    }),
  ]
}

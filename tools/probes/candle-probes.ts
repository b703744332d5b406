import { inputLimits } from "@/lib/domain/freshness"
import { INTERVALS, type Interval, intervalMs, openTimeOf } from "@/lib/domain/market/candle"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import { minCandles, hasEnoughDepth, windowCandles } from "@/lib/market/feeds/candle-series"
import { MAX_PREMIUM_MS } from "@/lib/market/feeds/premium-source"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { closedCandles } from "@/lib/market/sources/wire/candle-page"
import { seriesMaxAgeMs } from "@/lib/market/sources/wire/max-age"
import { DAY_HOURS, type Probe, probe, type ProbePorts } from "./probe"

type Source = ReturnType<typeof candleProviders>[number]

type Question = { readonly coin: Coin; readonly interval: Interval; readonly spanMs: number }

/** Full candle windows, as a new service reads them, and prices. */
export function candleProbes({ http, clock }: Pick<ProbePorts, "http" | "clock">): readonly Probe[] {
  const ports = { http, clock }
  const kraken = createKrakenSource(ports)
  return [
    ...candleProviders(ports).flatMap((source) =>
      COINS.flatMap((coin) => [
        ...INTERVALS.filter((interval) => hasEnoughDepth(source, interval)).map((interval) => {
          const spanMs = windowCandles[interval] * intervalMs[interval]
          const need = { maxAgeMs: inputLimits[interval].maxAgeMs, minRows: minCandles[interval] }
          return probe(source, `candles ${interval} ${coin}`, candles(source, { coin, interval, spanMs }, clock), need)
        }),
        probe(source, `price ${coin}`, price(source, coin), inputLimits.price),
      ]),
    ),
    // Kraken keeps too few hours for a series, but the Coinbase premium needs them. The strict profile does not read it.
    ...COINS.map((coin) =>
      probe(
        { ...kraken, license: "evaluation" },
        `premium 1h ${coin}`,
        candles(kraken, { coin, interval: "1h", spanMs: MAX_PREMIUM_MS }, clock),
        { maxAgeMs: seriesMaxAgeMs.coinbasePremium, minRows: DAY_HOURS },
      ),
    ),
  ]
}

/** Closed candles. The range includes the open candle. */
function candles(
  source: Pick<Source, "candles">,
  { coin, interval, spanMs }: Question,
  clock: ProbePorts["clock"],
): Probe["run"] {
  return async () => {
    const toMs = openTimeOf(clock(), interval)
    const range = { fromMs: toMs - spanMs, toMs: toMs + intervalMs[interval] }
    const page = await source.candles(coin, interval, range)
    const over = closedCandles(page, interval)
    const last = over.at(-1)
    const asOfMs = last === undefined ? null : last.openTimeMs + intervalMs[interval]
    return { rows: over.length, droppedRows: page.droppedRows, asOfMs }
  }
}

function price(source: Source, coin: Coin): Probe["run"] {
  return async () => ({ rows: 1, droppedRows: 0, asOfMs: (await source.price(coin)).asOfMs })
}

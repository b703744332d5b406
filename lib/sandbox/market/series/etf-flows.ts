import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { normalAt, streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { easternTime, previousTradingDay, tradingDays } from "./us-calendar"

/** A fund and its part in an ordinary day; it reports nothing before `sinceMs`. */
type Fund = { readonly ticker: string; readonly share: number; readonly sinceMs: number }

type Market = {
  readonly funds: readonly Fund[]
  /** US$ millions of an ordinary day. */
  readonly sizeUsdM: number
  /** Hours after 00:00 UTC of the day within which funds report; the largest fund comes last. */
  readonly reports: { readonly firstHour: number; readonly lastHour: number }
}

const fundsOf = (
  since: string,
  shares: Readonly<Record<string, number>>,
  later: Readonly<Record<string, string>> = {},
) => Object.entries(shares).map(([ticker, share]) => ({ ticker, share, sinceMs: Date.parse(later[ticker] ?? since) }))

/** Columns in the order in which the table shows them. The first one is the largest fund. */
export const etfMarkets = {
  BTC: {
    funds: fundsOf(
      "2024-01-11",
      {
        IBIT: 0.5,
        FBTC: 0.19,
        BITB: 0.06,
        ARKB: 0.08,
        BTCO: 0.02,
        EZBC: 0.02,
        BRRR: 0.02,
        HODL: 0.03,
        BTCW: 0.01,
        MSBT: 0.04,
        GBTC: -0.09,
        BTC: 0.05,
      },
      { BTC: "2024-07-31", MSBT: "2026-04-08" },
    ),
    sizeUsdM: 165,
    reports: { firstHour: 21.5, lastHour: 28 },
  },
  ETH: {
    funds: fundsOf(
      "2024-07-23",
      {
        ETHA: 0.55,
        ETHB: 0.06,
        FETH: 0.2,
        ETHW: 0.06,
        TETH: 0.02,
        ETHV: 0.03,
        QETH: 0.02,
        EZET: 0.02,
        ETHE: -0.08,
        ETH: 0.06,
      },
      { ETHB: "2026-03-12" },
    ),
    sizeUsdM: 48,
    reports: { firstHour: 21.5, lastHour: 28 },
  },
  SOL: {
    funds: fundsOf(
      "2025-10-28",
      { BSOL: 0.55, VSOL: 0.07, FSOL: 0.18, TSOL: 0.07, SOEZ: 0.04, GSOL: 0.09 },
      { GSOL: "2025-10-29", VSOL: "2025-11-17", FSOL: "2025-11-18", TSOL: "2025-11-18", SOEZ: "2025-12-03" },
    ),
    sizeUsdM: 4.5,
    reports: { firstHour: 21.5, lastHour: 25.5 },
  },
} as const satisfies Record<Coin, Market>

/** Flows of one trading day in US$ millions with one decimal; `null`: not reported. */
export type EtfDay = { readonly dayMs: number; readonly usdM: readonly (number | null)[]; readonly totalUsdM: number }

/** Trading days since launch as they stand at `nowMs`; the row of a day appears, empty, at 12:00 UTC. */
export function etfDays(market: SimulatedMarket, coin: Coin, nowMs: number): readonly EtfDay[] {
  const launchMs = Math.min(...etfMarkets[coin].funds.map(({ sinceMs }) => sinceMs))
  const streams = { noise: streamOf(market.seed, `etf/${coin}`), report: streamOf(market.seed, `etf/${coin}/report`) }
  return tradingDays(launchMs, nowMs - 12 * HOUR_MS).map((dayMs) => etfDay(market, coin, { dayMs, nowMs, ...streams }))
}

function etfDay(
  market: SimulatedMarket,
  coin: Coin,
  { dayMs, nowMs, noise, report }: { dayMs: number; nowMs: number; noise: number; report: number },
): EtfDay {
  const { funds, sizeUsdM, reports } = etfMarkets[coin]
  const index = Math.floor(dayMs / DAY_MS) * 32
  const dayUsdM = sizeUsdM * demand(market, coin, dayMs) + sizeUsdM * normalAt(noise, index)
  const usdM = funds.map(({ share, sinceMs }, column): number | null => {
    const spread = reports.lastHour - reports.firstHour
    const wait = column === 0 ? spread : 0.8 * spread * uniformAt(report, index + column)
    if (dayMs < sinceMs || nowMs < dayMs + (reports.firstHour + wait) * HOUR_MS) return null
    const own = Math.abs(share) * sizeUsdM * 0.6 * normalAt(noise, index + 1 + column)
    // Small funds have no flow on most days.
    const idle = column > 0 && uniformAt(noise, index * 2 + 1 + column) < 0.55 - 2 * Math.abs(share)
    return idle ? 0 : Math.round(10 * clamp(share * dayUsdM + own, 1500)) / 10
  })
  const totalUsdM = usdM.reduce<number>((sum, flow) => sum + (flow ?? 0), 0)
  return { dayMs, usdM, totalUsdM: Math.round(10 * totalUsdM) / 10 }
}

/** Money follows the last day and the last week, in ordinary days of flow. */
function demand(market: SimulatedMarket, coin: Coin, dayMs: number): number {
  const nowUsd = market.priceAt(coin, easternTime(dayMs, 16))
  const day = Math.log(nowUsd / market.priceAt(coin, easternTime(previousTradingDay(dayMs), 16)))
  const week = Math.log(nowUsd / market.priceAt(coin, easternTime(dayMs, 16) - 7 * DAY_MS))
  return clamp(0.25 + 24 * day + 9 * week, 6)
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value))
}

import { expect, test } from "vitest"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { getVolatility } from "@/lib/endpoints/volatility/answer"
import { volatilityContract } from "@/lib/endpoints/volatility/contract"
import { createCalendarFeeds } from "@/lib/market/feeds/calendar-feeds"
import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { createDerivativeFeeds } from "@/lib/market/feeds/derivative-feeds"
import { createEtfFeeds } from "@/lib/market/feeds/etf-feeds"
import { createMarketFeeds } from "@/lib/market/feeds/market-feeds"
import { createOptionFeeds } from "@/lib/market/feeds/option-feeds"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { testMarket } from "@/tools/testing/feeds/test-market"

/** A Friday afternoon, after the daily expiry. */
const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const [HOUR, DAY, YEAR] = [3_600_000, 86_400_000, 365 * 86_400_000]

const fetchFrom = createSandboxFetch({ market: testMarket, clock: () => NOW_MS, faults: parseFaults("") })
const rawOf = async (url: string) => (await (await fetchFrom(url)).json()) as never

type Row = { readonly strike: number; readonly kind: string; readonly iv: number; readonly forward: number }

/** The venue's own rows that have a bid below an ask, by expiry. */
async function rowsByExpiry(coin: Coin): Promise<ReadonlyMap<string, readonly Row[]>> {
  const currency = coin === "SOL" ? "USDC" : coin
  const url = `https://www.deribit.com/api/v2/public/get_book_summary_by_currency?currency=${currency}&kind=option`
  const { result }: { readonly result: readonly Record<string, unknown>[] } = await rawOf(url)
  const rows = new Map<string, Row[]>()
  for (const row of result) {
    const [, day = "", strike = "", kind = ""] = String(row["instrument_name"]).split("-")
    const [bid = NaN, ask = NaN, mark = NaN] = ["bid_price", "ask_price", "mark_price"].map((name) => Number(row[name]))
    if (!(bid > 0 && bid < ask && mark >= bid && mark <= ask && ask - bid <= (ask + bid) / 2)) continue
    const date = new Date(`${day.slice(0, -5)} ${day.slice(-5, -2)} 20${day.slice(-2)} 08:00 UTC`).toISOString()
    const one = {
      strike: Number(strike.replace("d", ".")),
      kind,
      iv: Number(row["mark_iv"]) / 100,
      forward: Number(row["underlying_price"]),
    }
    rows.set(date, [...(rows.get(date) ?? []), one])
  }
  return rows
}

/** Between the nearest put below and the nearest call above the forward, linear in variance. */
function atTheMoney(rows: readonly Row[]): number {
  const forward = rows[0]?.forward ?? NaN
  const puts = rows.filter(({ kind, strike }) => kind === "P" && strike < forward)
  const calls = rows.filter(({ kind, strike }) => kind === "C" && strike > forward)
  const below = puts.reduce((best, one) => (one.strike > best.strike ? one : best))
  const above = calls.reduce((best, one) => (one.strike < best.strike ? one : best))
  const [left, right] = [Math.log(forward / below.strike), Math.log(above.strike / forward)]
  return Math.sqrt((below.iv ** 2 * right + above.iv ** 2 * left) / (left + right))
}

/** Open, high, low and close of the volatility index by day. */
async function indexDays(coin: Coin): Promise<readonly (readonly number[])[]> {
  const query = `currency=${coin}&resolution=1D&start_timestamp=${NOW_MS - 400 * DAY}&end_timestamp=${NOW_MS}`
  const answer: { readonly result: { readonly data: readonly (readonly number[])[] } } = await rawOf(
    `https://www.deribit.com/api/v2/public/get_volatility_index_data?${query}`,
  )
  return answer.result.data
}

async function answersOf(coins: readonly Coin[]) {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  const feeds = { ...createMarketFeeds(ports), ...createDerivativeFeeds(ports), ...createEtfFeeds(ports) }
  const candles = createCandleFeed({ sources: [createBinanceSource(ports)], clock: ports.clock })
  const deps = { candles, series: createSeriesFeed(feeds), mode: "sandbox" as const, nowMs: NOW_MS }
  const { calendar } = createCalendarFeeds(ports)
  const { options } = createOptionFeeds(ports)
  return Promise.all(
    coins.map(async (coin) => ({
      coin,
      answer: await getVolatility({ coin }, { ...deps, calendar, options }),
      days: (await candles.candles(coin, "1d"))?.value ?? [],
    })),
  )
}

test("every figure of the options is recomputed from the venue's own rows", async () => {
  for (const { coin, answer, days } of await answersOf(COINS)) {
    expect(volatilityContract.response.parse(answer)).toEqual(answer)
    const rows = await rowsByExpiry(coin)
    expect(answer.expiries.length).toBeGreaterThanOrEqual(8)
    const variances = answer.expiries.map(({ expiry, at_the_money_annual_pct, skew25_pp, expected_move_pct }) => {
      const volatility = atTheMoney(rows.get(expiry) ?? [])
      const years = (Date.parse(expiry) - NOW_MS) / YEAR
      expect(at_the_money_annual_pct).toBeCloseTo(100 * volatility, 1)
      expect(expected_move_pct).toBeCloseTo(100 * volatility * Math.sqrt(years), 1)
      expect(Math.abs(skew25_pp ?? 0)).toBeLessThan(15)
      return { years, variance: volatility ** 2 * years }
    })
    for (const { hours, implied_move_pct, implied_annual_pct, variance_ratio, forecast_move_pct } of answer.terms) {
      const years = (hours * HOUR) / YEAR
      const next = variances.findIndex((one) => one.years >= years)
      const [before, after] = [variances[next - 1] ?? { years: 0, variance: 0 }, variances[next]]
      if (after === undefined) throw new Error(`No expiry is after ${hours} hours.`)
      const slope = (after.variance - before.variance) / (after.years - before.years)
      const variance = before.variance + slope * (years - before.years)
      expect(implied_move_pct).toBeCloseTo(100 * Math.sqrt(variance), 1)
      expect(implied_annual_pct).toBeCloseTo(100 * Math.sqrt(variance / years), 0)
      expect(variance_ratio).toBeCloseTo((100 * Math.sqrt(variance)) ** 2 / forecast_move_pct ** 2, 1)
    }
    if (coin === "SOL") {
      expect([answer.index, answer.premium]).toEqual([null, null])
      continue
    }
    const index = await indexDays(coin)
    const [now = [], yesterday = []] = index.toReversed()
    const year = index.slice(-366, -1).map((candle) => candle[4] ?? NaN)
    const lower = year.filter((close) => close < (now[4] ?? NaN)).length
    expect(answer.index?.value_annual_pct).toBe(now[4])
    expect(answer.index?.change_1d_pp).toBeCloseTo((now[4] ?? NaN) - (yesterday[4] ?? NaN), 2)
    expect(answer.index?.percentile_1y).toBeCloseTo(lower / 365, 2)
    expect([answer.index?.low_1y_annual_pct, answer.index?.high_1y_annual_pct]).toEqual([
      Math.min(...year),
      Math.max(...year),
    ])
    const month = days.filter(({ openTimeMs }) => openTimeMs + DAY <= NOW_MS).slice(-30)
    const squares = month.map(({ highUsd, lowUsd }) => Math.log(highUsd / lowUsd) ** 2 / (4 * Math.LN2))
    const realised = 100 * Math.sqrt((365 * squares.reduce((sum, one) => sum + one, 0)) / 30)
    expect(answer.premium?.realised_30d_annual_pct).toBeCloseTo(realised, 1)
    expect(answer.premium?.over_realised_pp).toBeCloseTo((now[4] ?? NaN) - realised, 1)
    expect(answer.premium?.since?.realised_annual_pct).toBeCloseTo(realised, 1)
    expect(answer.events.map(({ name }) => name)).toEqual(expect.arrayContaining(["CPI", "FOMC decision", "NFP"]))
  }
})

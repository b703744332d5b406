import type { z } from "zod"
import type { MarketOverviewAnswer } from "./fields"

/** A complete answer of `/market/overview`, with made-up figures. */
export const marketOverviewExample: z.input<typeof MarketOverviewAnswer> = {
  timestamp: "2026-11-20T12:00:05.000Z",
  signals: {
    BTC: {
      direction: "LONG",
      confidence: 0.522,
      price: 96_412.5,
      strength: 59,
      price_of_record: 96_412.5,
      decided_at: "2026-11-20T12:00:00.000Z",
      price_moved_pct: 0,
      now: {
        at: "2026-11-20T12:00:05.000Z",
        price_usd: 96_412.5,
        hours_since_close: 0,
        confidence: 0.522,
        range80_24h: { low: 94_122, high: 98_758 },
        range80_7d: { low: 89_900, high: 103_400 },
      },
    },
    ETH: { direction: "LEAN_LONG", confidence: 0.511, price: 3_310.25, strength: 32 },
    SOL: { direction: "NEUTRAL", confidence: 0.504, price: 178.4, strength: 13 },
  },
  prices: {
    BTC: { price: 96_412.5, change_24h_pct: 1.2, change_7d_pct: 3.4, change_30d_pct: 7.4 },
    ETH: { price: 3_310.25, change_24h_pct: 0.8, change_7d_pct: 2.1, change_30d_pct: 5.2 },
    SOL: { price: 178.4, change_24h_pct: -0.6, change_7d_pct: 0.3, change_30d_pct: -2.8 },
  },
  etf: { total_m: -84.5, institutional_m: -20.5, date: "2026-11-18" },
  etf_flows: {
    BTC: { date: "2026-11-18", total_m: -84.5, institutional_m: -20.5, flow_7d_m: 310.2 },
    ETH: { date: "2026-11-18", total_m: 12.1, institutional_m: 15.3, flow_7d_m: -40.8 },
    SOL: { date: "2026-11-18", total_m: 3.4, institutional_m: 0.6, flow_7d_m: 11.9 },
  },
  stablecoin: { total_supply_b: 316.2, change_7d_b: 1.84, signal: "INFLOW" },
  stablecoin_flows: {
    date: "2026-11-19",
    total_supply_b: 316.2,
    change_7d_b: 1.84,
    change_7d_pct: 0.585,
    change_30d_b: 6.1,
    signal: "INFLOW",
  },
  fear_greed: { value: 63, label: "Greed", change_7d: 5, attribution: "Fear & greed index: alternative.me" },
  derivatives: {
    BTC: {
      funding_rate_8h_pct: 0.0081,
      funding_annual_pct: 8.87,
      funding_venue: "okx",
      open_interest_base: 101_220.4,
      open_interest_usd: 9_758_911_000,
      open_interest_change_24h_pct: 1.3,
      open_interest_venue: "okx",
      long_short_ratio: 1.42,
      long_short_venue: "okx",
    },
    ETH: {
      funding_rate_8h_pct: 0.0064,
      funding_annual_pct: 7.01,
      funding_venue: "okx",
      open_interest_base: 2_004_110.7,
      open_interest_usd: 6_634_107_000,
      open_interest_change_24h_pct: 0.4,
      open_interest_venue: "okx",
      long_short_ratio: 1.61,
      long_short_venue: "okx",
      venues: {
        funding: [{ venue: "okx", value: 0.0064, share: 1, age_s: 16_200 }],
        open_interest: [{ venue: "okx", value: 2_004_110.7, share: 1, age_s: 1_800 }],
        long_short: [{ venue: "okx", value: 1.61, share: 1, age_s: 1_800 }],
      },
    },
    SOL: {
      funding_rate_8h_pct: null,
      funding_annual_pct: null,
      funding_venue: null,
      open_interest_base: 8_410_020.2,
      open_interest_usd: 1_500_347_600,
      open_interest_change_24h_pct: -2.2,
      open_interest_venue: "okx",
      long_short_ratio: 2.05,
      long_short_venue: "okx",
    },
  },
  history_30d: {
    BTC: historyExample(0.01, 92_310.5, -84.5),
    ETH: historyExample(0.008, 1_720_400, 12.1),
    SOL: historyExample(0.012, 8_410_020.2, 3.4),
  },
  macro: {
    vix: { value: 16.42, date: "2026-11-19", change_5d_pct: -4.1, change_20d_pct: -8.8 },
    dxy: { value: 101.31, date: "2026-11-19", change_5d_pct: 0.2, change_20d_pct: -0.7 },
    us10y: { value: 4.12, date: "2026-11-19", change_5d_pct: 0.5, change_20d_pct: -1.2, change_20d_bp: -5 },
    spx: { value: 6_912.4, date: "2026-11-19", change_5d_pct: 1.1, change_20d_pct: 2.6 },
  },
  dominance: {
    btc_pct: 57.4,
    eth_pct: 12.1,
    market_cap_usd: 3_410_000_000_000,
    market_cap_change_24h_pct: 0.9,
    volume_24h_usd: 121_000_000_000,
  },
  meta: {
    as_of: "2026-11-18T00:00:00.000Z",
    mode: "sandbox",
    method_version: "2026.11-1",
    sources: [{ name: "binance", as_of: "2026-11-20T12:00:00.000Z", age_s: 5 }],
    abstaining: [{ indicator: "SOL sentiment.funding_rate", reason: "no funding rates" }],
    degraded: [],
    disclaimer: "Research, not advice. Direction is close to unpredictable; ranges are not.",
  },
}

function historyExample(funding: number, interest: number, flow: number) {
  return {
    funding_8h_pct: { venue: "okx", days: days(-funding, funding) },
    open_interest_base: { venue: "okx", days: days(interest, interest + 10) },
    etf_flow_m: { venue: "farside", days: days(40.2, flow) },
  }
}

function days(first: number, second: number) {
  return [
    { date: "2026-11-17", value: first },
    { date: "2026-11-18", value: second },
  ]
}

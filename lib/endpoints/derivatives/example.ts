const days = (value: number) => [{ date: "2026-11-20", value }]
const history = (value: number) => ({ total: days(value), venues: [{ venue: "hyperliquid", days: days(value) }] })

/** A complete answer. */
export const derivativesExample = {
  coin: "BTC" as const,
  price: 96_412.5,
  open_interest: {
    total_base: 40_000,
    total_usd: 3_856_500_000,
    change_24h_pct: 1.84,
    venues: [
      { venue: "hyperliquid", value: 36_000, share: 0.9, age_s: 40 },
      { venue: "kraken-futures", value: 4_000, share: 0.1, age_s: 120 },
    ],
  },
  funding: {
    paid_8h_pct: 0.0103,
    annual_pct: 11.28,
    predicted_8h_pct: 0.0098,
    venues: [
      { venue: "hyperliquid", paid_8h_pct: 0.01, predicted_8h_pct: 0.0096, share: 0.9 },
      { venue: "kraken-futures", paid_8h_pct: 0.013, predicted_8h_pct: 0.0116, share: 0.1 },
    ],
  },
  basis: { mean_pct: 0.021, venues: [{ venue: "hyperliquid", value: 0.021, share: 1, age_s: 40 }] },
  long_short: { ratio: 1.42, venues: [{ venue: "kraken-futures", value: 1.42, share: 1, age_s: 120 }] },
  taker: {
    buy_base_24h: 2_210.4,
    sell_base_24h: 2_180.9,
    buy_share_24h: 0.5034,
    venues: [{ venue: "kraken-futures", buy_base_24h: 2_210.4, sell_base_24h: 2_180.9, age_s: 420 }],
  },
  liquidations: {
    total_base_24h: 41.2,
    total_usd_24h: 3_972_195,
    last_hour_percentile: 0.44,
    venues: [{ venue: "kraken-futures", value: 41.2, share: 1, age_s: 420 }],
    by_hour: [{ hour: "2026-11-20T11:00:00.000Z", total_base: 1.2, long_base: null, short_base: null }],
  },
  carry: [
    { venue: "hyperliquid", funding_annual_7d_pct: 10.4, funding_annual_30d_pct: 9.1, basis_annual_pct: 23 },
    { venue: "kraken-futures", funding_annual_7d_pct: 12.9, funding_annual_30d_pct: 10.2, basis_annual_pct: null },
  ],
  crowding: {
    percentile: 0.64,
    funding_percentile: 0.71,
    open_interest_percentile: 0.62,
    long_short_percentile: 0.55,
    basis_percentile: 0.68,
  },
  history_30d: {
    open_interest_base: history(40_000),
    funding_8h_pct: history(0.0103),
    basis_pct: history(0.021),
    long_short_ratio: history(1.42),
    taker_buy_share: history(0.5034),
    liquidations_base: history(41.2),
  },
  timestamp: "2026-11-20T12:07:00.000Z",
  meta: {
    as_of: "2026-11-20T12:05:00.000Z",
    mode: "live" as const,
    method_version: "derivatives-2026.11-2",
    sources: [{ name: "hyperliquid", as_of: "2026-11-20T12:06:20.000Z", age_s: 40 }],
    abstaining: [],
    degraded: [],
    disclaimer: "Research, not advice.",
  },
}

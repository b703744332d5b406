const nextClose = "2026-11-20T16:00:00.000Z"

/** Invented figures in the shape of the answer. */
export const marketPricesExample = {
  timestamp: "2026-11-20T12:03:20.000Z",
  mode: "live" as const,
  coins: [
    {
      coin: "BTC" as const,
      price: 96_389.1,
      as_of: "2026-11-20T12:03:12.000Z",
      age_s: 8,
      source: "kraken",
      disputed: false,
      change_24h_pct: 1.34,
      sparkline_7d: [93_020.4, 94_110.2, 95_121.8, 95_480.3, 96_389.1],
      sparkline_from: "2026-11-13T12:00:00.000Z",
      next_close_at: nextClose,
    },
  ],
  withheld: null,
}

export const marketCandlesExample = {
  coin: "BTC" as const,
  interval: "4h" as const,
  candles: [
    { t: "2026-11-20T04:00:00.000Z", o: 95_121.8, h: 95_640.2, l: 94_880.1, c: 95_480.3, v: 1_204.22 },
    { t: "2026-11-20T08:00:00.000Z", o: 95_480.3, h: 96_610.9, l: 95_402.7, c: 96_389.1, v: 1_544.9 },
  ],
  source: "kraken",
  as_of: "2026-11-20T12:00:00.000Z",
  age_s: 200,
  withheld: null,
  mode: "live" as const,
  timestamp: "2026-11-20T12:03:20.000Z",
}

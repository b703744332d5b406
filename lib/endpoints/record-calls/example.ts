const tooFew = { n: 1, n_effective: 0.166667, status: "insufficient_data" as const }
const calls = { ...tooFew, won: 0, win_rate: null, win_rate_ci95: null, base_rate: null }
const touch = { ...tooFew, n: 0, n_effective: 0, levels: 0, touched: 0, brier: null, brier_skill: null }
const ranges = { ...tooFew, inside: 1, level: 0.8, coverage: null, ci95: null }

/** A service on its second day: a replayed call, a live one that has settled, and one that is still sealed. */
export const recordCallsExample = {
  coin: "BTC" as const,
  horizon: "24h" as const,
  days: 30,
  figures: {
    live_paper: { calls: { ...calls, won: 1 }, ranges, touch },
    replay: { calls, ranges: { ...ranges, inside: 0 }, touch },
  },
  calls: [
    {
      id: "BTC-2026-11-19T04:00:00.000Z",
      decided_at: "2026-11-19T04:00:00.000Z",
      kind: "replay" as const,
      price: 95_120.5,
      direction: "SHORT" as const,
      degraded: false,
      range: { low: 93_410.2, high: 96_840.8 },
      outcome: {
        verdict: "LOSS" as const,
        price: 97_004.1,
        at: "2026-11-20T04:00:00.000Z",
        return_pct: 1.980225,
        inside: false,
      },
    },
    {
      id: "BTC-2026-11-19T08:00:00.000Z",
      decided_at: "2026-11-19T08:00:00.000Z",
      kind: "live_paper" as const,
      price: 95_480,
      direction: "LONG" as const,
      degraded: false,
      range: { low: 93_890.4, high: 97_082.6 },
      outcome: {
        verdict: "WIN" as const,
        price: 96_413.2,
        at: "2026-11-20T08:00:00.000Z",
        return_pct: 0.977377,
        inside: true,
      },
    },
    {
      id: "BTC-2026-11-20T12:00:00.000Z",
      decided_at: "2026-11-20T12:00:00.000Z",
      kind: "live_paper" as const,
      price: 96_388.7,
      direction: null,
      degraded: null,
      range: null,
      outcome: null,
    },
  ],
  timestamp: "2026-11-20T12:05:00.000Z",
}

/** `maxDrawdown` is `null` when it was not stored. */
type Measured = { readonly sharpe: number; readonly maxDrawdown: number | null }

/** The method against holding and simple rules, as measured once. */
export type BacktestRow = {
  readonly what: string
  readonly method: Measured
  readonly hold: Measured
  /** Holding at the volatility target of the method: the effect of the target alone. */
  readonly holdSameTarget: Measured
  /** The best in this very row of `SIMPLE_RULES`, long or flat at the same target. */
  readonly bestSimpleRule: Measured & { readonly id: (typeof SIMPLE_RULES)[number] }
}

/** Rules of one line each, under their names in the arena. */
const SIMPLE_RULES = ["sma_50", "momentum_30d", "donchian_20"] as const

/** The study behind the method. It is hypothetical and separate from the sealed record. */
export const publishedBacktest: {
  readonly period: string
  readonly costs: string
  readonly note: string
  readonly rows: readonly BacktestRow[]
} = {
  period: "2018-09 to 2026-05, daily decisions, long or flat at a volatility target of 40%",
  costs: "10 bps on every change of position, spot prices, no funding",
  note:
    "Parameters were chosen with sight of this history, after about 250 variants. Since mid-2022 the timing is no " +
    "longer significant, and the long calls won 51.1% of their 24 h windows. Simple rules at the same volatility target " +
    "were as good or better since then, 30-day momentum on either set of coins. The best rule of a row is known with " +
    "hindsight. The hold-out coins were in sight when the readings were chosen: a check of robustness, not a blind test. " +
    "The last year is of a run of its own, with decisions at every 4h close.",
  rows: [
    {
      what: "BTC, ETH, SOL",
      method: { sharpe: 1.57, maxDrawdown: -0.25 },
      hold: { sharpe: 0.94, maxDrawdown: -0.85 },
      holdSameTarget: { sharpe: 0.96, maxDrawdown: -0.61 },
      bestSimpleRule: { id: "sma_50", sharpe: 1.48, maxDrawdown: -0.36 },
    },
    {
      what: "BTC, ETH, SOL since 2022-07",
      method: { sharpe: 0.95, maxDrawdown: null },
      hold: { sharpe: 0.82, maxDrawdown: null },
      holdSameTarget: { sharpe: 0.89, maxDrawdown: null },
      bestSimpleRule: { id: "sma_50", sharpe: 1.03, maxDrawdown: null },
    },
    {
      what: "ten hold-out coins",
      method: { sharpe: 1.12, maxDrawdown: -0.23 },
      hold: { sharpe: 0.68, maxDrawdown: -0.82 },
      holdSameTarget: { sharpe: 0.64, maxDrawdown: -0.51 },
      bestSimpleRule: { id: "momentum_30d", sharpe: 1.24, maxDrawdown: -0.2 },
    },
    {
      what: "ten hold-out coins since 2022-07",
      method: { sharpe: 0.72, maxDrawdown: null },
      hold: { sharpe: 0.47, maxDrawdown: null },
      holdSameTarget: { sharpe: 0.57, maxDrawdown: null },
      bestSimpleRule: { id: "momentum_30d", sharpe: 0.99, maxDrawdown: null },
    },
    {
      what: "BTC, ETH, SOL, last year of the data, 2024-06-30 to 2025-06-30",
      method: { sharpe: 0.35, maxDrawdown: -0.14 },
      hold: { sharpe: 0.57, maxDrawdown: -0.48 },
      holdSameTarget: { sharpe: 0.83, maxDrawdown: -0.29 },
      bestSimpleRule: { id: "sma_50", sharpe: 0.89, maxDrawdown: -0.15 },
    },
  ],
}

/** The paper account on candles after those of the table, by `npm run backtest`. */
export const laterAccount = {
  from: "2025-06-30",
  to: "2026-08-20",
  totalReturn: -0.076,
  sharpe: -0.31,
  maxDrawdown: -0.288,
} as const

/** The worst gap of target odds, every day and side, of the method before 2026-11-27 on the same candles, by `npm run goals`. */
export const laterWorstGap = { points: 5.7, to: "2026-08-20" } as const

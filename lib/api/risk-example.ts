import type { z } from "zod"
import type { RiskAnswer } from "./risk-fields"

/** A complete answer of `/risk/{coin}`, with made-up figures. */
export const riskExample: z.input<typeof RiskAnswer> = {
  coin: "BTC",
  price: 96_412.5,
  verdict: "LONG",
  direction: "LONG",
  signal_direction: "LONG",
  levels: {
    entry: 96_412.5,
    stop_loss: 92_790,
    take_profit_1: 100_035,
    take_profit_2: 103_657.5,
    take_profit_3: 107_280,
    risk_pct: 3.76,
  },
  risk_reward: { tp1: "1:1.0", tp2: "1:2.0", tp3: "1:3.0" },
  support_resistance: {
    nearest_support: 94_120,
    nearest_resistance: 98_350,
    supports: [94_120, 91_480],
    resistances: [98_350],
  },
  position_sizing: {
    example_1pct_risk: { capital: 25_000, risk_per_trade: 250, position_size: 6_653.73 },
    requested: {
      capital: 25_000,
      risk_pct: 0.5,
      risk_per_trade: 125,
      position_size: 3_326.86,
      quantity: 0.03450654,
      loss_at_stop: 125,
      limited_by: "risk",
    },
    volatility_cap_pct: 94.3,
  },
  costs: { funding_rate_8h: "0.0081%", funding_annual: "8.87%", atr_pct: "2.50%" },
  plan: {
    kind: "plan",
    stop: {
      price: 92_790,
      distance_atr: 1.503,
      distance_pct: 3.76,
      p_touch_24h: 0.0783,
      p_touch_7d: 0.4075,
      p_hit_3d: 0.2145,
      p_hit_7d: 0.4075,
      p_hit_14d: 0.5451,
    },
    targets: [
      {
        price: 100_035,
        r_multiple: 1,
        distance_pct: 3.76,
        p_touch_24h: 0.086,
        p_touch_7d: 0.4468,
        p_before_stop_3d: 0.2354,
        p_before_stop_7d: 0.4167,
        p_before_stop_14d: 0.4974,
        p_break_even: 0.4889,
      },
      {
        price: 103_657.5,
        r_multiple: 2,
        distance_pct: 7.51,
        p_touch_24h: 0.0113,
        p_touch_7d: 0.1994,
        p_before_stop_3d: 0.0561,
        p_before_stop_7d: 0.1753,
        p_before_stop_14d: 0.2773,
        p_break_even: 0.2477,
      },
      {
        price: 107_280,
        r_multiple: 3,
        distance_pct: 11.27,
        p_touch_24h: 0.0028,
        p_touch_7d: 0.1116,
        p_before_stop_3d: 0.0213,
        p_before_stop_7d: 0.0861,
        p_before_stop_14d: 0.1655,
        p_break_even: 0.1268,
      },
    ],
    odds_basis:
      "Frequencies of BTC, ETH and SOL, 2018-09 to 2026-05, hourly bars, all days, counted in ATR and read in units of the " +
      "forecast volatility; both levels in one bar count as the stop. For plans in the direction of the call, 2019 to 2025, they " +
      "were off by 2.7 points on average and 4.6 at most. On ten other coins it was 2.3 and 4.5, in units of ATR. Longs stand " +
      "above break-even and shorts below it because these coins rose until 2024-06; in the year after, plans of both sides " +
      "brought nothing before costs.",
    odds_error: 0.027,
  },
  barriers: {
    supports: [
      {
        price: 94_120,
        kind: "pivot",
        touches: 3,
        distance_atr: 0.95,
        p_touch_24h: 0.2095,
        p_touch_7d: 0.5939,
        hold_rate: 0.486,
      },
      {
        price: 91_480,
        kind: "volume_node",
        touches: 0,
        distance_atr: 2.05,
        p_touch_24h: 0.0364,
        p_touch_7d: 0.2778,
        hold_rate: 0.492,
      },
    ],
    resistances: [
      {
        price: 98_350,
        kind: "point_of_control",
        touches: 0,
        distance_atr: 0.8,
        p_touch_24h: 0.2754,
        p_touch_7d: 0.6761,
        hold_rate: 0.512,
      },
    ],
    breakouts: [
      {
        price: 99_900,
        kind: "breakout_7d",
        touches: 0,
        distance_atr: 1.45,
        p_touch_24h: 0.0942,
        p_touch_7d: 0.4602,
        hold_rate: 0.427,
      },
    ],
    random_level_hold_rate: 0.481,
  },
  outlook: {
    expected_move_24h_pct: 2.1,
    range80_24h: { low: 94_156, high: 98_724 },
    range80_7d: { low: 89_900, high: 103_400 },
  },
  cost_details: {
    funding_rate_8h_pct: 0.0081,
    funding_annual_pct: 8.87,
    funding_paid_by: "longs",
    funding_as_of: "2026-11-20T08:00:00.000Z",
    atr: 2_410.3,
    atr_pct: 2.5,
  },
  timestamp: "2026-11-20T12:00:05.000Z",
  meta: {
    as_of: "2026-11-20T12:00:00.000Z",
    mode: "sandbox",
    method_version: "2026.11-1",
    sources: [{ name: "binance", as_of: "2026-11-20T12:00:00.000Z", age_s: 5 }],
    abstaining: [{ indicator: "sentiment.fear_greed", reason: "no reading within 36 h" }],
    degraded: [],
    disclaimer: "Research, not advice. Direction is close to unpredictable; ranges are not.",
  },
}

import type { EndpointId } from "@/lib/endpoints/catalogue"

/** What names and types do not say. `window` yields to a period in the field's name, unless it belongs to a pattern. */
export type Provenance = { readonly source: string; readonly window: string }

type Pattern = Partial<Provenance> & { readonly unit?: string }

/** Paths with `*` for any characters. The first pattern that matches counts, part by part. */
export type Patterns = Readonly<Record<string, Pattern>>

const SERVICE: Provenance = { source: "this service", window: "at the answer" }
const RECORD: Provenance = { source: "sealed record, outcomes by the candles", window: "the selection" }
const CALL: Provenance = { source: "engine, from closed candles", window: "at the 4h close" }
const FORECAST = { source: "volatility forecast, fitted model" } as const

/** Fields that several answers share. */
export const sharedPatterns: Patterns = {
  "meta.sources[].*": { source: "the provider that it names", window: "newest content" },
  "meta.*": SERVICE,
  timestamp: SERVICE,
  "attribution*": { source: "the providers' terms", window: "at the answer" },
  price_of_record: { source: "4h candles", window: "at the 4h close" },
  decided_at: { source: "4h candles", window: "at the 4h close" },
  price_moved_pct: { source: "price feed over 4h candles", window: "since the 4h close" },
  price: { source: "price feed", window: "at the answer" },
  "now.*": { source: "price feed with the sealed forecast", window: "from the answer to the end of the forecast" },
  "*range80_24h.*": { ...FORECAST, window: "24h after the 4h close" },
  "*range80_7d.*": { ...FORECAST, window: "7d after the 4h close" },
  "*quantiles.*": { ...FORECAST, unit: "US dollars" },
  "*expected_shortfall.*": FORECAST,
  "volatility[].error_pct": { source: "closes of the fit", window: "`hours` after the 4h close" },
  "volatility[].*": { ...FORECAST, window: "`hours` after the 4h close" },
  "*expected_move_24h_pct": { ...FORECAST, window: "24h after the 4h close" },
  "*p_touch_24h": { ...FORECAST, window: "24h after the 4h close" },
  "*p_touch_7d": { ...FORECAST, window: "7d after the 4h close" },
}

/** Source and window of each answer, and of the parts that differ. */
export const provenance: Readonly<Record<EndpointId, Provenance & { readonly parts?: Patterns }>> = {
  service_info: SERVICE,
  health: { ...SERVICE, parts: { "parts[].*": { source: "the part itself", window: "newest content" } } },
  status: { ...SERVICE, parts: { "parts[].*": { window: "24h" }, "incidents[].*": { window: "7d" } } },
  stats: {
    ...RECORD,
    parts: {
      "definitions.*": SERVICE,
      "costs.*": SERVICE,
      "backtest.measured[].value": { unit: "as its unit says" },
      "backtest.measured[].noise95": { unit: "as its unit says" },
      "backtest.measured[].ci95*": { unit: "as its unit says" },
      "backtest.measured*": { source: "npm run goals", window: "the period of its data" },
      "backtest.*": { source: "npm run backtest, study of the method", window: "the period that it names" },
      "significance.bootstrap.mean_block": { unit: "4h closes" },
      "*ranges.ci95*": { unit: "fraction, 0–1" },
      "calibration.bins[].ci95*": { unit: "fraction, 0–1" },
      "*.interval_score": { unit: "fraction of the price" },
    },
  },
  arena_snapshot: {
    ...RECORD,
    parts: {
      "versions.*": SERVICE,
      "counts.*": { ...SERVICE, window: "24h" },
      "entries[].score": { unit: "lower end of the Sharpe ratio" },
      "entries[].skill_vs_always_long.ci95*": { unit: "fraction, 0.01 is 1%" },
      "coin_flip_band.*": { unit: "US dollars" },
      "recently_settled[].record.*": { unit: "as its name says", source: "sealed record", window: "at the 4h close" },
    },
  },
  record: { ...RECORD, parts: { "records[].facts.*": { unit: "as its name says", window: "at the 4h close" } } },
  "record-calls": { ...RECORD, parts: { "*.ci95*": { unit: "fraction, 0–1" } } },
  "record-inputs": {
    source: "the provider that the sealed record names",
    window: "the lookback of the engine",
    parts: {
      "inputs.vix[].value": { unit: "index" },
      "inputs.dxy[].value": { unit: "index" },
      "inputs.us10y[].value": { unit: "percent" },
      "inputs.spx[].value": { unit: "index" },
      "inputs.etfFlows[].usdMByFund.*": { unit: "US$ million" },
    },
  },
  "record-anchors": { source: "chain", window: "since the first anchor" },
  market_prices: {
    source: "price feed",
    window: "at the answer",
    parts: { "*sparkline_7d*": { source: "hourly candles" } },
  },
  market_candles: { source: "candles", window: "the interval asked for" },
  versions: SERVICE,
  stream: { ...SERVICE, parts: { "data.coins[].*": { source: "price feed" } } },
  changelog: SERVICE,
  signal: {
    ...CALL,
    parts: {
      "outlook.p_up_24h": { source: "calibrated on history" },
      "signal.confidence": { window: "24h after the 4h close" },
    },
  },
  context: {
    ...CALL,
    parts: {
      "indicators.*": { unit: "`details.*.unit`", source: "`details.*.source`", window: "`details.*.window`" },
      "details.*.value": { unit: "`details.*.unit`", source: "`details.*.source`", window: "`details.*.window`" },
      "details.*.voted.value": {
        unit: "`details.*.voted.unit`",
        source: "`details.*.source`",
        window: "`details.*.window`",
      },
      "details.*.as_of": { source: "the provider", window: "newest content" },
      "details.*.measured.*": { source: "npm run evidence", window: "`from` to `to`" },
      "details.*.evidence*": { source: "npm run evidence", window: "before and since the fit" },
    },
  },
  risk: {
    ...CALL,
    parts: {
      "position_sizing.joint.held[].correlation": { source: "daily candles of both coins", window: "`days`" },
      "position_sizing.joint.held[].days": { source: "daily candles of both coins", window: "up to 700d" },
      "position_sizing.*": { source: "the request and the levels", window: "at the 4h close" },
      "costs.*": { source: "newest settled funding rate, daily candles" },
      "cost_details.funding*": { source: "newest settled funding rate", window: "8h" },
      "cost_details.*": { source: "daily candles", window: "14d" },
      "plan.targets[].p_break_even": { source: "odds of the stop, costs", window: "14d" },
      "plan.side_record.*": { source: "study of the method", window: "the period that it names" },
      "plan.odds_error": { source: "npm run goals", window: "data after the fit" },
      "plan.*p_*": { source: "observed frequencies, fitted model" },
      "barriers.*hold_rate": { source: "study of levels", window: "first touches" },
      "barriers.*": { source: "candles of 90 days, volume of 60 days" },
      "support_resistance.*": { source: "candles of 90 days, volume of 60 days" },
    },
  },
  odds: {
    ...CALL,
    parts: {
      "levels[].level": { unit: "US dollars", source: "the request" },
      "levels[].p_*": { source: "observed frequencies, fitted model", window: "from now to `until`" },
      "levels[].measured.*_error": {
        unit: "fraction, 0.01 is 1%",
        source: "npm run odds-errors",
        window: "`measured_on`",
      },
      "levels[].measured.*": { source: "npm run odds-errors", window: "`measured_on`" },
      "measured_on.*": { source: "npm run odds-errors", window: "data after the fit" },
      "forecast.*": { source: "fitted model, candles", window: "at the 4h close" },
    },
  },
  regime: {
    source: "daily candles of BTC",
    window: "the last closed day",
    parts: {
      fg: { source: "alternative.me", window: "newest day" },
      "facts.fear_greed_7d": { source: "alternative.me" },
      etf_flow_7d_m: { source: "fund flows, Farside or another" },
      "persistence.*": { source: "study of bitcoin, 2018-09 to 2026-05" },
      "expected.event_within_24h": { source: "economic calendar" },
      "expected.*": { ...FORECAST, window: "next 7d" },
    },
  },
  market_overview: {
    source: "engine and providers in `meta.sources`",
    window: "newest value",
    parts: {
      "signals.*.price": { source: "price feed", window: "at the answer" },
      "signals.*": CALL,
      "prices.*.price": { source: "price feed", window: "at the answer" },
      "prices.*": { source: "price feed over hourly candles" },
      "etf*.institutional_m": { source: "fund flows, asset managers' funds", window: "newest complete session" },
      "etf*.flow_7d_m": { source: "fund flows", window: "7 calendar days to that session" },
      "etf*": { source: "fund flows", window: "newest complete session" },
      "stablecoin*": { source: "DefiLlama" },
      "fear_greed.value": { unit: "index 0–100" },
      "fear_greed.*": { source: "alternative.me" },
      "derivatives.*.funding_annual_pct": { window: "8h rate, 3 times a day, 365 days" },
      "derivatives.*": { source: "the venue that it names" },
      "history_30d.*.funding_8h_pct.days[].value": {
        unit: "percent per 8 h",
        source: "the venue that it names",
        window: "1d mean",
      },
      "history_30d.*.open_interest_base.days[].value": {
        unit: "coins",
        source: "the venue that it names",
        window: "last of 1d",
      },
      "history_30d.*.etf_flow_m.days[].value": { unit: "US$ million", source: "fund flows", window: "1 session" },
      "history_30d.*": { source: "the venue that it names", window: "30d" },
      "macro.*.change_5d_pct": { window: "5 sessions" },
      "macro.*.change_20d_*": { window: "20 sessions" },
      "macro.us10y.value": { unit: "percent" },
      "macro.*.value": { unit: "index" },
      "macro.*": { source: "Cboe, Yahoo or FRED, by `meta.sources`", window: "newest close" },
      "dominance.*": { source: "CoinGecko or CoinPaprika, by `meta.sources`" },
    },
  },
  market_etf: {
    source: "fund flows, Farside or another in `meta.sources`",
    window: "newest complete session",
    parts: {
      "daily.percentile_1y": { unit: "percent of sessions" },
      "by_etf.*": { unit: "US$ million" },
      flow_7d_m: { window: "7 calendar days to that session" },
      "weekly.previous_*": { window: "the 7 calendar days before" },
      "*streak_sessions": { unit: "sessions" },
      "*sessions*": { unit: "sessions" },
    },
  },
  events: {
    source: "the publishers that it names",
    window: "next 7d",
    parts: {
      "*.importance": { unit: "1 low to 3 high" },
      "*.hours_until": { source: "publisher's time less the answer's" },
    },
  },
  institutions: {
    source: "CoinGecko, SoSoValue, SEC EDGAR by `data_sources`",
    window: "newest report",
    parts: { btc_price_usd: { source: "price feed" } },
  },
  yields: {
    source: "DefiLlama",
    window: "newest reading",
    parts: {
      "*.apy_sigma": { unit: "percentage points" },
      "*.probability_pct": { source: "DefiLlama's prediction" },
      "*tbill_3m_pct": { source: "FRED or the US Treasury" },
      "*.confidence": { unit: "points" },
      "filters_applied.*": { unit: "as in the request", source: "the request" },
    },
  },
  defi_recommend: {
    source: "DefiLlama, limits of the profile",
    window: "newest reading",
    parts: {
      "constraints.*": { source: "the profile" },
      amount_usd: { source: "the request" },
      horizon_days: { source: "the request" },
      "comparison.tbill_3m_pct": { source: "FRED or the US Treasury" },
    },
  },
  dex_alpha: {
    source: "DexScreener, GeckoTerminal",
    window: "newest reading",
    parts: {
      "tokens[].security.*": { source: "the provider that it names", window: "at `checked_at`" },
      "tokens[].components.*": { source: "open score" },
      "counts.excluded.*": { unit: "count" },
    },
  },
  geo_events: {
    source: "GDELT, Federal Register, RSS",
    window: "the period asked for",
    parts: {
      "*.impact.*": { source: "hourly candles of the asset" },
      "*.scenario.history.*": { source: "shipped list of past events" },
      "summary.index.value": { unit: "points" },
      "summary.by_*": { unit: "count" },
    },
  },
  geo_alert: {
    source: "GDELT, Federal Register, RSS",
    window: "24h",
    parts: {
      "*.impact.*": { source: "hourly candles of the asset" },
      "*.scenario.history.*": { source: "shipped list of past events" },
    },
  },
  brief: {
    ...SERVICE,
    parts: {
      "answers[].answer.*": { unit: "as its own answer", source: "as its own answer", window: "as its own answer" },
    },
  },
  alert_watch: SERVICE,
  alerts: SERVICE,
}

import type { Field } from "./fields-of"

/** Units by the last word of a field's path. The first pattern that matches counts. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/(^|_)bps?$/, "basis points"],
  [/_pp$/, "percentage points"],
  [/_apy80$|^apy|_apy(_|$)|apy$/, "percent a year"],
  [/(^|_)annual_pct$/, "percent a year"],
  [/(_pct|Pct|_8h_pct)$/, "percent"],
  [/^fundingPctPer8h$/, "percent per 8 h"],
  [/^m5$|^h\d+$/, "percent"],
  [/(^|_)(flow_)?m$|_m$|UsdM$/, "US$ million"],
  [/_b$/, "US$ billion"],
  [/(_btc|^btc_holdings|^btc_amount|^total_btc|^last_purchase_amount)$/, "BTC"],
  [/^(brier|log_loss)/, "score"],
  [/^p_value/, "fraction, 0–1"],
  [/(_base(_24h)?|Base|^quantity|^v)$/, "coins"],
  [/_per_year$/, "times the account a year"],
  [/(usd|_usd_24h|Usd|_usd_per_transaction)$/, "US dollars"],
  [
    /^(price|price_of_record|entry_price|exit_price|low|high|close|entry|stop_loss|take_profit_\d|forward|nearest_support|nearest_resistance|supports|resistances|average_\d+d|capital|risk_per_trade|position_size|loss_at_stop|avg_cost_basis|atr|sparkline_7d|o|h|l|c|price_usdc)$/,
    "US dollars",
  ],
  [/(Ms)$/, "UTC milliseconds"],
  [/(_s)$/, "seconds"],
  [/(_h|hours_until|hours_since_close|(^|_)hours)$/, "hours"],
  [
    /^(days|days_.*|.*_days|sessions_compared|streak_sessions|sessions|min_track_record_days_for_sr1|hack_free_days)$/,
    "days",
  ],
  [/^months_/, "months"],
  [/^minutes_/, "minutes"],
  [/_atr$/, "daily ATR(14)"],
  [/^r_multiple$|_r$|_r_14d$/, "R, stop distances"],
  [/^correlation$/, "correlation, −1 to 1"],
  [/^(lat|lon)$/, "degrees"],
  [/^t_24h$/, "t-value"],
  [/^z_|_z$/, "standard deviations"],
  [/sharpe/, "Sharpe ratio a year"],
  [
    /^(p_|p\d\d$|psr_|dsr$)|(_share|_rate|_rate_ci95|_percentile)$|^(share|coverage|level|confidence|hit_rate|percentile_1y|worst_60d|exposure|weight|rank_persistence|stated|confidence_from|confidence_to|base_rate.*|beyond_noise|odds_error|percentile_among_coin_flips|same_after_\d+d|ece)$/,
    "fraction, 0–1",
  ],
  [
    /^(expectancy|alpha|total_return|max_drawdown|volatility_annual|equity|benchmark|mean|interval_score)/,
    "fraction, 0.01 is 1%",
  ],
  [/(_ratio|Ratio)$/, "ratio"],
  [
    /^(points|severity_score|score|base|corroboration|novelty|liquidity|volume|flow|age|momentum|transparency|strength|confidence_score|change_7d)$/,
    "points",
  ],
  [/^(fg|index|fear_greed_7d)$/, "index 0–100"],
  [
    /^(n|n_.*|proven_in_time|of|.*_per_(?:target|payer).*|emitted|missed|pending|unsettled|settled|directional|lean|neutral|degraded|void|mean_block|reps|seed|records|withheld|levels|touched|without_extremes|rank|trades|version|cluster_version|changes_24h|degraded_24h|seq|next_after|won|inside|block|long|short|total|unavailable|touches|importance|total_.*|trades_known_for|scanned|eligible|returned|pools|chain|outlier|apy_zero_or_absurd|low_tvl|short_history|exploited|asset_class|filter|projects|chains|transactions|buys|sells|buyers|sellers|boost_amount|trending_rank|unknown_count|boosted_seen|trending_seen|scored|articles|domains|tier1_domains|languages|tier|baseline_daily|count|calls|questions|usable|quotes|quotes_read|quotes_used|strikes|events|significant_moves|sources_ok|sources_total|articles_scanned|attempts)$/,
    "count",
  ],
]

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(funding_rate_8h|funding_annual|atr_pct)$/, "percent with its sign"],
  [/price_usdc$/, "USDC"],
]

/** The unit of a field by its type and name; `null`: neither says it. */
export function unitOf({ path, schema }: Field): string | null {
  const { type, format, const: constant, enum: values } = schema
  const types = new Set([type].flat())
  const name = (path.split(".").at(-1) ?? path).replaceAll("[]", "")
  if (types.has("boolean")) return "true or false"
  if (format === "date-time") return "UTC time"
  if (format === "date") return "day"
  if (Array.isArray(values) || typeof constant === "string") return "word"
  if (types.has("string") && !types.has("number")) {
    return WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? "text"
  }
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

const SPANS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)(\d+)h(?:_|$)/, "h"],
  [/(?:^|_)(\d+)d(?:_|$)/, "d"],
  [/(?:^|_)h(\d+)$/, "h"],
  [/(?:^|_)(?:volume_|txns_)?h(\d+)(?:_|$)/, "h"],
  [/(?:^|_)m(\d+)$/, " min"],
  [/(?:^|_)(\d+)y(?:_|$)/, "y"],
]

/** The period that a name states, such as `24h` in `change_24h_pct`; `null`: it states none. */
export function windowOf({ path }: Field): string | null {
  const names = path.replaceAll("[]", "").split(".").toReversed()
  for (const name of names) {
    for (const [pattern, unit] of SPANS) {
      const [, span] = pattern.exec(name) ?? []
      if (span !== undefined) return `${span}${unit}`
    }
  }
  return null
}

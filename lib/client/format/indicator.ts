/** Names as traders write them; units stand beside the values. */
const names: Readonly<Record<string, string>> = {
  fear_greed: "Fear & greed",
  funding_rate: "Funding rate",
  open_interest_chg_24h: "Open interest, 24h change",
  long_short_ratio: "Long/short ratio",
  taker_buy_ratio: "Taker buy ratio",
  coinbase_premium: "Coinbase premium",
  rsi_14: "RSI 14",
  macd_hist: "MACD histogram",
  bollinger_pos: "Bollinger position",
  stoch_rsi: "Stochastic RSI",
  mfi_14: "MFI 14",
  cci_20: "CCI 20",
  obv_slope: "OBV slope",
  trend_7d: "Trend, 7d",
  momentum_30d: "Momentum, 30d",
  ema_20_50: "EMA 20 over 50",
  sma_200: "SMA 200",
  adx_14: "ADX 14",
  support: "Support",
  etf_flow_1d_m: "ETF flow, newest session",
  vix: "VIX",
  dxy_chg_20d: "Dollar index, 20d change",
  us10y_chg_20d: "US 10-year yield, 20d change",
  spx_chg_20d: "S&P 500, 20d change",
  stablecoin_chg_7d_b: "Stablecoin supply, 7d change",
  funding_rate_mean_24h: "24h mean",
  macd_line: "MACD line",
  ema_trend_pct: "EMA 20 over 50 and close over EMA 20, smaller",
  sma_200_distance_pct: "close over SMA 200",
  di_spread: "+DI less −DI",
  donchian_20d: "last 20d break",
  etf_flow_5d_m: "sum of 5 sessions",
  vix_chg_5d_pct: "5-session change",
  stablecoin_chg_7d_pct: "7d change",
  long_short_ratio_z: "z-score",
  taker_buy_ratio_z: "z-score",
  coinbase_premium_z: "z-score",
}

/**
 * Display name of an indicator key: `technical.rsi_14` is `RSI 14`, and `ETH technical.rsi_14` is `ETH RSI 14`. An
 * unknown key, as in an older answer, is shown as it is.
 */
export function indicatorName(key: string): string {
  const [label, coin = ""] = key.split(" ").toReversed()
  const name = (label ?? key).split(".").at(-1) ?? key
  return `${coin} ${names[name] ?? capitalized(name.replaceAll("_", " "))}`.trimStart()
}

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

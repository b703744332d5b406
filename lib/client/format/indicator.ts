const known: Readonly<Record<string, string>> = {
  rsi: "RSI",
  macd: "MACD",
  adx: "ADX",
  dmi: "DMI",
  ema: "EMA",
  sma: "SMA",
  cci: "CCI",
  mfi: "MFI",
  obv: "OBV",
  roc: "ROC",
  atr: "ATR",
  vix: "VIX",
  dxy: "dollar index",
  etf: "ETF",
  oi: "OI",
  sp500: "S&P 500",
  us10y: "US 10Y",
  pos: "position",
  stochrsi: "StochRSI",
  btc: "BTC",
}

/** A reader's name for an indicator's key: `technical.rsi_14` is `RSI 14`, `fear_greed` is `Fear greed`. */
export function indicatorName(key: string): string {
  const words = key
    .slice(key.lastIndexOf(".") + 1)
    .split("_")
    .map((word) => known[word] ?? word)
    .join(" ")
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

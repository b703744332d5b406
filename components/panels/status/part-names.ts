const names: Readonly<Record<string, string>> = {
  prices: "Prices",
  candles: "Candles",
  fearGreed: "Fear & greed",
  stablecoins: "Stablecoin supply",
  vix: "VIX",
  dxy: "Dollar index",
  us10y: "US ten-year yield",
  spx: "S&P 500",
  treasuryBill: "Treasury bill",
  funding: "Funding rates",
  openInterest: "Open interest",
  longShort: "Long / short ratio",
  takerFlow: "Taker flow",
  coinbasePremium: "Coinbase premium",
  pools: "Yield pools",
  trust: "Audits and exploits",
  tokens: "DEX tokens",
  news: "News",
  goldHours: "Gold, hourly",
  oilHours: "Oil, hourly",
  calendar: "Economic calendar",
  treasuries: "Company holdings",
  treasuryTrades: "Company trades",
  treasuryFilings: "Company filings",
  dominance: "Market shares",
  etfFlows: "ETF flows",
  store: "Database",
  chain: "Chain",
  settler: "Settlement",
  sessions: "Sessions",
}

/** The display name of a service part. */
export function partName(name: string): string {
  return names[name] ?? name
}

/** The decision of each endpoint's answer, in one line of a locked panel. */
export const decisionLines: Readonly<Record<string, string>> = {
  signal: "Long, short or no trade: 24h odds, levels",
  context: "Why: all 25 readings with their votes",
  risk: "Stop, targets with odds, position size",
  odds: "Will a price be touched, and is it passed at the end?",
  regime: "Trend, range or panic, with volatility",
  geo_events: "What happened, how severe, price reaction",
  geo_alert: "Is there a critical event right now?",
  market_overview: "Signals, flows, funding, macro at a glance",
  market_etf: "Are funds buying or selling?",
  events: "Scheduled volatility, next 7 days",
  institutions: "Large buyers and sellers of bitcoin, and their cost",
  yields: "Which pools pay for their risk",
  defi_recommend: "Where to place an amount, within limits",
  dex_alpha: "Which trending tokens to avoid",
}

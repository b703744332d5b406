type Row = readonly [name: string, text: string]

/** The content of each endpoint's answer, by contract id. A test checks that it is complete. */
export const previewRows: Readonly<Record<string, readonly Row[]>> = {
  signal: [
    ["Direction", "Seven grades, Strong short to Strong long"],
    ["Strength", "Agreement among indicators, 0–100"],
    ["Probability", "Calibrated for 24h; rarely far from 50%"],
    ["Votes", "How each of 25 indicators votes"],
    ["80% ranges", "80% of closes should land inside, 24h and 7d"],
    ["Levels", "Entry, stop, 3 targets (none when neutral)"],
    ["Data", "Sources and data age"],
  ],
  context: [
    ["Indicators", "All 25 readings, grouped by category"],
    ["Value, vote", "With the rule behind each vote"],
    ["Age, source", "Age and source of each reading"],
    ["Evidence", "What the votes were worth before and after the fit"],
  ],
  risk: [
    ["Levels", "Stop and three targets, drawn to scale"],
    ["Odds", "Chance of reaching each target, against break-even"],
    ["Barriers", "Support and resistance with measured hold rates"],
    ["Size", "Position for your capital, calculated on your device"],
    ["Costs", "Funding, who pays it, typical daily range"],
  ],
  odds: [
    ["Touch", "Probability that a price is touched within 1h to 30d"],
    ["Close", "Probability that the price is beyond it at the end"],
    ["Error", "How far such odds were off after the fit, with n"],
    ["Then free", "Any other price, in this chart, until the next 4h close"],
  ],
  regime: [
    ["Regime", "One of seven, with every rule checked"],
    ["Ribbon", "180 days of regimes"],
    ["Risk", "Expected volatility and its 1y percentile"],
    ["Persistence", "How often it lasted 7 and 30 more days"],
  ],
  geo_events: [
    ["Events", "Wars, sanctions, tariffs and more, by severity"],
    ["Corroboration", "Articles, independent domains, tier-1 sources"],
    ["Impact", "Price reaction of BTC, ETH, gold and oil, with t-values"],
    ["Reasons", "Severity breakdown and what lowered it"],
  ],
  geo_alert: [
    ["Status", '"Clear" only when every source was checked'],
    ["Alerts", "High and critical events in 24h with price reaction"],
    ["Checked", "Sources and articles checked"],
  ],
  market_overview: [
    ["Signals", "Direction and strength of BTC, ETH and SOL"],
    ["Flows", "US spot funds and stablecoin supply"],
    ["Derivatives", "Funding, open interest, long against short"],
    ["Macro", "VIX, dollar, ten-year yield, S&P 500"],
    ["Mood", "Fear & greed with its change"],
  ],
  market_etf: [
    ["Day", "Last complete session: total and by fund"],
    ["Week", "7d sum against the week before"],
    ["Rank", "1y percentile and streak"],
    ["Pending", "Funds that have not reported the next session"],
  ],
  events: [
    ["Calendar", "FOMC, CPI, NFP and others, next 7 days"],
    ["Importance", "Low, medium or high, with a countdown"],
    ["Figures", "Forecast and previous, where published"],
  ],
  institutions: [
    ["Holders", "The 50 largest: amount, cost, gain"],
    ["Trades", "Purchases and sales in 90d, with filings"],
    ["Concentration", "Share of the largest holder and of the top five"],
  ],
  yields: [
    ["Pools", "Stablecoin and blue-chip pools, risk-adjusted"],
    ["Risk", "Grade with score breakdown"],
    ["Excluded", "Excluded pools by reason"],
    ["Benchmark", "Median yield and 3-month T-bill"],
  ],
  defi_recommend: [
    ["Allocation", "Weights that sum to 100%, cash included"],
    ["Worst case", "Loss if the largest protocol fails"],
    ["Limits", "Profile limits, never relaxed"],
    ["Rejected", "Higher yields and the limit each breaks"],
  ],
  dex_alpha: [
    ["Tokens", "Trending and promoted, best score first"],
    ["Score", "Open model with components and penalties"],
    ["Warnings", "From trading, age and names"],
    ["Verdict", "Caution or avoid; unchecked contracts stay at Caution"],
  ],
}

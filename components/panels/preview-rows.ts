type Row = readonly [name: string, text: string]

/** The content of each endpoint's answer, by contract id. A test checks that it is complete. */
export const previewRows: Readonly<Record<string, readonly Row[]>> = {
  signal: [
    ["Direction", "One of seven, strong short to strong long"],
    ["Strength", "How far the votes agree, 0 to 100"],
    ["Probability", "Calibrated for 24 h; rarely far from 50%"],
    ["Votes", "Up to 25 indicators, abstentions named"],
    ["80% ranges", "For the close in 24 h and in 7 d"],
    ["Levels", "Entry, stop, three targets, if there is a direction"],
    ["Provenance", "Sources with the age of their data"],
  ],
  context: [
    ["Indicators", "Every reading behind the signal"],
    ["Value, vote", "With the rule that turns one into the other"],
    ["Age, source", "Of each reading, from the data's own clock"],
    ["Evidence", "Validated, weak or untested, by measured history"],
  ],
  risk: [
    ["Levels", "Stop and three targets, drawn to scale"],
    ["Odds", "Of each target before the stop, against break-even"],
    ["Barriers", "Support and resistance with measured hold rates"],
    ["Size", "Position for your capital, worked out here, free"],
    ["Costs", "Funding, its payer, and a usual day's range"],
  ],
  regime: [
    ["Regime", "One of seven, with every rule it met or missed"],
    ["Ribbon", "How the last 180 days were called"],
    ["Risk", "Expected volatility and its percentile in a year"],
    ["Persistence", "How often it was the same 7 and 30 days later"],
  ],
  geo_events: [
    ["Events", "Wars, sanctions, tariffs and more, by severity"],
    ["Corroboration", "Articles, independent domains, first-tier sources"],
    ["Impact", "What BTC, ETH, gold and oil really did, with t-values"],
    ["Reasons", "How each severity came about, and what lowered it"],
  ],
  geo_alert: [
    ["Status", "Clear or alert; clear only if the news was read"],
    ["Alerts", "High and critical events of 24 h with their moves"],
    ["Checked", "Sources and articles looked at"],
  ],
  market_overview: [
    ["Signals", "Direction and strength of BTC, ETH and SOL"],
    ["Flows", "US spot funds and stablecoin supply"],
    ["Derivatives", "Funding, open interest, long against short"],
    ["Macro", "VIX, dollar, ten-year yield, S&P 500"],
    ["Mood", "Fear & greed with its change"],
  ],
  market_etf: [
    ["Day", "Newest complete day: total and by fund"],
    ["Week", "Sum of seven days against the week before"],
    ["Rank", "Percentile in a year, and the streak"],
    ["Pending", "Who has not reported the next day yet"],
  ],
  events: [
    ["Calendar", "FOMC, CPI, NFP and others of seven days"],
    ["Importance", "Low, medium or high, with the hours until"],
    ["Figures", "Forecast and previous, where published"],
  ],
  institutions: [
    ["Holders", "The 50 largest: amount, cost, gain"],
    ["Trades", "Purchases and sales of 90 days with filings"],
    ["Concentration", "What the largest one and five hold"],
  ],
  yields: [
    ["Pools", "Stablecoin and blue-chip pools, adjusted for risk"],
    ["Risk", "Grade and every point it consists of"],
    ["Left out", "Every excluded pool, counted by reason"],
    ["Benchmark", "Median and treasury bill to compare with"],
  ],
  defi_recommend: [
    ["Allocation", "Weights that add up to 100, cash included"],
    ["Worst case", "Loss if the largest protocol fails"],
    ["Limits", "What the profile allows, never relaxed"],
    ["Passed over", "Higher yields, and the limit each breaks"],
  ],
  dex_alpha: [
    ["Tokens", "Trending and advertised, best score first"],
    ["Score", "Open model, its parts and its penalties"],
    ["Warnings", "From trading, age and names; contracts are not checked"],
    ["Verdict", "Caution or avoid; unchecked never gets better"],
  ],
}

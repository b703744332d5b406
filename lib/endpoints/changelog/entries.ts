/** A change that buyers can notice, with its date. */
export type Change = {
  /** UTC. */
  readonly date: `${number}-${number}-${number}`
  /** `method`: equal requests may have other answers. `interface`: requests or formats have changed. */
  readonly kind: "method" | "interface"
  /** The value of `meta.method_version`, the arena's `rules_version` or the interface's version since then. */
  readonly versions: readonly string[]
  readonly title: string
  readonly effect: string
}

/** Newest first. A test requires an entry for each version in the code. */
export const changes: readonly Change[] = [
  {
    date: "2026-11-28",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Calls that touch odds are not scored on",
    effect:
      "`touch` in /stats and /record/calls has `without_extremes`: calls with sealed touch odds that are not scored, because their outcome has no " +
      "highest or no lowest price.",
  },
  {
    date: "2026-11-28",
    kind: "interface",
    versions: ["1.0.0"],
    title: "History of a record that is behind",
    effect:
      "/history/{coin} sells only days before the newest day in the record: a day that the record may still fill is neither charged nor left out by " +
      "next_from. In the cost of a trade in /risk/{coin}, rows of an order book above twice the best price or below half of it fill no order.",
  },
  {
    date: "2026-11-28",
    kind: "method",
    versions: ["dex-2026.11-6"],
    title: "Scores of classes where values may not be sold",
    effect:
      "Where the profile does not allow the values of the token lists (`SOURCES=strict`), /dex/alpha computes components, scores, order and the limits " +
      "of a question from wide classes of liquidity, volume, buyers and age. Elsewhere nothing changes.",
  },
  {
    date: "2026-11-28",
    kind: "method",
    versions: ["derivatives-2026.11-3"],
    title: "Percentiles of exact values, and wrong numbers of venues",
    effect:
      "The percentiles of crowding in /derivatives/{coin} rank daily values before they are rounded. Open interest that is four times that of the " +
      "day before or a quarter of it, a basis above 20%, prices of different minutes and a predicted rate without a plausible next settlement are " +
      "left out.",
  },
  {
    date: "2026-11-28",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Entity tags name the parameters",
    effect:
      "The ETag of an answer to parameters such as held= or chain= ends with 16 more digits: 304 is sent only for the same parameters and the " +
      "same decision on them. A version no longer changes with digits that no answer shows, or when the same pools are read again.",
  },
  {
    date: "2026-11-28",
    kind: "interface",
    versions: ["1.0.0", "touch-1"],
    title: "Touch odds and regimes in the record",
    effect:
      "Each midnight (UTC) the record seals the odds of touching six levels within 24 hours and 7 days, and the regime of the bitcoin market. " +
      "/history/{coin} has them with what was touched, and needs no dates: without them it sells the newest day. /stats and /record/calls have their " +
      "Brier score with its interval, beside that of the share of calls that touched each level, and outcomes in /record the highest and lowest " +
      "price. Documents that the terms of a source forbid are named in `withheld`.",
  },
  {
    date: "2026-11-28",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Our odds are scored against prediction markets",
    effect:
      "Each midnight (UTC) every call is sealed beside the prices of up to 11 questions of Kalshi, from quotes before the close. /stats has the " +
      "Brier scores of both in `markets`, with n and interval; verify-record computes them again from the candles of the calls' inputs. " +
      "/history/{coin} has the questions with both probabilities and their result in `market_questions`.",
  },
  {
    date: "2026-11-28",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Prediction markets beside our odds",
    effect:
      "/odds/{coin} has `markets`: the questions about the coin that Kalshi lists (beyond a level at an hour, or ever in a month), with bid, " +
      "ask, depth, fee, our odds of the same level and end, and the probabilities from which a buyer gains. Where the terms of the provider " +
      "do not allow it, `markets` is null and `markets_missing` says so.",
  },
  {
    date: "2026-11-28",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Prices of a hundred coins",
    effect:
      "Free: /market/perpetuals has mark price, 24h change and volume of the perpetual contracts that are traded most.",
  },
  {
    date: "2026-11-28",
    kind: "method",
    versions: ["calendar-2026.11-8"],
    title: "Previous figures from BLS",
    effect:
      "figures of CPI, NFP and PPI in /events have the previous value that the Bureau of Labor Statistics publishes, also where no other " +
      "calendar may be read; bls-data is then among the sources of the event.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["2026.11-dfd96802"],
    title: "The cost of a trade is never a gain",
    effect:
      "/risk with `size` holds the predicted funding for the interval ahead, then the mean of 30 days or zero, whichever is worse, so " +
      "received funding never makes the expected value better than without costs. Old quotes are not used. A book that is older than 120 s " +
      "or 2% from the price is left out with the reason, and `meta.sources` names the books used. A missing hour is no jump; `gap_pct` is null " +
      "where the candles show none.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["volatility-2026.11-2"],
    title: "Options that do not fit",
    effect:
      "/volatility/{coin} leaves out options whose Black-76 value is not their mark price (by more than 10% and 0.0002 forwards) and rows from " +
      "the future, each alone. A reading without a usable expiry does not replace the one before. An index that ended before yesterday is not " +
      "used. events[].event_move_pct is null where no other span is beside it.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["2026.11-b57e2e47", "derivatives-2026.11-2"],
    title: "Every venue counts in the funding mean",
    effect:
      "Venues stamp one settlement some milliseconds apart. Such a settlement is now one time, so the mean by open interest has every venue; " +
      "before, it could miss one without a word. A venue with open interest and no rate is named in `meta.degraded` of /derivatives. The carry of 7 and 30 days needs settlements of the whole span, " +
      "taker sums have only venues with the whole day, and a percentile counts equal values half.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Rights of what was sealed",
    effect:
      "/history/{coin} has null for fields of calls whose source may not be sold under the profile of now, leaves out calls of such candles, " +
      "and names both in `withheld`. /stats leaves such calls out of `compared` and names their sources.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "History charges days with calls, and whole days only",
    effect:
      "/history/{coin} costs $0.01 for each day with calls; the 402 and `days` name them. A day is sold when all its calls are a day old. " +
      "`next_from` is always a day, and `next_sold_at` is the time from which it is sold.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "History for studies",
    effect:
      "/history/{coin} sells the revealed calls of up to 31 days as JSON lines or CSV, with forecasts, ranges, odds and outcomes, at $0.01 a " +
      "day. /record stays free.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "The cost of a trade",
    effect:
      "/risk/{coin} takes `size` in US dollars and answers `trade_cost`: slippage by venue from order books, fees, predicted funding and jumps " +
      "beyond the stop. The expected value of the plan then uses their sum in place of 20 bps.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Samples",
    effect:
      "/sample?of=/signal/BTC has a whole answer of a paid endpoint, as it was sold a day ago or earlier. 402, OpenAPI and the tools of " +
      "/mcp name it.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Alerts on implied volatility",
    effect:
      "The condition implied_volatility of /alerts/watch: the percentile of DVOL in its year reaches a level. For BTC and ETH.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Shorter tools",
    effect: "Hints of the tools of /mcp leave out what is the default.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Payments by MPP",
    effect:
      "Where the operator has switched it on, a 402 also has WWW-Authenticate: Payment (method evm, intent charge), and Authorization: Payment " +
      "buys like PAYMENT-SIGNATURE. Two payments in one request by different protocols are 400 two_protocols.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Clients of one scheme; a shorter list of tools",
    effect:
      "A request with Accept-Payment: exact gets a 402 with that scheme alone. tools/list has the price in agents-x402/priceUSD alone and no " +
      "limits of arguments. outlook.quantiles.*.p2_5 is now p02_5, because generated clients had two fields p25.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Alerts on derivatives and on a range",
    effect:
      "Conditions of /alerts/watch: wick (a closed 1h candle touched a level), range (the price leaves the 24h range of the newest call), funding, open_interest and liquidations, each " +
      "with a number in percent.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["derivatives-2026.11-1"],
    title: "Derivatives by venue",
    effect:
      "/derivatives/{coin} sells open interest, funding paid and predicted, basis, long/short, taker flow and liquidations by venue and in " +
      "sum, 30 days of each, the carry of each venue and a percentile of crowding.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Our ranges beside those of options",
    effect:
      "Each live call is sealed with what options implied for 24 hours and 7 days, where the profile allows them (`compared` in its record). " +
      "/stats has `compared`: how often the ranges of both held, interval score and QLIKE with intervals. verify-record prints the same. " +
      "Calls that were sealed before have no such field and are not computed again.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["dex-2026.11-5"],
    title: "Copies and unchecked contracts score lower",
    effect:
      "/dex/alpha takes 40 points off a token that looks like another one and 20 off a token whose contract no source has checked; " +
      "`penalties` names both. The order of the list changes with the scores.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["2026.11-fbe8a958"],
    title: "Derivatives are totals over venues",
    effect:
      "Open interest and taker volume are sums, funding and the long/short ratio means by open interest, over every venue that the profile " +
      "allows; before, each came from one venue. /market/overview lists each venue with its value, share and age.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["volatility-2026.11-1"],
    title: "What options imply, beside our forecast",
    effect:
      "/volatility of a coin sells the implied volatility by expiry, the skew, expected moves to each expiry and around CPI, FOMC and NFP, " +
      "and the difference from our forecast at the same horizons.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: [
      "2026.11-ef25a7c5",
      "arena-5",
      "calendar-2026.11-7",
      "dex-2026.11-4",
      "etf-2026.11-2",
      "geo-2026.11-6",
      "recommend-2026.11-5",
      "treasuries-2026.11-3",
      "yields-2026.11-4",
    ],
    title: "The methods before the first release",
    effect:
      "The versions of all methods as the methodology page describes them. Sealed calls of earlier versions were made while the service was " +
      "built; every later version has an entry of its own.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "The interface before the first release",
    effect:
      "Free: /, /health, /status, /stats, /arena/snapshot, /record, /record/calls, /record/inputs, /record/anchors, /market/prices, " +
      "/market/candles, /versions, /stream, /changelog and /alerts. Sold: /signal, /context, /risk and /odds of a coin, /regime, " +
      "/market/overview, /market/etf, /events, /institutions, /yields, /defi/recommend, /dex/alpha, /geo/events, /geo/alert, /brief and " +
      "/alerts/watch, with the conditions direction, above, below, outside, regime, critical, changed and back. /openapi.json has their parameters and fields. Every later change has an entry of its own.",
  },
]

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
    kind: "method",
    versions: ["dex-2026.11-4"],
    title: "Holders of a token are wallets, and Solana tokens are checked",
    effect:
      "top10_pct of /dex/alpha leaves out pools, lockers and burned tokens, which made fair launches look concentrated. security has six more " +
      "facts: open_source, tax_modifiable, sell_limited, ownership_reclaimable, balance_modifiable and self_destruct, with flags of their own. " +
      "mintable is false if the owner has given up the contract. Tokens on Solana are checked; a malformed or partial record costs its own " +
      "token, not the twenty of a request.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["2026.11-ef25a7c5"],
    title: "One distance for all odds, and far levels keep odds",
    effect:
      "Touches, closes, stops and targets measure a level's distance as the log of level over price, where touches, stops and targets used " +
      "the percentage: a level 50% below is as far as one 100% above. Levels far below the price had too high odds of a touch at long " +
      "horizons. Beyond the measured distances odds of touches and closes fall as a power of the distance; they fell to nearly 0 beyond 7 " +
      "standard deviations. Touch frequencies and the table of targets are fitted again; volatility, ranges and quantiles are unchanged.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Sessions pause while vouchers could not be claimed",
    effect:
      "A 402 leaves out batch-settlement while the service cannot claim vouchers, and a voucher then gets 503 with Retry-After " +
      "and charged: no. The same at a limit of unclaimed vouchers. A channel with a pending withdrawal buys nothing. While gas is too dear for the " +
      "least deposit, a 402 offers no session, open ones go on, and a refund that its purchases do not pay for gets 503.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Published vouchers of sessions prove nothing",
    effect:
      "A claim publishes vouchers on the chain. For a published voucher no answer is given again, no refund is sent, and the 402 has " +
      "neither chargedCumulativeAmount nor voucherState: sign totalClaimed of channelState (plus the price), as the official client " +
      "does, or add SIGN-IN-WITH-X. A refund with an amount is at least 0.10 USDC, after purchases of 0.10 USDC.",
  },
  {
    date: "2026-11-27",
    kind: "method",
    versions: ["2026.11-d2660ae8"],
    title: "The same odds for longs and shorts, one volatility, the whole cone",
    effect:
      "The volatility forecast divides each hour by the usual variance of its hour of the week. Touch odds are the same above and " +
      "below the price, and every target returns minus its costs. /signal and /risk give quantiles and expected shortfall for 24h " +
      "and 7d, /risk the volatility from 1 hour to 30 days. /regime and position sizes use the same forecast: " +
      "typical_next_week_volatility_pct is replaced by volatility_7d_annual_pct, and below_break_even is gone. Values of /context are what " +
      "their names say: etf_flow_1d_m is the newest session, vix the index, macd_hist the histogram, sma_200 and ema_20_50 the average " +
      "and the spread, funding_rate the newest rate; what the rule compares has a name of its own. evidence says what npm run " +
      "evidence measured before and since the fit. backtest.measured of /stats has every goal on fitted, seen and unseen data in the " +
      "place of backtest.unseen. now of /signal, /risk and /market/overview has levels, odds and ranges at the price of the answer. " +
      "GET /api/odds/{coin} sells the odds of any price. A changed flag, rank or token of /dex/alpha is a new version at once, and " +
      "versions of /events, /geo/alert, /geo/events and /institutions change with time as their answers do.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Alerts go only to targets that ask for them",
    effect:
      "A webhook target answers a challenge (signal402_challenge) before the charge (/docs, Alerts); Discord and Slack webhooks get their own form. " +
      "telegram:<code> replaces telegram:<chat id>: the chat that sends /start <code> to the bot gets the alerts, and connect of the " +
      "answer has the link. Push endpoints are those of the browsers' push services. 400, 404 and 410 of a receiver end the watch " +
      "(ended_because). limits of the answer has the most alerts of a condition, a target and a payer. No condition is compared " +
      "with a price on which two providers differ by more than 1%.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "What is proven about the sealed record",
    effect:
      "integrity.proof and sample.proven_in_time of /stats say how many live calls whose horizon has passed a block proves before their outcome; integrity.proof is " +
      "in /record and /arena/snapshot, too. Anchors are 68 bytes behind the encoded call, each with a link to the one before " +
      "(/record/anchors: link, senders, pay_to, asset, has_more). A record that contradicts its newest anchor has no figures: 503. npm " +
      "run verify-record computes every call again, wants the outcome of every call, and reads anchors from the chain.",
  },
  {
    date: "2026-11-27",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Position sizes that know open positions",
    effect:
      "/risk/{coin}?held=BTC:long:0.5 names open positions with what they lose at their stops, percent of the capital. The size is " +
      "smaller by the correlation, the bound of 40% annual volatility is that of all positions, and position_sizing.joint has the " +
      "summed risk. The parameter may be repeated instead of commas.",
  },
  {
    date: "2026-11-26",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Proof that the payee owns this host",
    effect:
      "x-discovery.ownershipProofs of /openapi.json and ownershipProofs of /.well-known/x402 have the payee's signature of the " +
      "origin (EIP-191), where the operator gives one.",
  },
  {
    date: "2026-11-26",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A server card for MCP",
    effect: "/.well-known/mcp/server-card.json and /mcp/server-card name the MCP server of this host (SEP-2127).",
  },
  {
    date: "2026-11-26",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Terms name the token's decimals and what is signed",
    effect:
      "extra of the exact entries of accepts has decimals and primaryType beside name and version of the token's domain. Nothing " +
      "that a client sends has changed.",
  },
  {
    date: "2026-11-26",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Several answers by one payment",
    effect:
      "GET /api/brief?items=signal/BTC,regime sells several answers at the sum of their prices, by one signature or one voucher. " +
      "Items without current data are left out before the price is named.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Each transfer of a transaction buys an answer",
    effect:
      "The proof of a transaction with several transfers to the payee names one by index, and is refused without it " +
      "(transfer_index_required). Before, only the largest transfer counted. A transaction with one transfer is used as before.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Free prices and candles",
    effect: "/market/prices and /market/candles show what a call is about, where the terms of the sources allow it.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Anchors of the sealed record on the chain",
    effect:
      "GET /api/record/anchors lists settlement transactions whose call data ends with the head of the sealed chain, at most one a " +
      "day. They prove when records existed. npm run verify-record -- URL --rpc NODE checks them.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "The type of an error is an absolute URL",
    effect: "Before, type was a path such as /docs/errors#invalid_query. The code is the same.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Sessions: one deposit, then vouchers",
    effect:
      "accepts has a second entry, batch-settlement, where sessions are on: a payer deposits once and pays each call by a voucher " +
      "without gas. exact stays first, and nothing changes for its clients.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Alerts by webhook, Telegram and push",
    effect:
      "GET /api/alerts/watch buys a watch for 24h or 7d with up to ten conditions; a signed webhook, a Telegram message or a push " +
      "message says when one is met. GET /api/alerts lists, pauses, resumes and ends watches with a wallet signature.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A sandbox can read the real market",
    effect:
      'Answers of such a sandbox have "market": "live" beside "mode": "sandbox". Other answers do not have the field.',
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Changes as server-sent events",
    effect:
      "GET /api/stream is free and sends new versions, revealed calls, service state and prices as they come. Last-Event-ID " +
      "resumes. Nothing that is sold is sent.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "/versions names the parts that changed",
    effect:
      "versions[path].changes lists for the last 12 versions which parts differ from the version before, for example direction " +
      "or levels: names without values, free. The screens say it before an update is bought.",
  },
  {
    date: "2026-11-25",
    kind: "method",
    versions: ["calendar-2026.11-7"],
    title: "Options expiries by their notional",
    effect:
      "/events states the notional of the monthly options expiry at Deribit (notional_usd), and its importance follows: from 5 " +
      "billion dollars 2, from 20 billion 3. Without Deribit it is unknown, and quarters count 2, other months 1.",
  },
  {
    date: "2026-11-25",
    kind: "method",
    versions: ["calendar-2026.11-6"],
    title: "The yearly release schedule replaces a publisher that refuses",
    effect:
      "/events lists the principal indicators by the official yearly schedule while BLS and FRED cannot be read. Such dates are " +
      "marked, and the schedule ends at its horizon.",
  },
  {
    date: "2026-11-25",
    kind: "method",
    versions: ["dex-2026.11-3"],
    title: "Contracts of tokens are checked, and copycats by confusable letters",
    effect:
      "/dex/alpha reads contract facts of GoPlus and honeypot.is. A token whose contract nobody has checked has no verdict. A " +
      "symbol that imitates another one by similar letters or hidden characters is flagged as COPYCAT.",
  },
  {
    date: "2026-11-25",
    kind: "method",
    versions: ["yields-2026.11-4", "recommend-2026.11-5"],
    title: "Exploited protocols are not in the best yields; points follow grades",
    effect:
      "/yields leaves out pools of protocols that were exploited within two years (counts.excluded.exploited). risk.score is " +
      "at least 31 for a C and 46 for a D that a single finding causes, so a worse grade always has more points. " +
      "/defi/recommend names protocols as /yields does (project_name).",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Levels belong to the price of record",
    effect:
      "/signal, /risk and /context of one 4h close state one price_of_record, one stop and one set of targets: those that are " +
      "sealed. price is the price of the moment, price_moved_pct its distance. /risk states the record of its side " +
      "(plan.side_record) and marks targets below break-even. /context states the window of each value and what voted; " +
      "etf_flow_1d_m, vix, macd_hist and ema_20_50 are now the values that vote. /regime derives trend from the regime.",
  },
  {
    date: "2026-11-25",
    kind: "method",
    versions: ["2026.11-45bc50cc"],
    title: "Volatility reads the last year and the last moves; odds of targets hold no drift",
    effect:
      "The volatility forecast of /signal and /risk has three more inputs: the level of the last 365 days and the size of the " +
      "moves of the last day and week. Ranges and touch odds were fitted again. Odds of targets are the same for longs and " +
      "shorts at the same distances, because the drift of the market is not forecast; plan.odds_error states the error that was " +
      "measured on data after the fit. signal.strength is 0–24 for NEUTRAL, 25–49 for a lean, 50–74 for LONG and SHORT, " +
      "75–100 for a strong class. category_summary of /context says the same as categories of /signal. Sealed calls of " +
      "older versions are unchanged.",
  },
  {
    date: "2026-11-25",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Permit2 is not accepted any more",
    effect:
      "EIP-3009 is the only transfer method of the scheme exact. A payload with permit2Authorization is refused as " +
      "unsupported_payload_type and nothing moves. Answers that were bought by Permit2 can be fetched again by a sign-in. " +
      "The status 412 is gone.",
  },
  {
    date: "2026-11-24",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A cursor of /yields names its order",
    effect:
      "next_cursor begins with the sort that it is of, and is refused, before anything is paid, for another. A cursor of apy " +
      "passed for one of risk_adjusted and led to a wrong place. One that was bought before is refused: read the first page " +
      "again.",
  },
  {
    date: "2026-11-24",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A payment that says otherwise than the offer hears where",
    effect:
      "invalid_fields of a 402 names each field that is not as offered (network, token, payee, amount, resource, window), of a " +
      "transfer's proof and of a sign-in too, and what it must be. Two different payments in one request are two_payments, " +
      "where they were invalid_payload. A payment for the same question under an address that is written otherwise (a " +
      "slash too many, a parameter that says nothing, another order) is taken, and SIGN-IN-WITH-X may be plain JSON.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["treasuries-2026.11-3"],
    title: "One ticker on two markets is two companies",
    effect:
      "/institutions counts companies that share a ticker on different markets by themselves, with their own " +
      "trades. The smaller one was left out of the list and of total_btc.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["calendar-2026.11-5"],
    title: "The warning names all that is due at one time",
    effect:
      "warning of /events lists every event of high impact at the next such time, as GDP and jobless claims on one morning. " +
      "It named the first by alphabet. next_high_impact stays one event.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["dex-2026.11-2"],
    title: "A copy is found beside a deeper token of another chain",
    effect:
      "COPYCAT of /dex/alpha compares the tokens of each chain by themselves. A copy went unflagged where a token of the same " +
      "symbol on another chain had more liquidity than the one that was copied.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["geo-2026.11-6"],
    title: "Alerts the newest first, and markets closed when they are",
    effect:
      "alerts of /geo/alert begin with the latest reported, where they began with the most severe (level names that), and " +
      "escalated_from is null when the severity has fallen since. market_open is false in the two hours after a market has " +
      "closed, and in the hour in which futures rest, where it was true, and null when the close of that hour is missing.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["2026.11-dbafd365"],
    title: "A change at its bound votes",
    effect:
      "us10y_chg_20d of exactly 20 basis points votes by its rule, as do VIX, dollar and S&P 500 at their bounds. The binary " +
      "form of 4.1 less 3.9 is 0.1999…, so that one such yield in four was shown as 20 and did not vote.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "The oldest change of regime is one that was called",
    effect:
      "changes of /regime begin with the regime that stood 180 days before. They began with what that day alone read, so that " +
      "on one day in six a change among the oldest was missing or had never been called. regime, regime_since and " +
      "days_in_regime of regimes younger than that stay.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A lean has no plan in /signal either",
    effect:
      "kind of level_odds in /signal is reference for LEAN_LONG and LEAN_SHORT, as in /risk for the same levels, where it " +
      "was plan: a lean is not a clear edge. Levels and odds stay.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A list that can only be empty has no price",
    effect:
      "since of /geo/events is refused with 400 when it is in the future, and chain of /dex/alpha when it is another name of " +
      "a chain, such as eth, with the name that is meant; so is a cursor of /yields that is of another sort. They were quoted " +
      "a price for an empty list.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["recommend-2026.11-4"],
    title: "A large amount goes where there is room for it",
    effect:
      "/defi/recommend prefers pools by what they earn on as much of a sixth of the amount as they may take. Above $1.2 m " +
      "(aggressive) and $6 m (moderate) six small pools could be chosen, and most of the money stayed in cash although " +
      "larger ones met every limit. Smaller amounts are placed as before. exclude leaves out all versions of a protocol that is " +
      "named without one: aave did not leave out aave-v3.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["geo-2026.11-5"],
    title: "The news is compared with what the same provider saw",
    effect:
      "z_30d, baseline_daily and z_vs_week compare a provider of the world's news with its own days; of those who saw the " +
      "whole last day, the one to whom it is most unusual counts for an event. They were of all together, so that one " +
      "which began, or fell silent for hours, changed what was unusual for thirty days.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A payment that is written wrong hears where",
    effect:
      "The body of a 402 for invalid_payload names each wrong field in invalid_fields. /docs/errors lists all reasons of a " +
      "402. docs of /api leads there and to /docs, and payment names every way that is taken.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Nothing to sell, and nothing known, are said",
    effect:
      "/api/versions, and the preview of a 402, list as unavailable what was never sold yet, where they said nothing of it. " +
      "net_change_30d_btc of /institutions is null while no company's trades are known, where it was 0. A payment " +
      "identifier whose answer cannot be fetched any more is refused with 409 and payment_identifier_spent, where it was " +
      "402. An answer whose settlement took longer than its payer waited can be fetched as long as it is kept.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["arena-5"],
    title: "Holding is not compared with itself",
    effect:
      "p_beats_hold of always_long is null, where it was 0. cost_model says that always_long has no volatility target, and " +
      "odds_basis of /risk that its frequencies were counted in ATR.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["2026.11-eb3e15aa"],
    title: "A break-even after time and costs, and no edge made of drift",
    effect:
      "p_break_even of /risk counts what plans bring that time ends, which is up to 0.9 R for far targets, and 20 bps of " +
      "costs: it is higher for T1 and lower for T2 and T3. The panel no longer says whether a target is worth it: beyond " +
      "costs that was the market's rise until 2024-06, above for longs and below for shorts whatever the target.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["geo-2026.11-4"],
    title: "A significant move is as rare as it says",
    effect:
      "significant, direction and the filter asset of /geo/events, and significant_moves of /geo/alert, take a |t| of 3.8 " +
      "among four assets and 2.6 for one alone, where 2.5 and 2 did. At hours without any event one of BTC and ETH was " +
      "significant in 6% of cases; it is in 2%. t_24h stays.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["2026.11-b3a9804c"],
    title: "Three days before a weekend are quieter ones",
    effect:
      "p_hit_3d and p_before_stop_3d of /risk are read at distances in units of what is expected of these three days of the " +
      "week: lower from Thursday to Saturday (UTC), by up to a fifth, and higher from Sunday to Wednesday. They knew no " +
      "days of the week. Other horizons stay.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["2026.11-4a9a40fa"],
    title: "A level that is out of reach for a day is touched more often than never",
    effect:
      "p_touch_24h and p_touch_7d of levels beyond 2.6 standard deviations are what was observed, in /risk and /signal: " +
      "1.5% within 24 h at 3.3 and 0.3% at 4.9, where they fell to 0.3% and 0. p_before_stop_7d of far targets is no " +
      "longer cut off by them. Nearer levels stay.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Refusals say more",
    effect:
      "ignored_parameters in the body of a 402 names what the query holds and the endpoint does not know: it is ignored as " +
      "before, and no longer without a word. The hash of a transfer without the payer's signature is refused as " +
      "payer_signature_required, which says what to sign, where it was invalid_payload. " +
      "Numbers may have twenty decimals, where more than six were refused.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["2026.11-9614459c"],
    title: "After a close without a call, no class is held on to",
    effect:
      "The dead band of /signal, /risk, /context and /market/overview keeps the class of the 4h close directly before and " +
      "no older one: after an outage a class from days ago steered the call. Answers no longer contradict each other, and " +
      "versions no longer rise, while a new service writes its past. Calls that follow a sealed one are as before.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Fear and greed in its publisher's words",
    effect:
      "fear_greed.label of /market/overview is the publisher's own: an index of 25 is Extreme Fear, where it was Fear.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["etf-2026.11-2"],
    title: "A fund that stays silent takes no day out of fund flows",
    effect:
      "A day with a blank cell counts in /market/etf, /market/overview, /regime and the votes once a later day is complete, " +
      "or two later ones hold values; meta.degraded of /market/etf names the fund. It was left out of all sums, and a closed " +
      "fund stopped the answer for two weeks.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A payment is valid for a day at most",
    effect:
      "A payment whose validBefore, or Permit2 deadline, is more than a day away is refused by the reason of one that has " +
      "expired; the 402 asks for 300 seconds, which official clients sign. A smart wallet that is deployed may wrap its " +
      "signature (ERC-6492) there, too.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A source that fails once changes no input, and a partial calendar is marked",
    effect:
      "VIX, dollar index, yields, fund flows and holdings stay with their source through a day of failures (fund flows " +
      "two) and never go back in time, where one failed read put an older value, another index or a shorter history in " +
      "their place. meta.degraded of /events names a publisher of whom only a part is known. Event files of the news are " +
      "read without holes of up to two hours.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Nothing is called current that is not sold",
    effect:
      "/versions and the 402's preview say unavailable of all that a purchase would answer with 503. meta.degraded of " +
      "/market/overview names what single coins and series lack. age_s counts whole seconds that have passed in every " +
      "answer. OpenAPI describes the headers of paid answers. A path without /api answers whoever asks for HTML too, " +
      "where it is not a page of the dashboard. Fields and their types stay.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "The largest position that volatility allows",
    effect:
      "position_sizing.volatility_cap_pct of /risk says it in percent of the capital, so that a size for another risk keeps " +
      "to it.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["2026.11-6658ac56"],
    title: "Far levels are touched less often within a week",
    effect:
      "p_touch_7d of levels beyond 1.3 standard deviations of the week is up to a half lower in /risk and /signal: it stood " +
      "on a few days in still markets. Nearer levels and 24 h stay.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["2026.11-d28f3082"],
    title: "Odds of a plan that agree, and a break-even from how often the stop comes first",
    effect:
      "p_before_stop and p_hit of /risk and /signal are read at distances in units of the forecast volatility, where it was " +
      "ATR, and never contradict the touch odds: a stop's p_hit_7d is its p_touch_7d. p_break_even of /risk is the chance " +
      "of the stop coming first divided by R, where it was 1/(1 + R), as if every plan ended at stop or target. odds_error " +
      "says how far off such odds were on average.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A support is a price, and one price is one barrier",
    effect:
      "trend.support of /context is a number where it was the text none: the barrier that /risk falls back to, and null " +
      "without any. /risk lists a price that is the extreme of 7 and of 30 days once among its supports and resistances, " +
      "with one hold rate.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["geo-2026.11-3"],
    title: "A move has a direction only where it is significant",
    effect:
      "impact.direction, its note and the filter asset of /geo/events follow `significant`, which is corrected for the " +
      "assets looked at; they were UP or DOWN from an uncorrected |t| of 2 on. t_24h stays.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["arena-4"],
    title: "The arena claims less of a young record and of its percentiles",
    effect:
      "p_best and p_beats_hold are probabilities of the true Sharpe ratios given the record, where a month of days was " +
      "often called sure; days_until_distinguishable is of the Sharpe ratio too. Coin-flippers flip once in 8 days, where " +
      "they flipped daily and paid so much for it that nearly everybody had a high percentile.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["yields-2026.11-3"],
    title: "One benchmark for every question",
    effect:
      "benchmark and chains of /yields rest on the sound pools from $1 m on, whatever min_tvl asks for, which moved them " +
      "before. Lists, grades and order stay.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "A rising market proves no skill",
    effect:
      "dsr in the significance of /stats is of what the paper account earned beside the market, where it counted what " +
      "holding earns too; psr_vs_0 counts it still.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "No price for a list that can only be empty",
    effect:
      "400 and not a quote for: /yields with max_apy below min_apy or of 0, or with a cursor behind the end of every list " +
      "asked for; /dex/alpha with max_age_h below min_age_h.",
  },
  {
    date: "2026-11-23",
    kind: "method",
    versions: ["recommend-2026.11-3"],
    title: "What a strategy is expected to earn",
    effect:
      "expected_yield_usd compounds the yearly yield, where it took a share of it by days: at 100% a year 30 days bring " +
      "5.9% and not 8.2%, and the total is the sum of what is printed. New is portfolio.expected_apy, at the lower of " +
      "today and the 30-day mean, which range_apy80 is around; comparison tells it of every profile, where it told " +
      "today's blended_apy. Weights stay.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Calls are compared with the whole market",
    effect:
      "Base rates, p value and alpha of /stats and /record/calls compare calls with all settled windows of their coins, " +
      "where they compared them with the windows of the calls alone: long calls no longer equal their own base rate.",
  },
  {
    date: "2026-11-23",
    kind: "interface",
    versions: ["1.0.0"],
    title: "The backtest beside its fair rivals",
    effect:
      "Each row of backtest in /stats names what holding and the best simple rule earned at the same volatility target, and " +
      "a row has the last year: since mid-2022 simple rules were as good as the method or better.",
  },
  {
    date: "2026-11-22",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Figures that count what is absent",
    effect:
      "sample.missed of /stats counts closes until now, where it ended with the newest record. ok_share of /status counts " +
      "time without the service as not ok. expectancy_ci95 and alpha_ci95 of the significance in /stats span both the " +
      "bootstrap and the normal interval. A replay is of 84 days, where it was of 70, and reads no value before it was " +
      "published. Fields and their types stay.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["arena-3", "arena-2"],
    title: "The arena counts every day and ranks by what a record shows",
    effect:
      "Since arena-2 ranks follow the lower end of the Sharpe ratio's 95% interval, with cash among the ranked at 0. " +
      "Since arena-3 positions are held and valued through days without a record: with gaps in it, curve, days and " +
      "ratios are others, those of paper_equity in /stats too.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["geo-2026.11-2"],
    title: "No attention score against days that nobody watched",
    effect:
      "The index's z_vs_week is null until the world's news is known for the six days before: documents and feeds of " +
      "single outlets no longer stand in for them. Events and alerts stay.",
  },
  {
    date: "2026-11-22",
    kind: "interface",
    versions: ["1.0.0"],
    title: "What a quote and OpenAPI say before you pay",
    effect:
      "A quote over MCP names the version for sale and the texts to sign, as over HTTP. OpenAPI says how often each answer " +
      "changes and how old its data is at most (x-freshness). GET /api/changelog is this list, GET /api/record/calls one " +
      "coin's calls. Nothing was taken away.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["calendar-2026.11-4"],
    title: "Decisions of the Fed are listed where its own list ends too soon",
    effect: "The calendar and the regime's risk level know of a decision that the Fed's list does not reach.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["2026.11-faa90d22"],
    title: "Long/short accounts are compared with a month",
    effect:
      "One value a day counts, where the last four days made up most of the sample. One of the 25 votes may differ, and " +
      "with it direction and strength.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["yields-2026.11-2", "recommend-2026.11-2"],
    title: "No pool looks calmer than it is",
    effect:
      "Stability, grade, range and apy_sigma follow the spread of the yield itself, about twenty times that of its daily " +
      "returns. Grades may fall and allocations shift; the ranking stays.",
  },
  {
    date: "2026-11-22",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Tools for agents, and a preview in each 402",
    effect:
      "Every endpoint but the sealed record is a tool at /mcp. The body of a 402 says which version would be bought and " +
      "whether it is sold now.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["2026.11-c68430c5"],
    title: "Volatility reads ranges and days of the week",
    effect:
      "On closes that the fit has not seen the 80% range for 24 h held 79.8% of the time, where it held 83%. A class " +
      "no longer changes by one vote alone: 0.25 changes a day instead of 0.33.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["2026.11-34992b22"],
    title: "NEUTRAL when too few vote",
    effect: "Below 15 indicators in three categories the call is NEUTRAL and says why.",
  },
  {
    date: "2026-11-21",
    kind: "interface",
    versions: ["1.0.0"],
    title: "The inputs of a call",
    effect: "/record/inputs has what a sealed call was computed from, so that anybody can compute it again.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["calendar-2026.11-3"],
    title: "Option expiries and difficulty adjustments",
    effect: "The calendar lists both, and each publisher with its own age.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["treasuries-2026.11-2", "calendar-2026.11-2"],
    title: "Trades with their filings, events with their figures",
    effect:
      "A reported trade of a company stands beside its nearest filing, and what was only observed is shown as such. " +
      "Events have forecast and previous value, and a list that ends within 48 hours cannot vouch for a quiet calendar.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: [
      "2026.11-8451e9a2",
      "etf-2026.11-1",
      "calendar-2026.11-1",
      "treasuries-2026.11-1",
      "yields-2026.11-1",
      "recommend-2026.11-1",
      "dex-2026.11-1",
      "geo-2026.11-1",
      "arena-1",
    ],
    title: "First methods",
    effect: "Where the record of every method begins.",
  },
  {
    date: "2026-11-20",
    kind: "interface",
    versions: ["1.0.0"],
    title: "First interface",
    effect: "Paths, prices, parameters and the fields of each answer, as OpenAPI has them; /health says what works.",
  },
]

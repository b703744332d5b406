// Generated from the contracts in lib/endpoints by `npm run build:answer-types`.

export type PaidEndpoints = {
  "/signal/BTC": { readonly answer: SignalAnswer; readonly query: NoQuery }
  "/signal/ETH": { readonly answer: SignalAnswer; readonly query: NoQuery }
  "/signal/SOL": { readonly answer: SignalAnswer; readonly query: NoQuery }
  "/context/BTC": { readonly answer: ContextAnswer; readonly query: NoQuery }
  "/context/ETH": { readonly answer: ContextAnswer; readonly query: NoQuery }
  "/context/SOL": { readonly answer: ContextAnswer; readonly query: NoQuery }
  "/risk/BTC": { readonly answer: RiskAnswer; readonly query: RiskQuery }
  "/risk/ETH": { readonly answer: RiskAnswer; readonly query: RiskQuery }
  "/risk/SOL": { readonly answer: RiskAnswer; readonly query: RiskQuery }
  "/odds/BTC": { readonly answer: OddsAnswer; readonly query: OddsQuery }
  "/odds/ETH": { readonly answer: OddsAnswer; readonly query: OddsQuery }
  "/odds/SOL": { readonly answer: OddsAnswer; readonly query: OddsQuery }
  "/volatility/BTC": { readonly answer: VolatilityAnswer; readonly query: NoQuery }
  "/volatility/ETH": { readonly answer: VolatilityAnswer; readonly query: NoQuery }
  "/volatility/SOL": { readonly answer: VolatilityAnswer; readonly query: NoQuery }
  "/regime": { readonly answer: RegimeAnswer; readonly query: NoQuery }
  "/market/overview": { readonly answer: MarketOverviewAnswer; readonly query: NoQuery }
  "/derivatives/BTC": { readonly answer: DerivativesAnswer; readonly query: NoQuery }
  "/derivatives/ETH": { readonly answer: DerivativesAnswer; readonly query: NoQuery }
  "/derivatives/SOL": { readonly answer: DerivativesAnswer; readonly query: NoQuery }
  "/market/etf": { readonly answer: MarketEtfAnswer; readonly query: MarketEtfQuery }
  "/events": { readonly answer: EventsAnswer; readonly query: NoQuery }
  "/institutions": { readonly answer: InstitutionsAnswer; readonly query: NoQuery }
  "/yields": { readonly answer: YieldsAnswer; readonly query: YieldsQuery }
  "/defi/recommend": { readonly answer: DefiRecommendAnswer; readonly query: DefiRecommendQuery }
  "/dex/alpha": { readonly answer: DexAlphaAnswer; readonly query: DexAlphaQuery }
  "/geo/events": { readonly answer: GeoEventsAnswer; readonly query: GeoEventsQuery }
  "/geo/alert": { readonly answer: GeoAlertAnswer; readonly query: GeoAlertQuery }
  "/brief": { readonly answer: BriefAnswer; readonly query: BriefQuery }
  "/history/BTC": { readonly answer: HistoryAnswer; readonly query: HistoryQuery }
  "/history/ETH": { readonly answer: HistoryAnswer; readonly query: HistoryQuery }
  "/history/SOL": { readonly answer: HistoryAnswer; readonly query: HistoryQuery }
  "/alerts/watch": { readonly answer: AlertWatchAnswer; readonly query: AlertWatchQuery }
}

export type FreeEndpoints = {
  "/": { readonly answer: ServiceInfoAnswer; readonly query: NoQuery }
  "/health": { readonly answer: HealthAnswer; readonly query: NoQuery }
  "/status": { readonly answer: StatusAnswer; readonly query: NoQuery }
  "/stats": { readonly answer: StatsAnswer; readonly query: StatsQuery }
  "/arena/snapshot": { readonly answer: ArenaSnapshotAnswer; readonly query: ArenaSnapshotQuery }
  "/record": { readonly answer: RecordAnswer; readonly query: RecordQuery }
  "/record/calls": { readonly answer: RecordCallsAnswer; readonly query: RecordCallsQuery }
  "/record/inputs": { readonly answer: RecordInputsAnswer; readonly query: RecordInputsQuery }
  "/record/anchors": { readonly answer: RecordAnchorsAnswer; readonly query: NoQuery }
  "/market/prices": { readonly answer: MarketPricesAnswer; readonly query: NoQuery }
  "/market/perpetuals": { readonly answer: MarketPerpetualsAnswer; readonly query: NoQuery }
  "/market/candles": { readonly answer: MarketCandlesAnswer; readonly query: MarketCandlesQuery }
  "/versions": { readonly answer: VersionsAnswer; readonly query: NoQuery }
  "/changelog": { readonly answer: ChangelogAnswer; readonly query: NoQuery }
  "/sample": { readonly answer: SampleAnswer; readonly query: SampleQuery }
}

/** The data of each event of `GET /api/stream`. */
export type StreamEvents = {
  version: VersionEvent
  call: CallEvent
  service: ServiceEvent
  prices: PricesEvent
  heartbeat: HeartbeatEvent
}

/** An endpoint without parameters. */
export type NoQuery = Readonly<Record<string, never>>

/** A list: an array, or a text with commas. */
export type QueryList = string | number | readonly (string | number)[]

export type StatsQuery = {
  /** Coin symbol, or all three. */
  readonly coin?: "BTC" | "ETH" | "SOL" | "all"
  /** Time from a call to its outcome. */
  readonly horizon?: "24h" | "7d"
  /** Calls decided within this time. */
  readonly window?: "30d" | "90d" | "365d" | "all"
  /** live_paper: sealed within an hour of its close. replay: computed over history. The two are never mixed. */
  readonly kind?: "live_paper" | "replay"
  /** Calls of one version of the method. Absent: all. */
  readonly method_version?: string
}

export type ArenaSnapshotQuery = {
  /** Coin symbol, or all three. */
  readonly coin?: "BTC" | "ETH" | "SOL" | "all"
  /** Time from a call to its outcome. */
  readonly horizon?: "24h" | "7d"
  /** live_paper: sealed within an hour of its close. replay: computed over history. The two are never mixed. */
  readonly kind?: "live_paper" | "replay"
  /** Settled rows, 1 to 50. */
  readonly limit?: number
}

export type RecordQuery = {
  /** Records to skip: next_after of the previous page. */
  readonly after?: number
}

export type RecordCallsQuery = {
  /** Coin symbol. */
  readonly coin: "BTC" | "ETH" | "SOL"
  /** Time from a call to its outcome. */
  readonly horizon?: "24h" | "7d"
  /** Calls decided within this number of days, 1 to 90. */
  readonly days?: number
}

export type RecordInputsQuery = {
  /** Id of a record, such as BTC-2026-11-20T12:00:00.000Z. Absent: the newest revealed call. */
  readonly id?: string
}

export type MarketCandlesQuery = {
  /** Coin symbol. */
  readonly coin: "BTC" | "ETH" | "SOL"
  /** Length of a candle. Days open at 00:00 UTC. */
  readonly interval?: "1h" | "4h" | "1d"
  /** Number of candles, newest last, 1 to 500. */
  readonly limit?: number
}

export type SampleQuery = {
  /** Path of a paid resource: /signal/BTC. */
  readonly of: string
}

export type RiskQuery = {
  /** Capital, US dollars. */
  readonly capital?: number
  /** Loss at the stop, percent of the capital. */
  readonly risk_pct?: number
  /** Trade size in US dollars. Its cost is shown by venue. */
  readonly size?: number
  /** Open positions: BTC:long:0.5,SOL:short:1. The position size takes them into account; comma separated or repeated. The number is the percent of the capital that the position loses at its stop. */
  readonly held?: QueryList
}

export type OddsQuery = {
  /** 1 to 5 prices in US dollars, comma separated. Each is between 1/100 and 100 times the price, beside one near it between 1/10 and 10; the parameter can also be repeated. */
  readonly level: QueryList
  /** From now. */
  readonly hours?: number
}

export type MarketEtfQuery = {
  /** Coin that the funds hold. */
  readonly asset?: "BTC" | "ETH" | "SOL"
}

export type YieldsQuery = {
  /** Which of the two lists. */
  readonly asset_class?: "stablecoin" | "bluechip" | "all"
  /** One of the eight chains, or all. */
  readonly chain?: "Ethereum" | "Base" | "Solana" | "Arbitrum" | "Polygon" | "OP Mainnet" | "BSC" | "Avalanche" | "all"
  /** US dollars. It limits the lists only. */
  readonly min_tvl?: number
  /** Percent per year. */
  readonly min_apy?: number
  /** Percent per year. Not below min_apy. */
  readonly max_apy?: number
  /** One asset in the pool, or several. */
  readonly exposure?: "single" | "multi" | "any"
  /** none: only pools without impermanent loss. */
  readonly il?: "none" | "any"
  /** Protocol slug. */
  readonly project?: string
  /** Order of both lists. */
  readonly sort?: "risk_adjusted" | "apy" | "tvl"
  /** Maximum number of pools in each list. */
  readonly limit?: number
  /** next_cursor of the previous page. */
  readonly cursor?: string
}

export type DefiRecommendQuery = {
  /** Risk profile. */
  readonly risk?: "conservative" | "moderate" | "aggressive"
  /** Amount to allocate, US dollars. */
  readonly capital?: number
  /** Days that the yield is expected for. */
  readonly horizon_days?: number
  /** Chains, comma separated, or all. */
  readonly chains?: QueryList
  /** Protocol slugs, comma separated. One without a version, such as aave, leaves out all of them. */
  readonly exclude?: QueryList
}

export type DexAlphaQuery = {
  /** DexScreener's name, or all. Answers name chains in the same way. */
  readonly chain?: string
  /** US dollars, at least. Where values may not be sold, only whole classes (1, 2 and 5 times 10ⁿ) qualify. */
  readonly min_liquidity_usd?: number
  /** Minimum hours since the pair was created. */
  readonly min_age_h?: number
  /** Maximum hours since the pair was created; not below min_age_h. */
  readonly max_age_h?: number
  /** false: leaves out tokens with paid advertising. */
  readonly include_boosted?: "true" | "false"
  /** Flags of tokens to leave out, comma separated. */
  readonly exclude_flags?: QueryList
  /** Only tokens with this verdict. */
  readonly verdict?: "WATCH" | "CAUTION" | "AVOID" | "NOT_CHECKED"
  /** Maximum number of tokens. */
  readonly limit?: number
}

export type GeoEventsQuery = {
  /** Events reported within these hours. */
  readonly hours?: number
  /** At most 168h ago. It has priority over `hours`. */
  readonly since?: string
  /** Only this kind of event. */
  readonly category?:
    | "WAR"
    | "NUCLEAR"
    | "CHOKEPOINT"
    | "SANCTIONS"
    | "TARIFFS"
    | "ENERGY"
    | "TERROR"
    | "COUP"
    | "CYBER_FINANCIAL_RAILS"
    | "CRYPTO_POLICY"
    | "DE_ESCALATION"
    | "OTHER"
  /** Minimum severity. */
  readonly min_severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"
  /** Only events with a measured, significant direction of this asset. */
  readonly asset?: "BTC" | "ETH" | "GOLD" | "OIL"
  /** Maximum number of events. */
  readonly limit?: number
}

export type GeoAlertQuery = {
  /** Alerts reported within these hours. */
  readonly hours?: number
  /** Minimum severity. */
  readonly min_severity?: "HIGH" | "CRITICAL"
}

export type BriefQuery = {
  /** Items, comma separated: signal, context, risk, volatility, derivatives, each with /BTC, /ETH, /SOL; regime, market/overview, market/etf, market/etf?asset=ETH, market/etf?asset=SOL, events, institutions, yields, defi/recommend, dex/alpha, geo/events, geo/alert. Each item once. */
  readonly items: QueryList
}

export type HistoryQuery = {
  /** First UTC day. Absent: the last one alone. */
  readonly from?: string
  /** Last UTC day. At most 30 days later. Absent: the newest day that is sold. */
  readonly to?: string
  /** format */
  readonly format?: "jsonl" | "csv"
}

export type AlertWatchQuery = {
  /** Up to 10, comma separated: direction:BTC, above:BTC:120000, below:BTC:100000, wick:BTC:95000 (touched by a 1h candle), outside:BTC:95000:110000, range:BTC (the call's 24h range), funding:BTC:0.05 (percent in 8h, or more; -0.05: or less), open_interest:BTC:5 (percent in 24h), liquidations:BTC:99 and implied_volatility:BTC:90 (percentiles), regime, critical, changed:/dex/alpha, back:/signal/BTC (on sale again). Negative numbers are reached from above everywhere: implied_volatility:BTC:-10 is the 10th percentile or less. A candle is closed, `range` is that of the newest call, and `critical` is a new event. Liquidations of an hour are compared with 30 days, DVOL with its year. */
  readonly conditions: QueryList
  /** The wallet that may list, pause and end the watch. */
  readonly owner: string
  /** https URL of a receiver or of a Discord or Slack webhook, telegram:<22 to 64 letters and digits of yours>, or push:<p256dh>:<auth>:<endpoint> of a browser. A receiver answers our challenge before the charge; a chat sends /start <code> to the bot. /api/alerts names what is offered. */
  readonly target: string
  /** How long the watch lasts. */
  readonly for?: "24h" | "7d"
}

export type ServiceInfoAnswer = {
  readonly service: string
  readonly description: string
  readonly endpoints: Readonly<
    Record<
      string,
      {
        readonly description: string
        /** "0" when free. */
        readonly price_usdc: string
        /** Why nobody can buy it now. Absent: it is sold. */
        readonly not_sold?: string
      }
    >
  >
  readonly payment: string
  readonly payments: {
    /** False while no payment of any price is taken: paid endpoints answer 503 instead of 402. */
    readonly taken: boolean
    /** Why payments, or those of low prices, are not taken; null when all are. */
    readonly why: string | null
  }
  readonly version: string
  readonly docs: Readonly<Record<string, string>>
  readonly mode: "sandbox" | "live"
  /** In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise. */
  readonly market?: "live"
}

export type HealthAnswer = {
  /** ok when everything works; down comes with status 503. */
  readonly status: "ok" | "degraded" | "down"
  readonly timestamp: DateTime
  readonly mode: "sandbox" | "live"
  /** In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise. */
  readonly market?: "live"
  readonly payments: {
    /** False while no payment of any price is taken: paid endpoints answer 503 instead of 402. */
    readonly taken: boolean
    /** Why payments, or those of low prices, are not taken; null when all are. */
    readonly why: string | null
  }
  readonly parts: readonly {
    readonly name: string
    readonly kind: "feed" | "store" | "chain" | "settler"
    readonly status: "ok" | "degraded" | "down"
    /** Time of the newest content; null where there is none. */
    readonly as_of: DateTime | null
    readonly age_s: number | null
    /** Provider in use. */
    readonly source: string | null
    /** Kind of the last failure, while the preferred provider does not serve. */
    readonly last_error: string | null
    readonly detail: string
  }[]
  /** Providers with an open circuit breaker. */
  readonly hosts: readonly {
    readonly host: string
    readonly breaker: "open" | "half_open" | "blocked"
    readonly retry_at: DateTime | null
    readonly last_error: string | null
  }[]
}

export type DateTime = string

export type StatusAnswer = {
  readonly from: DateTime
  readonly to: DateTime
  readonly bucket_s: number
  readonly parts: readonly {
    readonly name: string
    /** Status in the newest sample. */
    readonly status: "ok" | "degraded" | "down"
    /** Share of ok samples among those due since the part was first sampled. Samples that are missing because the service was off count as not ok. */
    readonly ok_share: number
    /** Oldest first. A bucket without a sample is absent, because the service did not run. */
    readonly buckets: readonly {
      readonly from: DateTime
      /** Worst status of the bucket. */
      readonly status: "ok" | "degraded" | "down"
    }[]
  }[]
  /** Of the last seven days, newest first: a part was down, or degraded for a quarter of an hour. */
  readonly incidents: readonly {
    readonly part: string
    /** Worst status of the incident. */
    readonly status: "degraded" | "down"
    readonly from: DateTime
    /** null: the incident is not over. */
    readonly to: DateTime | null
  }[]
}

export type StatsAnswer = {
  readonly win_rate: number | null
  /** Mean return per call after costs, as a fraction. */
  readonly expectancy: number | null
  /** Mean return per call above that of blind calls on the same sides of the same coins, as a fraction. See definitions.alpha. */
  readonly alpha: number | null
  /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
  readonly status: "insufficient_data" | "preliminary" | "ok"
  readonly kind: "live_paper" | "replay"
  readonly coin: string
  readonly horizon: "24h" | "7d"
  readonly window: string
  readonly definitions: {
    readonly win: string
    readonly expectancy: string
    readonly alpha: string
    readonly directional: string
  }
  readonly costs: {
    readonly round_trip_bps: number
    readonly funding_included: boolean
    readonly slippage_bps: number
  }
  readonly sample: {
    readonly emitted: number
    /** Of the emitted calls that are not pending: a block earlier than the end of the horizon proves that the call existed. The others are not proven, and of a replay none is. */
    readonly proven_in_time: number
    /** 4h closes without a live record, since the start of the window or the coin's first live record. A close that can still be sealed is not missed. Of a replay or one version: closes between its records. */
    readonly missed: number
    /** The horizon has not passed. Never counted by direction. */
    readonly pending: number
    /** The horizon has passed without a price. */
    readonly unsettled: number
    readonly settled: number
    readonly directional: number
    readonly lean: number
    readonly neutral: number
    readonly degraded: number
    /** The price came too late to measure the window. */
    readonly void: number
    /** directional / (settled − void) */
    readonly coverage: number | null
    readonly n_effective: number
    readonly n_effective_method: string
    /** Independent calls by the bootstrap variance of the win rate: p(1 − p)/variance. Used for the interval from 30 blocks on. null: too few calls. */
    readonly n_effective_bootstrap?: number | null
    readonly first_call_at: DateTime | null
    readonly last_settled_at: DateTime | null
  }
  readonly significance: {
    readonly win_rate_ci95: readonly number[] | null
    readonly ci_method: string
    /** 95% interval: low, high. The lower low and the higher high of a bootstrap and of the normal interval on n_effective: a young record has few blocks to draw from, and the bootstrap alone would be too narrow. */
    readonly expectancy_ci95: readonly number[] | null
    /** 95% interval: low, high. The lower low and the higher high of a bootstrap and of the normal interval on n_effective: a young record has few blocks to draw from, and the bootstrap alone would be too narrow. */
    readonly alpha_ci95: readonly number[] | null
    readonly bootstrap: {
      readonly kind: string
      readonly mean_block: number
      readonly reps: number
      readonly seed: number
    }
    /** Share of all settled windows that rose, called or not. */
    readonly base_rate_up: number | null
    /** Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the selection, whether a call was made in them or not. */
    readonly base_rate_same_sides: number | null
    /** Two-sided p-value of win_rate against base_rate_same_sides. */
    readonly p_value_vs_base: number | null
    /** Annual Sharpe ratio of the daily returns of the paper account. paper_equity.days is the number of days. */
    readonly sharpe_annual: number | null
    readonly sharpe_annual_ci95: readonly number[] | null
    /** Probabilistic Sharpe ratio: probability that the true Sharpe ratio is above zero, given skewness and kurtosis of the returns. Market returns are included. */
    readonly psr_vs_0: number | null
    /** Probability that the Sharpe ratio of what holding does not explain beats the best of the declared trials, had none any skill. null also where nothing is left to explain. */
    readonly dsr: number | null
    readonly n_trials_declared: number
    /** Intercept of the regression of daily paper returns on returns of holding, per year. */
    readonly alpha_annual: number | null
    readonly alpha_annual_ci95: readonly number[] | null
    /** Days after which a Sharpe ratio of 1 would differ from zero at 95%, for returns of this shape. */
    readonly min_track_record_days_for_sr1: number | null
  }
  readonly baselines: readonly {
    readonly n: number
    readonly n_effective: number
    /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
    readonly status: "insufficient_data" | "preliminary" | "ok"
    readonly id: string
    readonly win_rate: number | null
    /** Wilson interval with n_effective. */
    readonly win_rate_ci95: readonly number[] | null
    readonly expectancy: number | null
    /** Normal interval with n_effective. */
    readonly expectancy_ci95: readonly number[] | null
  }[]
  /** null for horizons without a stated probability (7d). */
  readonly calibration: {
    readonly n: number
    readonly n_effective: number
    /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
    readonly status: "insufficient_data" | "preliminary" | "ok"
    readonly target: string
    readonly brier: number | null
    readonly brier_base: number | null
    readonly brier_skill: number | null
    readonly log_loss: number | null
    readonly ece: number | null
    readonly bins: readonly {
      readonly confidence_from: number
      readonly confidence_to: number
      readonly n: number
      readonly n_effective: number
      readonly stated: number
      readonly hit_rate: number
      readonly ci95: readonly number[] | null
    }[]
  } | null
  readonly ranges: {
    readonly n: number
    readonly n_effective: number
    /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
    readonly status: "insufficient_data" | "preliminary" | "ok"
    readonly level: number
    readonly coverage: number | null
    readonly ci95: readonly number[] | null
    readonly worst_60d: number | null
    readonly median_half_width_pct: number | null
    readonly interval_score: number | null
  }
  /** Absent in answers before 2026-11-28. */
  readonly touch?: {
    readonly n: number
    readonly n_effective: number
    /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
    readonly status: "insufficient_data" | "preliminary" | "ok"
    /** Calls with sealed odds that are not scored, because their outcome has no highest or no lowest price. */
    readonly without_extremes: number
    /** Levels of these calls, six for each call. */
    readonly levels: number
    readonly touched: number
    /** Mean squared error of the odds. Lower is better. null: too few calls. */
    readonly brier: number | null
    /** Normal interval with n_effective. */
    readonly brier_ci95: readonly number[] | null
    /** Against the share of levels that were touched, which nobody knew before. null: too few calls. */
    readonly brier_skill: number | null
    /** Brier score of stating for each of the six levels the share of these calls that touched it, which nobody knew before: the stricter reference. null: too few calls. */
    readonly brier_of_shares: number | null
    /** brier_of_shares less brier: above 0, the odds were better. Normal interval with n_effective. */
    readonly brier_difference_ci95: readonly number[] | null
  }
  /** Our forecast against what options implied, sealed side by side and judged by the same calls. Absent in answers before 2026-11-28. */
  readonly compared?: {
    readonly n: number
    readonly n_effective: number
    /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
    readonly status: "insufficient_data" | "preliminary" | "ok"
    readonly forecast: {
      /** Share of the closes inside of the 80% range. */
      readonly coverage: number | null
      readonly ci95: readonly number[] | null
      /** Mean interval score, as a fraction of the price. Lower is better. */
      readonly interval_score: number | null
      /** Mean of ln σ² + r²/σ² of the log return r. Lower is better. */
      readonly qlike: number | null
    }
    readonly options: {
      /** Share of the closes inside of the 80% range. */
      readonly coverage: number | null
      readonly ci95: readonly number[] | null
      /** Mean interval score, as a fraction of the price. Lower is better. */
      readonly interval_score: number | null
      /** Mean of ln σ² + r²/σ² of the log return r. Lower is better. */
      readonly qlike: number | null
    }
    /** Options less forecast on the same calls: above 0, our forecast was better. */
    readonly interval_score_difference: number | null
    /** Normal interval with n_effective. */
    readonly interval_score_difference_ci95: readonly number[] | null
    /** Options less forecast on the same calls: above 0, our forecast was better. */
    readonly qlike_difference: number | null
    /** Normal interval with n_effective. */
    readonly qlike_difference_ci95: readonly number[] | null
    /** By QLIKE. undecided: the interval of the difference has 0 in it. null: too few calls. */
    readonly better: "forecast" | "options" | "undecided" | null
    /** Sources whose terms forbid publishing what is computed from them. Their calls are left out here. */
    readonly withheld?: readonly string[]
  }
  /** Our odds against the prices of a prediction market, sealed side by side at 00:00 UTC and judged by the candles of the record, not by the venue's settlement. Of every horizon. Absent in answers before 2026-11-28. */
  readonly markets?: {
    /** Questions about the price at an hour within a day. */
    readonly close: {
      /** Questions with a result. */
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      /** Sealed calls with such questions, at most one a day and coin. */
      readonly calls: number
      readonly forecast: {
        /** Mean squared error of the stated probabilities, each call counted once. Lower is better. */
        readonly brier: number | null
        /** Normal interval with n_effective. */
        readonly ci95: readonly number[] | null
      }
      readonly market: {
        /** Mean squared error of the stated probabilities, each call counted once. Lower is better. */
        readonly brier: number | null
        /** Normal interval with n_effective. */
        readonly ci95: readonly number[] | null
      }
      /** Brier score of the market less ours on the same questions: above 0, our odds were better. */
      readonly difference: number | null
      /** Normal interval with n_effective. */
      readonly difference_ci95: readonly number[] | null
      /** undecided: the interval of the difference has 0 in it. null: too few calls. */
      readonly better: "forecast" | "market" | "undecided" | null
    }
    /** Questions about a touch until the end of a month. Their windows overlap. */
    readonly touch: {
      /** Questions with a result. */
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      /** Sealed calls with such questions, at most one a day and coin. */
      readonly calls: number
      readonly forecast: {
        /** Mean squared error of the stated probabilities, each call counted once. Lower is better. */
        readonly brier: number | null
        /** Normal interval with n_effective. */
        readonly ci95: readonly number[] | null
      }
      readonly market: {
        /** Mean squared error of the stated probabilities, each call counted once. Lower is better. */
        readonly brier: number | null
        /** Normal interval with n_effective. */
        readonly ci95: readonly number[] | null
      }
      /** Brier score of the market less ours on the same questions: above 0, our odds were better. */
      readonly difference: number | null
      /** Normal interval with n_effective. */
      readonly difference_ci95: readonly number[] | null
      /** undecided: the interval of the difference has 0 in it. null: too few calls. */
      readonly better: "forecast" | "market" | "undecided" | null
    }
    /** Sources whose terms forbid publishing what is computed from them. Their calls are left out here. */
    readonly withheld: readonly string[]
  }
  readonly breakdown: {
    readonly by_coin: readonly {
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      readonly key: string
      readonly win_rate: number | null
      readonly win_rate_ci95: readonly number[] | null
      readonly expectancy: number | null
      readonly expectancy_ci95: readonly number[] | null
      /** Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the selection, whether a call was made in them or not. */
      readonly base_rate: number | null
    }[]
    readonly by_direction: readonly {
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      readonly key: string
      readonly win_rate: number | null
      readonly win_rate_ci95: readonly number[] | null
      readonly expectancy: number | null
      readonly expectancy_ci95: readonly number[] | null
      /** Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the selection, whether a call was made in them or not. */
      readonly base_rate: number | null
    }[]
    readonly by_side: readonly {
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      readonly key: string
      readonly win_rate: number | null
      readonly win_rate_ci95: readonly number[] | null
      readonly expectancy: number | null
      readonly expectancy_ci95: readonly number[] | null
      /** Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the selection, whether a call was made in them or not. */
      readonly base_rate: number | null
    }[]
    readonly by_horizon: readonly {
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      readonly key: string
      readonly win_rate: number | null
      readonly win_rate_ci95: readonly number[] | null
      readonly expectancy: number | null
      readonly expectancy_ci95: readonly number[] | null
      /** Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the selection, whether a call was made in them or not. */
      readonly base_rate: number | null
    }[]
    readonly by_confidence: readonly {
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      readonly key: string
      readonly win_rate: number | null
      readonly win_rate_ci95: readonly number[] | null
      readonly expectancy: number | null
      readonly expectancy_ci95: readonly number[] | null
      /** Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the selection, whether a call was made in them or not. */
      readonly base_rate: number | null
    }[]
    readonly by_method_version: readonly {
      readonly n: number
      readonly n_effective: number
      /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
      readonly status: "insufficient_data" | "preliminary" | "ok"
      readonly key: string
      readonly win_rate: number | null
      readonly win_rate_ci95: readonly number[] | null
      readonly expectancy: number | null
      readonly expectancy_ci95: readonly number[] | null
      /** Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the selection, whether a call was made in them or not. */
      readonly base_rate: number | null
    }[]
  }
  readonly paper_equity: {
    readonly total_return: number
    readonly max_drawdown: number
    readonly volatility_annual: number | null
    readonly sharpe: number | null
    readonly rule: string
    /** Calendar days (UTC) from the first record to the last. Days without a record are valued at their close. */
    readonly days: number
    readonly exposure: number
    readonly turnover_per_year: number | null
    readonly buy_and_hold: {
      readonly total_return: number
      readonly max_drawdown: number
      readonly volatility_annual: number | null
      readonly sharpe: number | null
    }
    readonly curve: readonly {
      readonly t: DateTime
      readonly equity: number
      readonly benchmark: number
    }[]
  }
  readonly integrity: Integrity
  readonly backtest: {
    readonly label: "HYPOTHETICAL"
    readonly period: string
    readonly costs: string
    readonly note: string
    /** Every goal of the method by npm run goals. */
    readonly measured?: readonly {
      readonly what: string
      /** fitted: parameters were fitted or chosen on this data. seen: not fitted, but looked at when inputs were chosen. unseen: neither. */
      readonly data: "fitted" | "seen" | "unseen"
      /** fraction: 0.05 is 5%. */
      readonly unit: "fraction" | "number"
      readonly n: number
      readonly value: number
      readonly ci95: readonly number[] | null
      /** For a distance: the value below which 95% of perfectly calibrated draws stay. */
      readonly noise95: number | null
      /** The threshold of the goal. */
      readonly goal: string
      /** What the value is compared with. */
      readonly peer: string | null
    }[]
    readonly rows: readonly {
      readonly what: string
      readonly sharpe: number
      /** Sharpe ratio of holding without the volatility target of the method. */
      readonly sharpe_hold: number
      readonly max_drawdown: number | null
      readonly max_drawdown_hold: number | null
      /** Sharpe ratio of holding at the volatility target of the method, which shows the effect of the target alone. */
      readonly hold_same_target: {
        readonly sharpe: number
        readonly max_drawdown: number | null
      }
      /** The best of sma_50, momentum_30d and donchian_20 in this row, long or flat at the same target: known with hindsight. */
      readonly best_simple_rule: {
        readonly sharpe: number
        readonly max_drawdown: number | null
        readonly id: string
      }
    }[]
  }
  readonly meta: Meta
}

export type Integrity = {
  readonly records: number
  /** Of these, those whose document carries values of a source whose terms forbid publishing them. Such a document stays null, and figures leave out calls that were made from such a source. */
  readonly withheld: number
  /** Hash of the newest record. Keep it: a chain from which records were removed no longer contains it. */
  readonly head_hash: Hash
  readonly genesis_at: DateTime | null
  /** How commitments and hashes are computed. */
  readonly method: string
  /** What blocks of the chain prove about the time at which calls were sealed. */
  readonly proof: {
    /** Live calls that a block proves: it is earlier than the close plus 24 hours and carries a head of the record from this call on. The rest of the live calls is not proven. Replayed calls are never counted. */
    readonly proven_in_time: number
    /** Live calls of the whole record, every coin and version, whose 24 hours have passed: open calls count later. */
    readonly of: number
    /** From the close to that block, of the proven calls. null: none is proven. */
    readonly median_hours: number | null
    /** CAIP-2 identifier of the chain that has the blocks. */
    readonly network: string
    /** false: a sandbox's own chain, which proves nothing to anybody else. */
    readonly public_chain: boolean
    /** Newest anchor that was read from its block. null: none. */
    readonly last_anchor: {
      readonly transaction: string
      readonly block: number
      /** Time of the block. */
      readonly at: DateTime
    } | null
    /** When this process compared the record with its newest anchor on the chain. null: the node has not answered yet. */
    readonly checked_at: DateTime | null
    /** Differences between the record and its anchors that the operator has accepted. Empty: none. */
    readonly accepted: readonly {
      readonly at: DateTime
      /** Transaction whose anchor the record does not have. */
      readonly contradicted: string | null
      /** Hash of the newest record at that time. */
      readonly head: Hash
      /** The reason that the operator gave. */
      readonly reason: string
    }[]
  }
}

export type Hash = string

export type Meta = {
  /** Time of the oldest input of this answer. */
  readonly as_of: DateTime
  /** sandbox: a simulated market, unless `market` is live. Never trade on it. */
  readonly mode: "sandbox" | "live"
  /** In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise. */
  readonly market?: "live"
  /** Changes whenever a parameter of the method changes. */
  readonly method_version: string
  readonly sources: readonly Source[]
  /** Indicators without a vote, and why. They are not counted in votes.total. */
  readonly abstaining: readonly {
    readonly indicator: string
    readonly reason: string
  }[]
  /** Inputs that are missing or weaker than usual. Empty: none. */
  readonly degraded: readonly string[]
  readonly disclaimer: string
}

export type Source = {
  /** Provider, as in the methodology. */
  readonly name: string
  /** Time of the content, not of the fetch. */
  readonly as_of: DateTime
  readonly age_s: number
}

export type ArenaSnapshotAnswer = {
  readonly season: string
  readonly rules_version: string
  readonly as_of: DateTime
  readonly started_at: DateTime | null
  /** One day in the past, so that no equity reveals an open call. */
  readonly replayed_until: DateTime | null
  /** Number of daily returns behind each Sharpe ratio. */
  readonly days: number
  readonly kind: "live_paper" | "replay"
  readonly horizon: "24h" | "7d"
  readonly coin: string
  readonly cost_model: string
  readonly entries: readonly {
    readonly id: string
    /** house: computed from the sealed votes. */
    readonly kind: "house" | "baseline"
    /** Rank by score. null: incubating. */
    readonly rank: number | null
    /** Lower bound of the Sharpe ratio. It is 0 for cash, so a contestant that ranks below cash has not shown more than cash. */
    readonly score: number | null
    /** incubating: fewer than 30 effective windows, too few for a conclusion. */
    readonly state: "ranked" | "incubating"
    readonly settled: number
    readonly n_effective: number
    /** Share of its long windows that closed higher. */
    readonly hit_rate: number | null
    readonly hit_rate_ci95: readonly number[] | null
    /** Mean net return of its long windows, as a fraction. */
    readonly expectancy: number | null
    readonly equity_usd: number
    readonly return_pct: number
    /** Annual Sharpe ratio of daily paper returns. null also if it was never invested. */
    readonly sharpe: number | null
    readonly sharpe_ci95: readonly number[] | null
    /** Posterior mean of the Sharpe ratio under the prior N(0.3, 0.5²). It is not used for the rank. */
    readonly sharpe_shrunk: number | null
    /** Mean difference of the gross return per window to being always long. */
    readonly skill_vs_always_long: {
      readonly mean: number
      readonly ci95: readonly number[] | null
    } | null
    /** Probability that its true Sharpe ratio is the highest of all here, under the prior N(0.3, 0.5²) and as if days were independent. A young record leaves nearly equal shares. */
    readonly p_best: number | null
    /** Probability that its true Sharpe ratio is above that of always_long, under the same assumptions. It stays near 0.5 while the record is short. null for always_long. */
    readonly p_beats_hold: number | null
    /** Share of 100 coin-flippers with the same costs that ended lower. */
    readonly percentile_among_coin_flips: number | null
    /** Further days until its Sharpe ratio is 1.96 standard errors above that of always_long, if both continue as before. null: it is not above. */
    readonly days_until_distinguishable: number | null
    readonly max_drawdown: number
    readonly exposure: number
    readonly trades: number
    /** The last ten settled windows, newest first. –: it was not long. */
    readonly last_10: readonly ("W" | "L" | "–")[]
    /** Target weights now. null for the house, whose weights are part of the paid answers. */
    readonly stance:
      | readonly {
          readonly coin: Coin
          readonly weight: number
        }[]
      | null
    readonly curve: readonly {
      readonly t: DateTime
      readonly equity_usd: number
    }[]
  }[]
  /** Range of return_pct of 100 coin-flippers. Each flips once in 8 days per coin, so it trades about as often as the signal. */
  readonly coin_flip_band: {
    readonly p05: number
    readonly p50: number
    readonly p95: number
  } | null
  /** Rank correlation of Sharpe ratios between the two halves of the record. Near 0: leaders of the first half do not stay leaders. */
  readonly rank_persistence: number | null
  readonly open_calls: readonly {
    readonly id: string
    readonly coin: Coin
    readonly horizon: "24h" | "7d"
    readonly opened_at: DateTime
    readonly settles_at: DateTime
    readonly entry_price: number
    readonly commitment: Hash
    readonly prev_hash: Hash
    readonly hash: Hash
  }[]
  readonly recently_settled: readonly {
    readonly id: string
    readonly coin: Coin
    readonly horizon: "24h" | "7d"
    readonly direction: Direction
    readonly confidence: number
    readonly entry_price: number
    readonly exit_price: number
    readonly return_pct: number
    readonly outcome: "WIN" | "LOSS" | "NEUTRAL" | "VOID"
    readonly settled_at: DateTime
    /** The sealed document: its canonical JSON was committed to. */
    readonly record: Readonly<Record<string, unknown>>
    readonly nonce: string
    readonly commitment: Hash
    readonly prev_hash: Hash
    readonly hash: Hash
  }[]
  readonly next_settlement_at: DateTime | null
  /** The newest version of each paid path, as in /versions. */
  readonly versions: Readonly<Record<string, ResourceVersion>>
  readonly counts: {
    /** Changes of direction on the newest revealed day. */
    readonly changes_24h: number
    readonly degraded_24h: number
  }
  readonly notes: readonly string[]
  readonly integrity: Integrity
  readonly meta: Meta
}

export type Coin = "BTC" | "ETH" | "SOL"

export type Direction = "STRONG_LONG" | "LONG" | "LEAN_LONG" | "NEUTRAL" | "LEAN_SHORT" | "SHORT" | "STRONG_SHORT"

export type ResourceVersion = {
  /** Rises by one whenever the sold decision changes. */
  readonly version: number
  /** sha256(canonical JSON of the decision ‖ 128 random bits), new with each version. */
  readonly commitment: Hash
  /** Time of the newest input; for a resource that was never available, since when its data is missing. */
  readonly data_as_of: DateTime
  /** When this version was first seen. */
  readonly changed_at: DateTime
  readonly price_usdc: string
  /** unavailable: its inputs are too old, so it is not sold. */
  readonly status: "current" | "unavailable"
  /** Which parts of the decision differ from the version before, newest first, at most 12 versions: names without values, for example direction or levels. Absent for resources without named parts. */
  readonly changes?: readonly {
    readonly version: number
    readonly parts: readonly string[]
  }[]
}

export type RecordAnswer = {
  readonly records: readonly {
    /** Position in the chain, from 1. */
    readonly seq: number
    readonly id: string
    readonly coin: Coin
    readonly decided_at: DateTime
    readonly commitment: Hash
    readonly prev_hash: Hash
    readonly hash: Hash
    /** The sealed document: its canonical JSON was committed to. null until the call is a day old. */
    readonly facts: Readonly<Record<string, unknown>> | null
    readonly nonce: string | null
    /** Sources whose terms forbid publishing the document, which then stays null with its outcomes. */
    readonly withheld: readonly string[]
    /** Empty until the call is revealed and a horizon has passed. */
    readonly outcomes: readonly {
      readonly horizon: "24h" | "7d"
      readonly entry_price: number
      readonly exit_price: number
      readonly exit_time: DateTime
      /** Highest price from entry to exit. null: not measured. */
      readonly high: number | null
      /** Lowest price from entry to exit. null: not measured. */
      readonly low: number | null
      /** Provider of both prices. */
      readonly source: string
    }[]
  }[]
  /** Value of `after` for the next page. null: this is the last page. */
  readonly next_after: number | null
  readonly integrity: Integrity
  readonly timestamp: DateTime
}

export type RecordCallsAnswer = {
  readonly coin: Coin
  readonly horizon: "24h" | "7d"
  readonly days: number
  /** Figures of calls that were sealed in time, and separately of hypothetical calls. They are never added up. */
  readonly figures: {
    readonly live_paper: {
      /** Settled directional calls without leans and degraded calls, as counted by /stats. */
      readonly calls: {
        readonly n: number
        readonly n_effective: number
        /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
        readonly status: "insufficient_data" | "preliminary" | "ok"
        readonly won: number
        readonly win_rate: number | null
        readonly win_rate_ci95: readonly number[] | null
        /** Share of wins that blind calls on the same sides would have had: over all settled windows, called or not. */
        readonly base_rate: number | null
      }
      readonly ranges: {
        readonly n: number
        readonly n_effective: number
        /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
        readonly status: "insufficient_data" | "preliminary" | "ok"
        readonly inside: number
        readonly level: number
        readonly coverage: number | null
        readonly ci95: readonly number[] | null
      }
      /** Odds of touching levels at 0.5, 1 and 2 standard deviations of the horizon on both sides, sealed at 00:00 UTC. `n`: calls. */
      readonly touch: {
        readonly n: number
        readonly n_effective: number
        /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
        readonly status: "insufficient_data" | "preliminary" | "ok"
        /** Calls with sealed odds that are not scored, because their outcome has no highest or no lowest price. */
        readonly without_extremes: number
        /** Levels of these calls, six for each call. */
        readonly levels: number
        readonly touched: number
        /** Mean squared error of the odds. Lower is better. null: too few calls. */
        readonly brier: number | null
        /** Normal interval with n_effective. */
        readonly brier_ci95: readonly number[] | null
        /** Against the share of levels that were touched, which nobody knew before. null: too few calls. */
        readonly brier_skill: number | null
        /** Brier score of stating for each of the six levels the share of these calls that touched it, which nobody knew before: the stricter reference. null: too few calls. */
        readonly brier_of_shares: number | null
        /** brier_of_shares less brier: above 0, the odds were better. Normal interval with n_effective. */
        readonly brier_difference_ci95: readonly number[] | null
      }
    }
    readonly replay: {
      /** Settled directional calls without leans and degraded calls, as counted by /stats. */
      readonly calls: {
        readonly n: number
        readonly n_effective: number
        /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
        readonly status: "insufficient_data" | "preliminary" | "ok"
        readonly won: number
        readonly win_rate: number | null
        readonly win_rate_ci95: readonly number[] | null
        /** Share of wins that blind calls on the same sides would have had: over all settled windows, called or not. */
        readonly base_rate: number | null
      }
      readonly ranges: {
        readonly n: number
        readonly n_effective: number
        /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
        readonly status: "insufficient_data" | "preliminary" | "ok"
        readonly inside: number
        readonly level: number
        readonly coverage: number | null
        readonly ci95: readonly number[] | null
      }
      /** Odds of touching levels at 0.5, 1 and 2 standard deviations of the horizon on both sides, sealed at 00:00 UTC. `n`: calls. */
      readonly touch: {
        readonly n: number
        readonly n_effective: number
        /** insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more. */
        readonly status: "insufficient_data" | "preliminary" | "ok"
        /** Calls with sealed odds that are not scored, because their outcome has no highest or no lowest price. */
        readonly without_extremes: number
        /** Levels of these calls, six for each call. */
        readonly levels: number
        readonly touched: number
        /** Mean squared error of the odds. Lower is better. null: too few calls. */
        readonly brier: number | null
        /** Normal interval with n_effective. */
        readonly brier_ci95: readonly number[] | null
        /** Against the share of levels that were touched, which nobody knew before. null: too few calls. */
        readonly brier_skill: number | null
        /** Brier score of stating for each of the six levels the share of these calls that touched it, which nobody knew before: the stricter reference. null: too few calls. */
        readonly brier_of_shares: number | null
        /** brier_of_shares less brier: above 0, the odds were better. Normal interval with n_effective. */
        readonly brier_difference_ci95: readonly number[] | null
      }
    }
  }
  /** Oldest first. */
  readonly calls: readonly {
    readonly id: string
    readonly decided_at: DateTime
    /** live_paper: sealed within an hour of its close. replay: hypothetical, computed over history. */
    readonly kind: "live_paper" | "replay"
    /** Close at the decision, US dollars. */
    readonly price: number
    /** null until the call is a day old. */
    readonly direction: Direction | null
    /** Made from too few indicators, so it is counted separately. null until the call is a day old. */
    readonly degraded: boolean | null
    /** Range that was stated for the price after the horizon, US dollars. null until the call is a day old. */
    readonly range: {
      readonly low: number
      readonly high: number
    } | null
    /** null until the horizon has passed and its price is known. */
    readonly outcome: {
      /** NEUTRAL: the call had no direction. VOID: the price came too late to measure the window. */
      readonly verdict: "WIN" | "LOSS" | "NEUTRAL" | "VOID"
      readonly price: number
      readonly at: DateTime
      /** Return of the coin over the window, percent. */
      readonly return_pct: number
      /** Whether the price was inside the range. null: no range was stated, or the window is void. */
      readonly inside: boolean | null
    } | null
  }[]
  readonly timestamp: DateTime
}

export type RecordInputsAnswer = {
  readonly id: string | null
  /** null: the call did not use this input. */
  readonly inputs: {
    readonly days:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly openTimeMs: number
          readonly openUsd: number
          readonly highUsd: number
          readonly lowUsd: number
          readonly closeUsd: number
          readonly volumeBase: number
          readonly takerBuyVolumeBase: number | null
        }[]
      | null
    readonly fourHours:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly openTimeMs: number
          readonly openUsd: number
          readonly highUsd: number
          readonly lowUsd: number
          readonly closeUsd: number
          readonly volumeBase: number
          readonly takerBuyVolumeBase: number | null
        }[]
      | null
    readonly hours:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly openTimeMs: number
          readonly openUsd: number
          readonly highUsd: number
          readonly lowUsd: number
          readonly closeUsd: number
          readonly volumeBase: number
          readonly takerBuyVolumeBase: number | null
        }[]
      | null
    readonly fearGreed:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly index: number
        }[]
      | null
    readonly funding:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly fundingPctPer8h: number
        }[]
      | null
    readonly openInterest:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly openInterestBase: number
        }[]
      | null
    readonly longShort:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly longShortRatio: number
        }[]
      | null
    readonly takerFlow:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly takerBuyBase: number
          readonly takerSellBase: number
        }[]
      | null
    readonly coinbasePremium:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly premiumPct: number
        }[]
      | null
    readonly etfFlows:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly totalUsdM: number
          readonly usdMByFund: Readonly<Record<string, number | null>>
          readonly isFinal: boolean
        }[]
      | null
    readonly vix:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly value: number
        }[]
      | null
    readonly dxy:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly value: number
        }[]
      | null
    readonly us10y:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly value: number
        }[]
      | null
    readonly spx:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly value: number
        }[]
      | null
    readonly stablecoins:
      | readonly {
          /** UTC epoch milliseconds. */
          readonly atMs: number
          readonly supplyUsd: number
        }[]
      | null
  } | null
  /** Why there are no inputs; null when there are. */
  readonly reason: string | null
  readonly timestamp: DateTime
}

export type RecordAnchorsAnswer = {
  /** CAIP-2 identifier of the chain. */
  readonly network: string
  /** Token whose transfers to pay_to are the settlements. */
  readonly asset: string
  readonly pay_to: string
  /** Accounts that have settled for this service. Others can send anchors, which do not count. */
  readonly senders: readonly string[]
  /** Newest first, at most 400. Empty where RECORD_ANCHOR is off. */
  readonly anchors: readonly {
    /** Hash of the newest record at that time: the last 32 bytes of the call data of the transaction. */
    readonly head: Hash
    /** The 32 bytes before 'S402': sha256(canonical_json({head, link})) of the anchor before, zeros for the first anchor. After differences that the operator has accepted: sha256(canonical_json({accepted, previous})) with that hash as previous. */
    readonly link: Hash
    readonly transaction: string
    readonly block: number
    /** When this service saw the block. The block itself has the time that counts. */
    readonly seen_at: DateTime
  }[]
  /** Whether there are older anchors than those in the list. */
  readonly has_more: boolean
  readonly timestamp: DateTime
}

export type MarketPricesAnswer = {
  readonly timestamp: DateTime
  /** sandbox: a simulated market, unless `market` is live. */
  readonly mode: "sandbox" | "live"
  /** In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise. */
  readonly market?: "live"
  readonly coins: readonly {
    readonly coin: Coin
    /** Last traded price, US dollars. null: no price within its maximum age. */
    readonly price: number | null
    /** Time of the trade. */
    readonly as_of: DateTime | null
    /** Age of the price at the time of the answer. */
    readonly age_s: number | null
    /** The provider of the price. */
    readonly source: string | null
    /** The price of another provider differs by more than 1%. */
    readonly disputed: boolean
    /** Against the hourly close 24h earlier, percent. */
    readonly change_24h_pct: number | null
    /** 4h closes of the last seven days, oldest first. Empty if the terms of the sources forbid it. */
    readonly sparkline_7d: readonly number[]
    /** Time of the first of these closes. */
    readonly sparkline_from: DateTime | null
    /** The next 4h close, when the next call is made. */
    readonly next_close_at: DateTime
  }[]
  /** Which data is left out because the terms of its source forbid it. null: none. */
  readonly withheld: string | null
}

export type MarketPerpetualsAnswer = {
  readonly timestamp: DateTime
  /** sandbox: a simulated market, unless `market` is live. */
  readonly mode: "sandbox" | "live"
  /** In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise. */
  readonly market?: "live"
  /** The venue of every contract. null: there are no current prices. */
  readonly source: string | null
  /** Time of the reading. */
  readonly as_of: DateTime | null
  /** Age of the reading at the time of the answer. */
  readonly age_s: number | null
  /** The highest volume first. */
  readonly perpetuals: readonly {
    /** Name of the coin at the venue; kPEPE is a thousand PEPE. */
    readonly symbol: string
    /** Mark price, US dollars. */
    readonly price: number
    /** Against the mark price 24h earlier, percent. null: not known. */
    readonly change_24h_pct: number | null
    /** Value traded within 24h, US dollars. */
    readonly volume_24h_usd: number
  }[]
  /** Why there are no prices, if the terms of the source forbid it. */
  readonly withheld: string | null
}

export type MarketCandlesAnswer = {
  readonly coin: Coin
  readonly interval: "1h" | "4h" | "1d"
  /** Closed candles, oldest first. Candles can be missing. */
  readonly candles: readonly {
    /** Open time. */
    readonly t: DateTime
    readonly o: number
    readonly h: number
    readonly l: number
    readonly c: number
    /** Volume in the coin. */
    readonly v: number
  }[]
  /** The provider. null: no candles within their maximum age. */
  readonly source: string | null
  /** Time of the last close. */
  readonly as_of: DateTime | null
  /** Time since the last close. */
  readonly age_s: number | null
  /** Why candles are left out. null: they are not. */
  readonly withheld: string | null
  readonly mode: "sandbox" | "live"
  /** In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise. */
  readonly market?: "live"
  readonly timestamp: DateTime
}

export type VersionsAnswer = {
  /** By path, with its query where answers of one path change separately. A resource that cannot be sold now keeps its last version. */
  readonly versions: Readonly<Record<string, ResourceVersion>>
  readonly timestamp: DateTime
}

export type ChangelogAnswer = {
  /** Newest first. */
  readonly changes: readonly {
    /** UTC. */
    readonly date: string
    /** method: the same request may have another answer. interface: requests or fields changed. */
    readonly kind: "method" | "interface"
    /** The values of meta.method_version, the arena's rules_version or the interface version since this change. */
    readonly versions: readonly string[]
    readonly title: string
    /** What changes for a buyer. */
    readonly effect: string
  }[]
}

export type SampleAnswer = {
  readonly of: string
  /** sold: what a buyer got, with its own times; its data has changed since. example: made-up figures of the same shape, until there is such a sale. */
  readonly kind: "sold" | "example"
  readonly sold_at: DateTime | null
  /** The request that the answer belongs to. */
  readonly request: string
  /** With the schema of the endpoint. */
  readonly answer: Readonly<Record<string, unknown>>
  readonly timestamp: DateTime
}

export type SignalAnswer = {
  readonly coin: Coin
  /** Current price, US dollars. */
  readonly price: number
  /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
  readonly price_of_record?: number
  /** Time of that close. */
  readonly decided_at?: DateTime
  /** Move from `price_of_record` to `price`, percent. */
  readonly price_moved_pct?: number
  readonly signal: {
    readonly direction: Direction
    /** Calibrated probability that the price is on the side of the signal after 24h (NEUTRAL: on the more likely side). */
    readonly confidence: number
    /** 0–24 NEUTRAL, 25–49 a lean, 50–74 LONG or SHORT, 75–100 a strong class. Within a class it rises with the agreement of the votes. It is not a probability. */
    readonly strength: number
  }
  readonly confidence_kind: "p_direction_24h"
  readonly votes: {
    readonly long: number
    readonly short: number
    readonly neutral: number
    readonly total: number
  }
  readonly categories: {
    readonly sentiment: CategoryVote
    readonly technical: CategoryVote
    readonly trend: CategoryVote
    readonly macro: CategoryVote
  }
  readonly breakdown: {
    readonly sentiment: {
      readonly long: number
      readonly short: number
      readonly neutral: number
      readonly unavailable: number
    }
    readonly technical: {
      readonly long: number
      readonly short: number
      readonly neutral: number
      readonly unavailable: number
    }
    readonly trend: {
      readonly long: number
      readonly short: number
      readonly neutral: number
      readonly unavailable: number
    }
    readonly macro: {
      readonly long: number
      readonly short: number
      readonly neutral: number
      readonly unavailable: number
    }
  }
  readonly outlook: {
    /** Forecast standard deviation of the next 24h, percent. */
    readonly expected_move_24h_pct: number
    /** Interval that holds the close with probability 0.8, by the volatility forecast. */
    readonly range80_24h: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** Interval that holds the close with probability 0.8, by the volatility forecast. */
    readonly range80_7d: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** Prices that the close after 24 hours and 7 days is at or below in 1, 2.5, 5, 10, 25, 50, 75, 90, 95, 97.5 and 99% of cases. p10 and p90 are the 80% range. */
    readonly quantiles?: {
      readonly "24h": {
        /** US dollars. */
        readonly p1: number
        /** US dollars. */
        readonly p02_5: number
        /** US dollars. */
        readonly p5: number
        /** US dollars. */
        readonly p10: number
        /** US dollars. */
        readonly p25: number
        /** US dollars. */
        readonly p50: number
        /** US dollars. */
        readonly p75: number
        /** US dollars. */
        readonly p90: number
        /** US dollars. */
        readonly p95: number
        /** US dollars. */
        readonly p97_5: number
        /** US dollars. */
        readonly p99: number
      }
      readonly "7d": {
        /** US dollars. */
        readonly p1: number
        /** US dollars. */
        readonly p02_5: number
        /** US dollars. */
        readonly p5: number
        /** US dollars. */
        readonly p10: number
        /** US dollars. */
        readonly p25: number
        /** US dollars. */
        readonly p50: number
        /** US dollars. */
        readonly p75: number
        /** US dollars. */
        readonly p90: number
        /** US dollars. */
        readonly p95: number
        /** US dollars. */
        readonly p97_5: number
        /** US dollars. */
        readonly p99: number
      }
    }
    /** Mean loss beyond the 5% quantile. */
    readonly expected_shortfall?: {
      readonly "24h": {
        /** Mean return of a long in the 5% of cases that are worst for it, percent. */
        readonly long_pct: number
        /** The same for a short. */
        readonly short_pct: number
      }
      readonly "7d": {
        /** Mean return of a long in the 5% of cases that are worst for it, percent. */
        readonly long_pct: number
        /** The same for a short. */
        readonly short_pct: number
      }
    }
    readonly p_up_24h: number
    readonly flags: readonly ("uptrend_pullback" | "downtrend_rally" | "stretched")[]
  }
  readonly levels?: {
    /** US dollars. */
    readonly entry: number
    /** US dollars. */
    readonly stop_loss: number
    /** US dollars. */
    readonly take_profit_1: number
    /** US dollars. */
    readonly take_profit_2: number
    /** US dollars. */
    readonly take_profit_3: number
  }
  /** Within 24h and 7 d by the volatility forecast, within 14 days as often as observed at these distances in units of it, whatever the direction says. */
  readonly level_odds?: {
    /** reference: the signal is NEUTRAL or a lean, which is not a clear edge, so no trade is proposed. */
    readonly kind: "plan" | "reference"
    /** Side of the trade that the levels belong to. For NEUTRAL they are the levels of a long. */
    readonly side: "long" | "short"
    readonly stop_loss: {
      readonly p_touch_24h: number
      readonly p_touch_7d: number
      /** Never below `p_touch_7d`. */
      readonly p_14d: number
    }
    /** Odds of take_profit_1 to take_profit_3, in this order. */
    readonly take_profits: readonly {
      readonly p_touch_24h: number
      readonly p_touch_7d: number
      /** Probability that the target is touched within 14 days before the stop. */
      readonly p_before_stop_14d: number
    }[]
  }
  /** The same figures at the price of this answer. All others are those of `price_of_record` at `decided_at`, as sealed. */
  readonly now?: {
    /** Time of these figures. */
    readonly at: DateTime
    /** The price from which these figures are measured: `price` of this answer. */
    readonly price_usd: number
    /** Since `decided_at`. Of a horizon of h hours the variance of the h − k hours that are left counts, about σ²·(h − k)/h. */
    readonly hours_since_close: number
    /** Probability that the price 24 hours after `decided_at` is above `price_of_record`. */
    readonly p_up_24h: number
    /** 80% range of the price 24 hours after `decided_at`, from the current price. */
    readonly range80_24h: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** 80% range of the price 7 days after `decided_at`, from the current price. */
    readonly range80_7d: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** Standard deviations of the log return after `decided_at`, percent. The dashboard computes any level from them. */
    readonly forecast?: {
      readonly sigma_24h_pct: number
      readonly sigma_7d_pct: number
      readonly sigma_30d_pct: number
    }
    readonly stop_loss?: {
      /** US dollars. */
      readonly price: number
      /** The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then. */
      readonly passed: boolean
      /** Distance from `price_usd`, percent. Negative: below the price. */
      readonly distance_pct: number
      /** Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`. */
      readonly p_touch_24h: number
      /** Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`. */
      readonly p_touch_7d: number
      readonly p_hit_14d: number
    }
    /** Odds of take_profit_1 to take_profit_3, in this order. */
    readonly take_profits?: readonly {
      /** US dollars. */
      readonly price: number
      /** The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then. */
      readonly passed: boolean
      /** Distance from `price_usd`, percent. Negative: below the price. */
      readonly distance_pct: number
      /** Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`. */
      readonly p_touch_24h: number
      /** Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`. */
      readonly p_touch_7d: number
      /** 1 when the target was touched before the stop, 0 when the stop was touched first or in the same hour. */
      readonly p_before_stop_14d: number
    }[]
  }
  readonly timestamp: DateTime
  readonly meta: CallMeta
}

export type CategoryVote = "LONG" | "SHORT" | "NEUTRAL" | "UNAVAILABLE"

export type CallMeta = {
  /** Time of the oldest input of this answer. */
  readonly as_of: DateTime
  /** sandbox: a simulated market, unless `market` is live. Never trade on it. */
  readonly mode: "sandbox" | "live"
  /** In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise. */
  readonly market?: "live"
  /** Changes whenever a parameter of the method changes. */
  readonly method_version: string
  readonly sources: readonly Source[]
  /** Indicators without a vote, and why. They are not counted in votes.total. */
  readonly abstaining: readonly {
    readonly indicator: string
    readonly reason: string
  }[]
  /** Inputs that are missing or weaker than usual. Empty: none. */
  readonly degraded: readonly string[]
  readonly disclaimer: string
  /** The sealed call that this answer was computed from. Its commitment is already in /record; the record is revealed a day after the call and can be compared with the answer. null: the close is not sealed yet. */
  readonly sealed?: {
    readonly id: string
    readonly commitment: string
  } | null
}

export type ContextAnswer = {
  readonly coin: Coin
  /** Current price, US dollars. */
  readonly price: number
  /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
  readonly price_of_record?: number
  /** Time of that close. */
  readonly decided_at?: DateTime
  /** Move from `price_of_record` to `price`, percent. */
  readonly price_moved_pct?: number
  readonly indicators: {
    readonly sentiment: Readonly<Record<string, number | string | null>>
    readonly technical: Readonly<Record<string, number | string | null>>
    readonly trend: Readonly<Record<string, number | string | null>>
    readonly macro: Readonly<Record<string, number | string | null>>
  }
  readonly category_summary: {
    /** The vote of the category, as in `categories` of /signal: BULLISH is LONG, BEARISH is SHORT, MIXED is NEUTRAL or no input. */
    readonly sentiment: "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED"
    /** The vote of the category, as in `categories` of /signal: BULLISH is LONG, BEARISH is SHORT, MIXED is NEUTRAL or no input. */
    readonly technical: "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED"
    /** The vote of the category, as in `categories` of /signal: BULLISH is LONG, BEARISH is SHORT, MIXED is NEUTRAL or no input. */
    readonly trend: "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED"
    /** The vote of the category, as in `categories` of /signal: BULLISH is LONG, BEARISH is SHORT, MIXED is NEUTRAL or no input. */
    readonly macro: "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED"
  }
  /** Extreme value of the daily RSI. It does not vote. null: no extreme. */
  readonly technical_state?: "OVERSOLD" | "OVERBOUGHT" | null
  /** Keyed by indicator, as in `indicators`: "technical.rsi_14". */
  readonly details: Readonly<
    Record<
      string,
      {
        /** null: not available. */
        readonly value: number | string | null
        readonly unit: string
        /** The period that the value covers. */
        readonly window?: string
        /** The value that the rule compared with its bounds, if it is not `value`. */
        readonly voted?: {
          /** Its name in `indicators`. */
          readonly name?: string
          readonly value: number | string | null
          readonly unit: string
        }
        /** null: the indicator abstains. */
        readonly vote: "long" | "short" | "neutral" | null
        /** Why it abstains. */
        readonly reason: string | null
        /** The vote rule in words. */
        readonly rule: string
        readonly as_of: DateTime | null
        readonly source: string | null
        readonly horizon: "24h" | "7d" | "context"
        /** By npm run evidence, which measures the votes before and after the date of the fit. held: better than blind votes in both. Significant means p_holm below 0.05; held_before_fit_uncorrected was so without the correction only. Answers before 2026-11-27 have other words. */
        readonly evidence:
          | "held"
          | "held_before_fit_only"
          | "held_before_fit_uncorrected"
          | "held_since_fit_only"
          | "not_significant"
          | "untested"
        /** The evidence in words, with period and n. */
        readonly evidence_text?: string
        /** The measured timing of the votes on BTC, ETH and SOL. */
        readonly measured?: {
          /** Hours from the vote to the price that judges it. */
          readonly horizon_h: number
          /** Before the fit. null: no history, or fewer than 100 votes. */
          readonly before_fit: {
            readonly from: string
            readonly to: string
            /** Number of votes for long or short. Windows overlap; the interval takes this into account. */
            readonly n: number
            /** Share of votes whose return had the sign of the vote. */
            readonly hit_rate: number
            /** Mean return on the side of the vote, percent. */
            readonly mean_return_pct: number
            /** `mean_return_pct` minus the mean return of blind votes on the same sides of the same coins, percent. */
            readonly timing_pct: number
            /** 95% interval, stationary bootstrap over days, percent. */
            readonly timing_ci95_pct: readonly number[]
            /** p-value of `timing_pct`, corrected for all tests of the study (Holm). */
            readonly p_holm: number
          } | null
          /** Before the fit. null: no history, or fewer than 100 votes. */
          readonly since_fit: {
            readonly from: string
            readonly to: string
            /** Number of votes for long or short. Windows overlap; the interval takes this into account. */
            readonly n: number
            /** Share of votes whose return had the sign of the vote. */
            readonly hit_rate: number
            /** Mean return on the side of the vote, percent. */
            readonly mean_return_pct: number
            /** `mean_return_pct` minus the mean return of blind votes on the same sides of the same coins, percent. */
            readonly timing_pct: number
            /** 95% interval, stationary bootstrap over days, percent. */
            readonly timing_ci95_pct: readonly number[]
            /** p-value of `timing_pct`, corrected for all tests of the study (Holm). */
            readonly p_holm: number
          } | null
        }
      }
    >
  >
  readonly timestamp: DateTime
  readonly meta: CallMeta
}

export type RiskAnswer = {
  readonly coin: Coin
  /** Current price, US dollars. */
  readonly price: number
  /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
  readonly price_of_record?: number
  /** Time of that close. */
  readonly decided_at?: DateTime
  /** Move from `price_of_record` to `price`, percent. */
  readonly price_moved_pct?: number
  /** The proposed direction. It is NEUTRAL for a lean, which is not a clear edge. `signal_direction` is the direction of the call. */
  readonly verdict: "STRONG_LONG" | "LONG" | "NEUTRAL" | "SHORT" | "STRONG_SHORT"
  /** Side of the levels. With a NEUTRAL verdict they are a reference. */
  readonly direction: "LONG" | "SHORT"
  readonly signal_direction: Direction
  readonly levels: {
    /** US dollars. */
    readonly entry: number
    /** US dollars. */
    readonly stop_loss: number
    /** US dollars. */
    readonly take_profit_1: number
    /** US dollars. */
    readonly take_profit_2: number
    /** US dollars. */
    readonly take_profit_3: number
    /** Distance of the stop from the entry, percent. */
    readonly risk_pct: number
  }
  readonly risk_reward: {
    readonly tp1: string
    readonly tp2: string
    readonly tp3: string
  }
  readonly support_resistance: {
    /** US dollars. */
    readonly nearest_support: number
    /** US dollars. */
    readonly nearest_resistance: number
    /** Nearest first. */
    readonly supports: readonly number[]
    readonly resistances: readonly number[]
  }
  readonly position_sizing: {
    /** Position size for the requested capital at 1% risk, without held positions. */
    readonly example_1pct_risk: {
      readonly capital: number
      /** Maximum loss of the plan at its stop, US dollars. */
      readonly risk_per_trade: number
      /** US dollars; never more than the capital. */
      readonly position_size: number
    }
    /** Position size for the requested capital and risk. */
    readonly requested: {
      readonly capital: number
      /** Maximum loss of the plan at its stop, US dollars. */
      readonly risk_per_trade: number
      /** US dollars. 0: the held positions leave no room. */
      readonly position_size: number
      /** Share of the capital at risk, percent. */
      readonly risk_pct: number
      /** Coins. */
      readonly quantity: number
      /** Loss at the stop, US dollars. It is below `risk_per_trade` if something else limits the position. */
      readonly loss_at_stop: number
      /** held: the risk is smaller than requested, because the held positions move with the coin. */
      readonly limited_by: "risk" | "held" | "volatility" | "capital"
    }
    /** Present only if `held` names open positions. */
    readonly joint?: {
      readonly held: readonly {
        readonly coin: Coin
        readonly side: "long" | "short"
        readonly risk_pct: number
        /** Correlation of daily log returns with the coin of the plan, over `days`. */
        readonly correlation: number
        /** Number of days in the estimate of the correlation. */
        readonly days: number
      }[]
      /** What the requested position loses at its stop, percent of the capital. With the correlations it adds to the variance of all positions no more than an independent plan at the risk asked for would add. */
      readonly plan_risk_pct: number
      /** Summed risk: what is lost when every stop is hit, percent of the capital. */
      readonly sum_pct: number
      /** Risk of all positions together with their sides and correlations; equal to the sum at correlations of 1. */
      readonly joint_pct: number
      /** Annual volatility of all positions together, percent of the capital, if every stop is as many standard deviations of its coin away as the plan's. The plan never raises it above 40. */
      readonly volatility_pct: number
    }
    /** The largest position that volatility allows whatever the risk, percent of the capital: 40% a year by the forecast for 7 days (`volatility`), of all positions where `held` names some. */
    readonly volatility_cap_pct?: number
  }
  /** Percent with its sign; "n/a" while no funding rate within its maximum age is known. */
  readonly costs: {
    readonly funding_rate_8h: string
    readonly funding_annual: string
    readonly atr_pct: string
  }
  readonly plan: {
    /** reference: no clear edge, so no trade is proposed. */
    readonly kind: "plan" | "reference"
    readonly stop: {
      /** US dollars. */
      readonly price: number
      readonly distance_atr: number
      readonly distance_pct: number
      /** Probability of a touch within 24 hours, by the volatility forecast. */
      readonly p_touch_24h: number
      readonly p_touch_7d: number
      readonly p_hit_3d: number
      /** The same as `p_touch_7d`. */
      readonly p_hit_7d: number
      /** Probability that the stop is hit within 14 days, also after nearer targets. */
      readonly p_hit_14d: number
    }
    readonly targets: readonly {
      /** US dollars. */
      readonly price: number
      readonly r_multiple: number
      readonly distance_pct: number
      /** Probability of a touch within 24 hours, by the volatility forecast. */
      readonly p_touch_24h: number
      readonly p_touch_7d: number
      readonly p_before_stop_3d: number
      /** Never above `p_touch_7d`, because it is a part of it. */
      readonly p_before_stop_7d: number
      /** Observed frequency with which the target is hit within 14 days before the stop. */
      readonly p_before_stop_14d: number
      /** Probability that the stop is hit within 14 days, before the target. */
      readonly p_stop_first_14d?: number
      /** Mean result in R of plans that reach neither level within 14 days and are closed then. */
      readonly neither_r_14d?: number
      /** Mean result of the plan with this target in R: minus its costs, 20 bps. No drift is forecast, so no target earns anything by itself: r_multiple · p_before_stop_14d − p_stop_first_14d + the rest · neither_r_14d is 0. */
      readonly expected_r?: number
      /** The value of `p_before_stop_14d` at which the plan earns nothing: higher by its costs. */
      readonly p_break_even: number
    }[]
    /** Source of the frequencies, and their error on other data. */
    readonly odds_basis: string
    /** How far the odds before the stop were off on average: closer to `p_break_even` nobody can tell above from below, and a larger distance above is not an edge, see `odds_basis`. */
    readonly odds_error?: number
    /** What calls on this side earned in the study. */
    readonly side_record?: {
      readonly side: "long" | "short"
      readonly period: string
      /** Annual Sharpe ratios of the variants of the study, after costs. */
      readonly sharpe_low: number
      readonly sharpe_high: number
      readonly made_money: boolean
      readonly note: string
    }
  }
  readonly barriers: {
    readonly supports: readonly {
      /** US dollars. */
      readonly price: number
      readonly kind: "pivot" | "volume_node" | "point_of_control" | "breakout_7d" | "breakout_30d" | "range80_7d"
      /** Number of pivots that were merged into the level; 0 for other kinds. */
      readonly touches: number
      readonly distance_atr: number
      /** Probability of a touch within 24 hours, by the volatility forecast. */
      readonly p_touch_24h: number
      readonly p_touch_7d: number
      /** Share of first touches after which the price turned back. No kind of level is better than a random level. */
      readonly hold_rate: number | null
    }[]
    readonly resistances: readonly {
      /** US dollars. */
      readonly price: number
      readonly kind: "pivot" | "volume_node" | "point_of_control" | "breakout_7d" | "breakout_30d" | "range80_7d"
      /** Number of pivots that were merged into the level; 0 for other kinds. */
      readonly touches: number
      readonly distance_atr: number
      /** Probability of a touch within 24 hours, by the volatility forecast. */
      readonly p_touch_24h: number
      readonly p_touch_7d: number
      /** Share of first touches after which the price turned back. No kind of level is better than a random level. */
      readonly hold_rate: number | null
    }[]
    /** Highs and lows of 7 and 30 days. They break more often than they hold. */
    readonly breakouts: readonly {
      /** US dollars. */
      readonly price: number
      readonly kind: "pivot" | "volume_node" | "point_of_control" | "breakout_7d" | "breakout_30d" | "range80_7d"
      /** Number of pivots that were merged into the level; 0 for other kinds. */
      readonly touches: number
      readonly distance_atr: number
      /** Probability of a touch within 24 hours, by the volatility forecast. */
      readonly p_touch_24h: number
      readonly p_touch_7d: number
      /** Share of first touches after which the price turned back. No kind of level is better than a random level. */
      readonly hold_rate: number | null
    }[]
    readonly random_level_hold_rate: number
  }
  /** The same figures at the price of this answer. All others are those of `price_of_record` at `decided_at`, as sealed. */
  readonly now?: {
    /** Time of these figures. */
    readonly at: DateTime
    /** The price from which these figures are measured: `price` of this answer. */
    readonly price_usd: number
    /** Since `decided_at`. Of a horizon of h hours the variance of the h − k hours that are left counts, about σ²·(h − k)/h. */
    readonly hours_since_close: number
    /** 80% range of the price 24 hours after `decided_at`, from the current price. */
    readonly range80_24h: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** 80% range of the price 7 days after `decided_at`, from the current price. */
    readonly range80_7d: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** Standard deviations of the log return after `decided_at`, percent. The dashboard computes any level from them. */
    readonly forecast?: {
      readonly sigma_24h_pct: number
      readonly sigma_7d_pct: number
      readonly sigma_30d_pct: number
    }
    readonly stop: {
      /** US dollars. */
      readonly price: number
      /** The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then. */
      readonly passed: boolean
      /** Distance from `price_usd`, percent. Negative: below the price. */
      readonly distance_pct: number
      /** Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`. */
      readonly p_touch_24h: number
      /** Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`. */
      readonly p_touch_7d: number
      readonly p_hit_14d: number
      readonly p_hit_3d: number
      readonly p_hit_7d: number
    }
    readonly targets: readonly {
      /** US dollars. */
      readonly price: number
      /** The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then. */
      readonly passed: boolean
      /** Distance from `price_usd`, percent. Negative: below the price. */
      readonly distance_pct: number
      /** Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`. */
      readonly p_touch_24h: number
      /** Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`. */
      readonly p_touch_7d: number
      /** 1 when the target was touched before the stop, 0 when the stop was touched first or in the same hour. */
      readonly p_before_stop_14d: number
      readonly p_before_stop_3d: number
      readonly p_before_stop_7d: number
    }[]
    /** Nearest support below `price_usd`. */
    readonly nearest_support: number
    /** Nearest resistance above `price_usd`. */
    readonly nearest_resistance: number
    /** Supports below `price_usd`, nearest first. */
    readonly supports: readonly {
      /** US dollars. */
      readonly price: number
      /** The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then. */
      readonly passed: boolean
      /** Distance from `price_usd`, percent. Negative: below the price. */
      readonly distance_pct: number
      /** Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`. */
      readonly p_touch_24h: number
      /** Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`. */
      readonly p_touch_7d: number
      readonly kind: "pivot" | "volume_node" | "point_of_control" | "breakout_7d" | "breakout_30d" | "range80_7d"
    }[]
    /** Resistances above `price_usd`, nearest first. */
    readonly resistances: readonly {
      /** US dollars. */
      readonly price: number
      /** The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then. */
      readonly passed: boolean
      /** Distance from `price_usd`, percent. Negative: below the price. */
      readonly distance_pct: number
      /** Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`. */
      readonly p_touch_24h: number
      /** Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`. */
      readonly p_touch_7d: number
      readonly kind: "pivot" | "volume_node" | "point_of_control" | "breakout_7d" | "breakout_30d" | "range80_7d"
    }[]
    /** Levels of the close that the price is at or beyond now. */
    readonly passed: readonly {
      /** US dollars. */
      readonly price: number
      /** The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then. */
      readonly passed: boolean
      /** Distance from `price_usd`, percent. Negative: below the price. */
      readonly distance_pct: number
      /** Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`. */
      readonly p_touch_24h: number
      /** Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`. */
      readonly p_touch_7d: number
      readonly kind: "pivot" | "volume_node" | "point_of_control" | "breakout_7d" | "breakout_30d" | "range80_7d"
      /** What the level was at the close. */
      readonly side: "support" | "resistance"
    }[]
  }
  readonly outlook: {
    /** Forecast standard deviation of the next 24h, percent. */
    readonly expected_move_24h_pct: number
    /** Interval that holds the close with probability 0.8, by the volatility forecast. */
    readonly range80_24h: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** Interval that holds the close with probability 0.8, by the volatility forecast. */
    readonly range80_7d: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
    /** Prices that the close after 24 hours and 7 days is at or below in 1, 2.5, 5, 10, 25, 50, 75, 90, 95, 97.5 and 99% of cases. p10 and p90 are the 80% range. */
    readonly quantiles?: {
      readonly "24h": {
        /** US dollars. */
        readonly p1: number
        /** US dollars. */
        readonly p02_5: number
        /** US dollars. */
        readonly p5: number
        /** US dollars. */
        readonly p10: number
        /** US dollars. */
        readonly p25: number
        /** US dollars. */
        readonly p50: number
        /** US dollars. */
        readonly p75: number
        /** US dollars. */
        readonly p90: number
        /** US dollars. */
        readonly p95: number
        /** US dollars. */
        readonly p97_5: number
        /** US dollars. */
        readonly p99: number
      }
      readonly "7d": {
        /** US dollars. */
        readonly p1: number
        /** US dollars. */
        readonly p02_5: number
        /** US dollars. */
        readonly p5: number
        /** US dollars. */
        readonly p10: number
        /** US dollars. */
        readonly p25: number
        /** US dollars. */
        readonly p50: number
        /** US dollars. */
        readonly p75: number
        /** US dollars. */
        readonly p90: number
        /** US dollars. */
        readonly p95: number
        /** US dollars. */
        readonly p97_5: number
        /** US dollars. */
        readonly p99: number
      }
    }
    /** Mean loss beyond the 5% quantile. */
    readonly expected_shortfall?: {
      readonly "24h": {
        /** Mean return of a long in the 5% of cases that are worst for it, percent. */
        readonly long_pct: number
        /** The same for a short. */
        readonly short_pct: number
      }
      readonly "7d": {
        /** Mean return of a long in the 5% of cases that are worst for it, percent. */
        readonly long_pct: number
        /** The same for a short. */
        readonly short_pct: number
      }
    }
  }
  /** Volatility from 1 hour to 30 days, by the forecast behind ranges, odds and sizes. */
  readonly volatility?: readonly {
    /** Horizon in hours, from the 4h close of the call. */
    readonly hours: number
    /** Standard deviation of the return over the horizon, percent. */
    readonly sigma_pct: number
    /** The same as the volatility of a year, percent. */
    readonly annual_pct: number
    /** In half of the cases the volatility that followed, measured by hourly ranges, was farther from the forecast than this, percent of the forecast; on the closes of the fit. */
    readonly error_pct: number
  }[]
  readonly cost_details: {
    readonly funding_rate_8h_pct: number | null
    /** The 8-hour rate, 3 times a day, 365 days. */
    readonly funding_annual_pct: number | null
    readonly funding_paid_by: "longs" | "shorts" | "nobody" | null
    readonly funding_as_of: DateTime | null
    /** ATR(14) of closed days, US dollars. */
    readonly atr: number
    readonly atr_pct: number
  }
  /** Present only with `size`. */
  readonly trade_cost?: {
    readonly size_usd: number
    readonly side: "long" | "short"
    /** Until the stop, the first target or 14 days, by their odds. */
    readonly expected_days: number
    /** Of the perpetual contract. null: unknown. */
    readonly funding_predicted_8h_pct: number | null
    /** Probability of the stop before the first target. */
    readonly stop_first_14d: number
    /** Mean of the settled rates of 30 days of the same contract. */
    readonly funding_mean_30d_8h_pct: number | null
    /** Mean of the largest 1% of jumps from an hour's close to the next open. null: the candles show no jumps. */
    readonly gap_pct: number | null
    /** Loss when the stop is hit: distance, slippage, fees and a jump of `gap_pct`. */
    readonly loss_at_stop_usd: number | null
    /** null: no visible book holds the size. */
    readonly cheapest: string | null
    /** All costs of the cheapest venue, never below 0; `plan.targets[].expected_r` uses it. */
    readonly total_pct: number | null
    readonly total_usd: number | null
    readonly total_r: number | null
    /** Cheapest first. A short is not possible on spot. A book that is older than 120 s, or whose mid is more than 2% from `price`, is left out, and `meta.degraded` says why. */
    readonly venues: readonly {
      readonly venue: string
      /** US dollars. */
      readonly mid: number
      /** The part of the size that the visible book fills. */
      readonly depth_usd: number
      /** Mean price of the market order against the mid. null: the book ends before the size. */
      readonly entry_slippage_pct: number | null
      readonly exit_slippage_pct: number | null
      /** Taker fees of entry and exit without a discount. */
      readonly fees_pct: number
      /** Over `expected_days`: the predicted rate for the interval ahead, then the mean of 30 days or zero, whichever is worse for the plan. Negative: received. 0 on spot. */
      readonly funding_pct: number | null
      /** `gap_pct` times `stop_first_14d`. */
      readonly stop_gap_pct: number | null
      readonly total_pct: number | null
      readonly age_s: number
    }[]
  }
  readonly timestamp: DateTime
  readonly meta: CallMeta
}

export type OddsAnswer = {
  readonly coin: Coin
  /** Current price, US dollars. The odds are measured from it. */
  readonly price: number
  /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
  readonly price_of_record?: number
  /** Time of that close. */
  readonly decided_at?: DateTime
  /** Move from `price_of_record` to `price`, percent. */
  readonly price_moved_pct?: number
  readonly hours: number
  /** End of the horizon: `timestamp` plus `hours`. */
  readonly until: DateTime
  /** Forecast standard deviation of the log return until then, percent. */
  readonly sigma_pct: number
  /** In the order of the request. */
  readonly levels: readonly {
    /** US dollars. */
    readonly level: number
    /** Whether the level is above or below `price`. */
    readonly side: "above" | "below"
    /** Distance from `price`, percent. Negative: below the price. */
    readonly distance_pct: number
    /** Probability that the price touches the level before `until`. */
    readonly p_touch: number
    /** Probability that the price is beyond the level at `until`. Never above `p_touch`. */
    readonly p_close_beyond: number
    /** How far such odds were off on closes after the fit, see `measured_on`. null: too few such levels. */
    readonly measured: {
      /** The nearest horizon that was measured. */
      readonly hours: number
      /** Lower bound of the cell: levels on this side with touch odds from this value */
      readonly p_touch_from: number
      /** Upper bound of the cell: up to this value. */
      readonly p_touch_to: number
      /** Levels in the cell. Their windows overlap. */
      readonly n: number
      /** Mean of the stated odds of a touch minus the observed frequency. */
      readonly touch_error: number
      /** The same for closing beyond. */
      readonly close_error: number
    } | null
  }[]
  /** What prediction markets ask about this coin, with their prices, beside our odds of the same levels and ends. null: see `markets_missing`. Absent in answers before 2026-11-28. */
  readonly markets?: {
    /** When the quotes were read. */
    readonly as_of: DateTime
    /** By end, kind and level. Of each event at most 6 questions: those nearest to the levels of the request. */
    readonly questions: readonly {
      /** The prediction market. */
      readonly venue: string
      /** The venue's name of the contract. */
      readonly ticker: string
      /** touch: is the price ever beyond the level until `until`? close: is it beyond the level at `until`? */
      readonly kind: "touch" | "close"
      /** Yes is above or below the level. */
      readonly side: "above" | "below"
      /** US dollars. */
      readonly level: number
      /** End of the question. */
      readonly until: DateTime
      /** Best bid for Yes, US dollars of a contract that pays $1. */
      readonly yes_bid: number
      /** Best offer of Yes. */
      readonly yes_ask: number
      /** Mean of both: the market's probability, with a price of risk and a bias in it. */
      readonly yes_mid: number
      /** Money that is bid for Yes at the best bid. */
      readonly bid_depth_usd: number
      /** Money that buys all of Yes that is offered at the best price. */
      readonly ask_depth_usd: number
      /** Taker fee of one contract that is bought at `yes_ask`, in an order of 100. */
      readonly fee_usd: number
      /** Our probability of Yes, from the price now. It is not made for this settlement. */
      readonly p_forecast: number
      /** `p_forecast` less `yes_mid`, percentage points. */
      readonly difference_pp: number
      /** Buying Yes at `yes_ask` gains on average, after the fee, if the probability of Yes is above this. */
      readonly yes_pays_above: number
      /** Buying No at 1 less `yes_bid` gains on average, after the fee, if the probability of Yes is below this. */
      readonly no_pays_below: number
    }[]
    /** Questions that our odds answer and that are traded. */
    readonly usable: number
    /** Questions that are not used, by the first rule that they break. */
    readonly left_out: readonly {
      readonly reason: string
      readonly rule: string
      readonly questions: number
    }[]
    /** How the venue decides a question, which is not how our odds are measured. */
    readonly settlement: string
    /** The rule of the fee. */
    readonly fee: string
  } | null
  /** Why `markets` is null. terms: the provider's terms do not allow it here. not_known: no quotes within their maximum age. */
  readonly markets_missing?: "terms" | "not_known" | null
  /** The closes on which the errors were measured. They were not used for the fit. */
  readonly measured_on: {
    readonly coins: readonly string[]
    readonly from: string
    readonly until: string
    readonly note: string
  }
  /** Standard deviations of the log return after `decided_at`, percent. The dashboard computes any level from them. */
  readonly forecast: {
    readonly sigma_24h_pct: number
    readonly sigma_7d_pct: number
    readonly sigma_30d_pct: number
  }
  readonly timestamp: DateTime
  readonly meta: CallMeta
}

export type VolatilityAnswer = {
  readonly coin: Coin
  /** Current price, US dollars. */
  readonly price: number
  /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
  readonly price_of_record?: number
  /** Time of that close. */
  readonly decided_at?: DateTime
  /** Move from `price_of_record` to `price`, percent. */
  readonly price_moved_pct?: number
  /** null: Deribit has no index of this coin. */
  readonly index: {
    /** Volatility that options of the next 30 days imply, percent a year. */
    readonly value_annual_pct: number
    /** Against the close of the day before, percentage points. */
    readonly change_1d_pp: number | null
    /** Against the close of 7 days before, percentage points. */
    readonly change_7d_pp: number | null
    /** Lowest close of the 365 days before. */
    readonly low_1y_annual_pct: number
    /** Highest close of the 365 days before. */
    readonly high_1y_annual_pct: number
    /** Share of the closes of the 365 days before that were lower. */
    readonly percentile_1y: number
    /** Days behind the percentile. */
    readonly days: number
  } | null
  /** Options and our forecast at the same horizons, 1 hour to 30 days. */
  readonly terms: readonly {
    /** From `timestamp` on. */
    readonly hours: number
    /** Standard deviation of the log return, percent, by options: between expiries linear in variance, before the first expiry at its rate. null: no expiry is that far. */
    readonly implied_move_pct: number | null
    /** The same as the volatility of a year. */
    readonly implied_annual_pct: number | null
    /** Standard deviation of the log return by our forecast, percent. */
    readonly forecast_move_pct: number
    /** The same as the volatility of a year. */
    readonly forecast_annual_pct: number
    /** Median distance of what followed from such forecasts, percent of the forecast; on the closes of the fit. */
    readonly forecast_error_pct: number
    /** `implied_annual_pct` less `forecast_annual_pct`. Above 0: options cost more than we expect. */
    readonly premium_pp: number | null
    /** Implied variance over forecast variance. */
    readonly variance_ratio: number | null
    /** 80% range of the price then, log-normal around the price now by `implied_move_pct`: the skew is not in it. */
    readonly implied_range80: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    } | null
    /** 80% range of the price then by our forecast and its observed frequencies. */
    readonly forecast_range80: {
      /** US dollars. */
      readonly low: number
      /** US dollars. */
      readonly high: number
    }
  }[]
  /** null: no index, or fewer than 30 days of candles. */
  readonly premium: {
    /** Realised over the last 30 days, by daily ranges, percent a year. */
    readonly realised_30d_annual_pct: number
    /** The index less `realised_30d_annual_pct`, percentage points. */
    readonly over_realised_pp: number
    /** Share of the same difference of the 365 days before that was lower, each day with what was known then. null: too few days. */
    readonly percentile_1y: number | null
    /** Days behind the percentile. */
    readonly days: number
    readonly since: {
      /** The index of the newest day whose 30 days are over. */
      readonly implied_annual_pct: number
      /** What was realised in those 30 days, percent a year. */
      readonly realised_annual_pct: number
    } | null
    /** How often options were too dear afterwards. */
    readonly above_realised: {
      /** Share of the days of the last year whose index was above what the 30 days after realised. null: no day is over. */
      readonly share: number | null
      /** Their windows overlap: about one in 30 is independent. */
      readonly days: number
    }
  } | null
  readonly expiries: readonly {
    readonly expiry: DateTime
    /** From `timestamp` to the expiry. */
    readonly hours: number
    /** Future of the same expiry, US dollars. */
    readonly forward: number
    /** At the forward, between the two nearest strikes linear in variance. */
    readonly at_the_money_annual_pct: number
    /** Of the put whose delta is −25%. null: no strike is that far out. */
    readonly put25_annual_pct: number | null
    /** Of the call whose delta is 25%. null: no strike is that far out. */
    readonly call25_annual_pct: number | null
    /** `put25_annual_pct` less `call25_annual_pct`. Above 0: protection against a fall costs more. */
    readonly skew25_pp: number | null
    /** Standard deviation of the log return until the expiry, percent, by the options at the money. */
    readonly expected_move_pct: number
    /** The same by our forecast. null: more than 30 days ahead. */
    readonly forecast_move_pct: number | null
    /** Strikes out of the money behind it. */
    readonly strikes: number
  }[]
  /** CPI, FOMC and NFP between two expiries that are at most 36 days apart, by time. */
  readonly events: readonly {
    readonly name: string
    readonly at: DateTime
    /** Last expiry before the event, or the time of the quotes. */
    readonly from: DateTime
    /** First expiry after it. */
    readonly until: DateTime
    /** Standard deviation of the log return between `from` and `until` that options imply, percent. */
    readonly span_move_pct: number
    /** The part above the rate of the spans before and after it, percent; 0 where they cost as much, null without such a span. Events of one span share it. */
    readonly event_move_pct: number | null
  }[]
  /** What the figures rest on. */
  readonly quality: {
    readonly quotes_read: number
    readonly quotes_used: number
    /** Quotes that are not used, by the first rule that they break. */
    readonly left_out: readonly {
      readonly reason: string
      readonly rule: string
      readonly quotes: number
    }[]
    /** few_strikes: fewer than 5 strikes out of the money, or none on one side. butterfly: three options would be free money. calendar: a later expiry would have less variance than an earlier one. */
    readonly left_out_expiries: readonly {
      readonly expiry: DateTime
      readonly reason: "few_strikes" | "butterfly" | "calendar"
    }[]
  }
  readonly timestamp: DateTime
  readonly meta: CallMeta
}

export type RegimeAnswer = {
  /** FEAR_CAPITULATION extreme fear in a deep fall; EUPHORIA extreme greed far above the average; ACCUMULATION calm far below the highest close; DISTRIBUTION slipping near it; MARKUP trending up; MARKDOWN trending down; RANGE none of these. It describes and forecasts no return. */
  readonly regime: "FEAR_CAPITULATION" | "EUPHORIA" | "ACCUMULATION" | "DISTRIBUTION" | "MARKUP" | "MARKDOWN" | "RANGE"
  /** Forecast for the next week, by `volatility_percentile`: below 0.25, 0.75, 0.90, and from there. */
  readonly volatility: "LOW" | "NORMAL" | "HIGH" | "EXTREME"
  /** The direction of the regime. UPTREND: MARKUP, EUPHORIA. DOWNTREND: MARKDOWN, FEAR_CAPITULATION. SIDEWAYS: the others. */
  readonly trend: "UPTREND" | "DOWNTREND" | "SIDEWAYS"
  /** The level of `volatility`, one level higher if a high-impact event is less than 24 hours away. */
  readonly risk_level: "LOW" | "MODERATE" | "ELEVATED" | "HIGH"
  /** Fear & greed index (alternative.me). */
  readonly fg: number
  /** US spot bitcoin funds, 7 days up to the newest complete one, US$ millions. null: not known. */
  readonly etf_flow_7d_m: number | null
  /** Number of closed days since the regime was confirmed. */
  readonly days_in_regime: number
  /** true: the regime began before the first day of the data. */
  readonly days_in_regime_is_minimum: boolean
  /** Day on which the regime began. null: before the first day of the data. */
  readonly regime_since: string | null
  /** Regime of the last closed day alone. A regime is stated after three such days in a row. */
  readonly last_day: {
    /** FEAR_CAPITULATION extreme fear in a deep fall; EUPHORIA extreme greed far above the average; ACCUMULATION calm far below the highest close; DISTRIBUTION slipping near it; MARKUP trending up; MARKDOWN trending down; RANGE none of these. It describes and forecasts no return. */
    readonly regime:
      | "FEAR_CAPITULATION"
      | "EUPHORIA"
      | "ACCUMULATION"
      | "DISTRIBUTION"
      | "MARKUP"
      | "MARKDOWN"
      | "RANGE"
    readonly days: number
    readonly days_to_confirm: number
  }
  /** In order of precedence: the first rule that is met determines the regime of a day. */
  readonly rules: readonly {
    /** FEAR_CAPITULATION extreme fear in a deep fall; EUPHORIA extreme greed far above the average; ACCUMULATION calm far below the highest close; DISTRIBUTION slipping near it; MARKUP trending up; MARKDOWN trending down; RANGE none of these. It describes and forecasts no return. */
    readonly regime:
      | "FEAR_CAPITULATION"
      | "EUPHORIA"
      | "ACCUMULATION"
      | "DISTRIBUTION"
      | "MARKUP"
      | "MARKDOWN"
      | "RANGE"
    /** Whether all of its tests hold on the last closed day. */
    readonly met: boolean
    readonly tests: readonly {
      readonly text: string
      readonly met: boolean
    }[]
  }[]
  readonly facts: {
    /** The last closed day, UTC. */
    readonly day: string
    readonly close: number
    readonly average_50d: number
    readonly average_200d: number
    /** Percent. */
    readonly return_30d_pct: number
    /** Percent. */
    readonly drawdown_90d_pct: number
    /** Percent. */
    readonly drawdown_365d_pct: number
    readonly volatility_30d_percentile: number
    /** Mean of 7 days. null: a day is missing. */
    readonly fear_greed_7d: number | null
  }
  /** Newest first, at most 10. */
  readonly changes: readonly {
    readonly date: string
    /** FEAR_CAPITULATION extreme fear in a deep fall; EUPHORIA extreme greed far above the average; ACCUMULATION calm far below the highest close; DISTRIBUTION slipping near it; MARKUP trending up; MARKDOWN trending down; RANGE none of these. It describes and forecasts no return. */
    readonly from: "FEAR_CAPITULATION" | "EUPHORIA" | "ACCUMULATION" | "DISTRIBUTION" | "MARKUP" | "MARKDOWN" | "RANGE"
    /** FEAR_CAPITULATION extreme fear in a deep fall; EUPHORIA extreme greed far above the average; ACCUMULATION calm far below the highest close; DISTRIBUTION slipping near it; MARKUP trending up; MARKDOWN trending down; RANGE none of these. It describes and forecasts no return. */
    readonly to: "FEAR_CAPITULATION" | "EUPHORIA" | "ACCUMULATION" | "DISTRIBUTION" | "MARKUP" | "MARKDOWN" | "RANGE"
  }[]
  readonly changes_looked_at_days: number
  /** How often the regime was the same after this number of days, bitcoin 2018-09 to 2026-05. */
  readonly persistence: {
    readonly same_after_7d: number
    readonly same_after_30d: number
  }
  readonly expected: {
    /** Of the forecast for the next week, divided by the volatility of the year before, among such forecasts of BTC, ETH and SOL, 2019 to 2024-06-22. */
    readonly volatility_percentile: number
    /** Forecast for the next week, annualised: the same as in `/risk/BTC`. */
    readonly volatility_7d_annual_pct?: number
    /** The high-impact event that raised the risk level. */
    readonly event_within_24h: string | null
  }
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type MarketOverviewAnswer = {
  readonly timestamp: DateTime
  readonly signals: {
    readonly BTC: {
      readonly direction: Direction
      readonly confidence: number
      /** US dollars. */
      readonly price: number
      readonly strength: number
      /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
      readonly price_of_record?: number
      /** Time of that close. */
      readonly decided_at?: DateTime
      /** Move from `price_of_record` to `price`, percent. */
      readonly price_moved_pct?: number
      /** Figures at `price`. Direction, confidence and strength are those of `decided_at`. */
      readonly now?: {
        /** Time of these figures. */
        readonly at: DateTime
        /** The price from which these figures are measured: `price` of this answer. */
        readonly price_usd: number
        /** Since `decided_at`. Of a horizon of h hours the variance of the h − k hours that are left counts, about σ²·(h − k)/h. */
        readonly hours_since_close: number
        /** Probability from now that the price 24 hours after `decided_at` is on the side of the signal, measured from `price_of_record` (NEUTRAL: on the more likely side). */
        readonly confidence: number
        /** 80% range of the price 24 hours after `decided_at`, from the current price. */
        readonly range80_24h: {
          /** US dollars. */
          readonly low: number
          /** US dollars. */
          readonly high: number
        }
        /** 80% range of the price 7 days after `decided_at`, from the current price. */
        readonly range80_7d: {
          /** US dollars. */
          readonly low: number
          /** US dollars. */
          readonly high: number
        }
      }
    }
    readonly ETH: {
      readonly direction: Direction
      readonly confidence: number
      /** US dollars. */
      readonly price: number
      readonly strength: number
      /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
      readonly price_of_record?: number
      /** Time of that close. */
      readonly decided_at?: DateTime
      /** Move from `price_of_record` to `price`, percent. */
      readonly price_moved_pct?: number
      /** Figures at `price`. Direction, confidence and strength are those of `decided_at`. */
      readonly now?: {
        /** Time of these figures. */
        readonly at: DateTime
        /** The price from which these figures are measured: `price` of this answer. */
        readonly price_usd: number
        /** Since `decided_at`. Of a horizon of h hours the variance of the h − k hours that are left counts, about σ²·(h − k)/h. */
        readonly hours_since_close: number
        /** Probability from now that the price 24 hours after `decided_at` is on the side of the signal, measured from `price_of_record` (NEUTRAL: on the more likely side). */
        readonly confidence: number
        /** 80% range of the price 24 hours after `decided_at`, from the current price. */
        readonly range80_24h: {
          /** US dollars. */
          readonly low: number
          /** US dollars. */
          readonly high: number
        }
        /** 80% range of the price 7 days after `decided_at`, from the current price. */
        readonly range80_7d: {
          /** US dollars. */
          readonly low: number
          /** US dollars. */
          readonly high: number
        }
      }
    }
    readonly SOL: {
      readonly direction: Direction
      readonly confidence: number
      /** US dollars. */
      readonly price: number
      readonly strength: number
      /** The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars. */
      readonly price_of_record?: number
      /** Time of that close. */
      readonly decided_at?: DateTime
      /** Move from `price_of_record` to `price`, percent. */
      readonly price_moved_pct?: number
      /** Figures at `price`. Direction, confidence and strength are those of `decided_at`. */
      readonly now?: {
        /** Time of these figures. */
        readonly at: DateTime
        /** The price from which these figures are measured: `price` of this answer. */
        readonly price_usd: number
        /** Since `decided_at`. Of a horizon of h hours the variance of the h − k hours that are left counts, about σ²·(h − k)/h. */
        readonly hours_since_close: number
        /** Probability from now that the price 24 hours after `decided_at` is on the side of the signal, measured from `price_of_record` (NEUTRAL: on the more likely side). */
        readonly confidence: number
        /** 80% range of the price 24 hours after `decided_at`, from the current price. */
        readonly range80_24h: {
          /** US dollars. */
          readonly low: number
          /** US dollars. */
          readonly high: number
        }
        /** 80% range of the price 7 days after `decided_at`, from the current price. */
        readonly range80_7d: {
          /** US dollars. */
          readonly low: number
          /** US dollars. */
          readonly high: number
        }
      }
    }
  }
  readonly prices: {
    readonly BTC: {
      /** US dollars. */
      readonly price: number
      readonly change_24h_pct: number | null
      readonly change_7d_pct: number | null
      readonly change_30d_pct: number | null
    }
    readonly ETH: {
      /** US dollars. */
      readonly price: number
      readonly change_24h_pct: number | null
      readonly change_7d_pct: number | null
      readonly change_30d_pct: number | null
    }
    readonly SOL: {
      /** US dollars. */
      readonly price: number
      readonly change_24h_pct: number | null
      readonly change_7d_pct: number | null
      readonly change_30d_pct: number | null
    }
  }
  /** US spot bitcoin funds, newest full day. */
  readonly etf: {
    /** Millions of US dollars. Negative: outflow. */
    readonly total_m: number | null
    /** Millions of US dollars. Negative: outflow. */
    readonly institutional_m: number | null
    readonly date: string | null
  }
  /** US spot funds by the coin they hold. */
  readonly etf_flows: {
    readonly BTC: {
      readonly date: string | null
      /** Millions of US dollars. Negative: outflow. */
      readonly total_m: number | null
      /** Millions of US dollars. Negative: outflow. */
      readonly institutional_m: number | null
      /** Millions of US dollars. Negative: outflow. */
      readonly flow_7d_m: number | null
    }
    readonly ETH: {
      readonly date: string | null
      /** Millions of US dollars. Negative: outflow. */
      readonly total_m: number | null
      /** Millions of US dollars. Negative: outflow. */
      readonly institutional_m: number | null
      /** Millions of US dollars. Negative: outflow. */
      readonly flow_7d_m: number | null
    }
    readonly SOL: {
      readonly date: string | null
      /** Millions of US dollars. Negative: outflow. */
      readonly total_m: number | null
      /** Millions of US dollars. Negative: outflow. */
      readonly institutional_m: number | null
      /** Millions of US dollars. Negative: outflow. */
      readonly flow_7d_m: number | null
    }
  }
  readonly stablecoin: {
    /** Billions of US dollars. */
    readonly total_supply_b: number | null
    readonly change_7d_b: number | null
    /** By the change over 7 days: a flow from ±0.25%, a strong flow from ±0.75%. */
    readonly signal: "STRONG_INFLOW" | "INFLOW" | "FLAT" | "OUTFLOW" | "STRONG_OUTFLOW" | "UNKNOWN"
  }
  readonly stablecoin_flows: {
    readonly date: string | null
    readonly total_supply_b: number | null
    readonly change_7d_b: number | null
    readonly change_7d_pct: number | null
    readonly change_30d_b: number | null
    /** By the change over 7 days: a flow from ±0.25%, a strong flow from ±0.75%. */
    readonly signal: "STRONG_INFLOW" | "INFLOW" | "FLAT" | "OUTFLOW" | "STRONG_OUTFLOW" | "UNKNOWN"
  }
  readonly fear_greed: {
    readonly value: number | null
    readonly label: "Extreme Fear" | "Fear" | "Neutral" | "Greed" | "Extreme Greed" | "Unknown"
    /** Change over 7 days, points. */
    readonly change_7d: number | null
    readonly attribution: string
  }
  readonly derivatives: {
    readonly BTC: {
      /** Last settled rate, mean of the venues by open interest. */
      readonly funding_rate_8h_pct: number | null
      readonly funding_annual_pct: number | null
      /** Venues of the value, comma separated. */
      readonly funding_venue: string | null
      /** Sum of the venues in coins, one side of each contract. */
      readonly open_interest_base: number | null
      readonly open_interest_usd: number | null
      /** Change in coins over 24 hours on the venues that were known then, percent. */
      readonly open_interest_change_24h_pct: number | null
      /** Venues of the value, comma separated. */
      readonly open_interest_venue: string | null
      /** Accounts that are long per account that is short, mean of the venues by open interest. */
      readonly long_short_ratio: number | null
      /** Venues of the value, comma separated. */
      readonly long_short_venue: string | null
      /** Each venue behind a total, with its own value, share and age. */
      readonly venues?: {
        readonly funding: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
        readonly open_interest: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
        readonly long_short: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
      }
    }
    readonly ETH: {
      /** Last settled rate, mean of the venues by open interest. */
      readonly funding_rate_8h_pct: number | null
      readonly funding_annual_pct: number | null
      /** Venues of the value, comma separated. */
      readonly funding_venue: string | null
      /** Sum of the venues in coins, one side of each contract. */
      readonly open_interest_base: number | null
      readonly open_interest_usd: number | null
      /** Change in coins over 24 hours on the venues that were known then, percent. */
      readonly open_interest_change_24h_pct: number | null
      /** Venues of the value, comma separated. */
      readonly open_interest_venue: string | null
      /** Accounts that are long per account that is short, mean of the venues by open interest. */
      readonly long_short_ratio: number | null
      /** Venues of the value, comma separated. */
      readonly long_short_venue: string | null
      /** Each venue behind a total, with its own value, share and age. */
      readonly venues?: {
        readonly funding: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
        readonly open_interest: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
        readonly long_short: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
      }
    }
    readonly SOL: {
      /** Last settled rate, mean of the venues by open interest. */
      readonly funding_rate_8h_pct: number | null
      readonly funding_annual_pct: number | null
      /** Venues of the value, comma separated. */
      readonly funding_venue: string | null
      /** Sum of the venues in coins, one side of each contract. */
      readonly open_interest_base: number | null
      readonly open_interest_usd: number | null
      /** Change in coins over 24 hours on the venues that were known then, percent. */
      readonly open_interest_change_24h_pct: number | null
      /** Venues of the value, comma separated. */
      readonly open_interest_venue: string | null
      /** Accounts that are long per account that is short, mean of the venues by open interest. */
      readonly long_short_ratio: number | null
      /** Venues of the value, comma separated. */
      readonly long_short_venue: string | null
      /** Each venue behind a total, with its own value, share and age. */
      readonly venues?: {
        readonly funding: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
        readonly open_interest: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
        readonly long_short: readonly {
          readonly venue: string
          /** The venue's own value, in the unit of the total. */
          readonly value: number
          /** Its weight in the total: its part of the sum, or of the open interest. */
          readonly share: number
          /** Age of the venue's value. */
          readonly age_s: number
        }[]
      }
    }
  }
  /** Values of the last 30 days, oldest first. */
  readonly history_30d?: {
    readonly BTC: {
      /** Mean of the settled rates of each UTC day. */
      readonly funding_8h_pct: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
      /** Last value of each UTC day, in coins. */
      readonly open_interest_base: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
      /** Complete trading days, millions of US dollars. */
      readonly etf_flow_m: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
    }
    readonly ETH: {
      /** Mean of the settled rates of each UTC day. */
      readonly funding_8h_pct: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
      /** Last value of each UTC day, in coins. */
      readonly open_interest_base: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
      /** Complete trading days, millions of US dollars. */
      readonly etf_flow_m: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
    }
    readonly SOL: {
      /** Mean of the settled rates of each UTC day. */
      readonly funding_8h_pct: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
      /** Last value of each UTC day, in coins. */
      readonly open_interest_base: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
      /** Complete trading days, millions of US dollars. */
      readonly etf_flow_m: {
        /** The venue or publisher of the values. null: no values. */
        readonly venue: string | null
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }
    }
  }
  readonly macro: {
    readonly vix: {
      readonly value: number | null
      readonly date: string | null
      readonly change_5d_pct: number | null
      readonly change_20d_pct: number | null
    }
    /** US dollar index: ICE DXY from Yahoo, or the Fed's broad dollar index (2006 = 100) from FRED. Without yahoo in meta.sources it is the latter. */
    readonly dxy: {
      readonly value: number | null
      readonly date: string | null
      readonly change_5d_pct: number | null
      readonly change_20d_pct: number | null
    }
    /** Yield of ten-year US treasuries, percent. */
    readonly us10y: {
      readonly value: number | null
      readonly date: string | null
      readonly change_5d_pct: number | null
      readonly change_20d_pct: number | null
      readonly change_20d_bp: number | null
    }
    /** S&P 500. */
    readonly spx: {
      readonly value: number | null
      readonly date: string | null
      readonly change_5d_pct: number | null
      readonly change_20d_pct: number | null
    }
  }
  readonly dominance: {
    /** Bitcoin's part of the whole market, percent. */
    readonly btc_pct: number | null
    readonly eth_pct: number | null
    readonly market_cap_usd: number | null
    readonly market_cap_change_24h_pct: number | null
    readonly volume_24h_usd: number | null
  }
  readonly meta: Meta
}

export type DerivativesAnswer = {
  readonly coin: Coin
  /** US dollars. */
  readonly price: number
  readonly open_interest: {
    /** Sum of the venues in coins, one side of each contract. */
    readonly total_base: number
    readonly total_usd: number
    /** In coins, on the venues that were known 24 hours ago. */
    readonly change_24h_pct: number | null
    readonly venues: readonly {
      readonly venue: string
      /** The venue's own value, in the unit of the total. */
      readonly value: number
      /** Its weight in the total: its part of the sum, or of the open interest. */
      readonly share: number
      /** Age of the venue's value. */
      readonly age_s: number
    }[]
  }
  readonly funding: {
    /** Newest settled rate, mean by open interest. */
    readonly paid_8h_pct: number | null
    readonly annual_pct: number | null
    /** Rate of the settlement to come, mean by open interest of the venues that give one. */
    readonly predicted_8h_pct: number | null
    readonly venues: readonly {
      readonly venue: string
      readonly paid_8h_pct: number | null
      readonly predicted_8h_pct: number | null
      /** Part of the open interest. */
      readonly share: number
    }[]
  }
  readonly basis: {
    /** Contract over index, mean by open interest. */
    readonly mean_pct: number | null
    readonly venues: readonly {
      readonly venue: string
      /** The venue's own value, in the unit of the total. */
      readonly value: number
      /** Its weight in the total: its part of the sum, or of the open interest. */
      readonly share: number
      /** Age of the venue's value. */
      readonly age_s: number
    }[]
  }
  readonly long_short: {
    /** Accounts that are long per account that is short, mean by open interest. */
    readonly ratio: number | null
    readonly venues: readonly {
      readonly venue: string
      /** The venue's own value, in the unit of the total. */
      readonly value: number
      /** Its weight in the total: its part of the sum, or of the open interest. */
      readonly share: number
      /** Age of the venue's value. */
      readonly age_s: number
    }[]
  }
  readonly taker: {
    readonly buy_base_24h: number | null
    readonly sell_base_24h: number | null
    readonly buy_share_24h: number | null
    /** Venues with at least 23 of the last 24 closed hours; the sums are theirs. */
    readonly venues: readonly {
      readonly venue: string
      readonly buy_base_24h: number
      readonly sell_base_24h: number
      /** Since the end of its newest hour. */
      readonly age_s: number
    }[]
  }
  readonly liquidations: {
    /** Coins closed by force, both sides together, on the venues that publish them. */
    readonly total_base_24h: number | null
    readonly total_usd_24h: number | null
    /** Share of the hours of 30 days below the newest closed hour, equal hours half. */
    readonly last_hour_percentile: number | null
    readonly venues: readonly {
      readonly venue: string
      /** The venue's own value, in the unit of the total. */
      readonly value: number
      /** Its weight in the total: its part of the sum, or of the open interest. */
      readonly share: number
      /** Age of the venue's value. */
      readonly age_s: number
    }[]
    /** The last 24 closed hours, oldest first. */
    readonly by_hour: readonly {
      /** Start of the hour. */
      readonly hour: DateTime
      readonly total_base: number
      /** null: no permitted venue publishes the side. */
      readonly long_base: number | null
      readonly short_base: number | null
    }[]
  }
  /** Short perpetual and long coin earn the funding, before fees and without a promise. */
  readonly carry: readonly {
    readonly venue: string
    /** What a long paid in 7 days, as a year. Negative: longs were paid. */
    readonly funding_annual_7d_pct: number | null
    readonly funding_annual_30d_pct: number | null
    /** The basis of now, if it were paid at each of 1,095 settlements a year. */
    readonly basis_annual_pct: number | null
  }[]
  readonly crowding: {
    /** Mean of the percentiles below: near 1 the longs are crowded, near 0 the shorts are. */
    readonly percentile: number | null
    /** Share of the last 30 days at or below. null: under 10 days. */
    readonly funding_percentile: number | null
    /** Share of the last 30 days at or below. null: under 10 days. */
    readonly open_interest_percentile: number | null
    /** Share of the last 30 days at or below. null: under 10 days. */
    readonly long_short_percentile: number | null
    /** Share of the last 30 days at or below. null: under 10 days. */
    readonly basis_percentile: number | null
  }
  readonly history_30d: {
    /** Up to 30 UTC days; the newest is not over. */
    readonly open_interest_base: {
      /** Over the venues that have a month, on days that each of them has. */
      readonly total: readonly {
        readonly date: string
        readonly value: number
      }[]
      readonly venues: readonly {
        readonly venue: string
        /** Oldest first. A day without a value is absent. */
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }[]
    }
    /** Up to 30 UTC days; the newest is not over. */
    readonly funding_8h_pct: {
      /** Over the venues that have a month, on days that each of them has. */
      readonly total: readonly {
        readonly date: string
        readonly value: number
      }[]
      readonly venues: readonly {
        readonly venue: string
        /** Oldest first. A day without a value is absent. */
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }[]
    }
    /** Up to 30 UTC days; the newest is not over. */
    readonly basis_pct: {
      /** Over the venues that have a month, on days that each of them has. */
      readonly total: readonly {
        readonly date: string
        readonly value: number
      }[]
      readonly venues: readonly {
        readonly venue: string
        /** Oldest first. A day without a value is absent. */
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }[]
    }
    /** Up to 30 UTC days; the newest is not over. */
    readonly long_short_ratio: {
      /** Over the venues that have a month, on days that each of them has. */
      readonly total: readonly {
        readonly date: string
        readonly value: number
      }[]
      readonly venues: readonly {
        readonly venue: string
        /** Oldest first. A day without a value is absent. */
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }[]
    }
    /** Up to 30 UTC days; the newest is not over. */
    readonly taker_buy_share: {
      /** Over the venues that have a month, on days that each of them has. */
      readonly total: readonly {
        readonly date: string
        readonly value: number
      }[]
      readonly venues: readonly {
        readonly venue: string
        /** Oldest first. A day without a value is absent. */
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }[]
    }
    /** Up to 30 UTC days; the newest is not over. */
    readonly liquidations_base: {
      /** Over the venues that have a month, on days that each of them has. */
      readonly total: readonly {
        readonly date: string
        readonly value: number
      }[]
      readonly venues: readonly {
        readonly venue: string
        /** Oldest first. A day without a value is absent. */
        readonly days: readonly {
          readonly date: string
          readonly value: number
        }[]
      }[]
    }
  }
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type MarketEtfAnswer = {
  readonly asset: "BTC" | "ETH" | "SOL"
  /** Newest trading day for which every expected fund has reported or will not report any more. */
  readonly date: string
  /** Net flow, millions of US dollars. Negative: outflow. */
  readonly total_flow_m: number
  /** Sum over funds of traditional asset managers, millions of US dollars. */
  readonly institutional_flow_m: number
  /** Fund with the most negative flow. If no flow is negative, the fund with the smallest flow. */
  readonly top_outflow: string
  /** Net flow, millions of US dollars. Negative: outflow. */
  readonly top_outflow_m: number
  /** Funds that reported. A fund that is absent did not trade or report. */
  readonly by_etf: Readonly<Record<string, number>>
  /** Sum of the complete days within 7 calendar days up to `date`. */
  readonly flow_7d_m: number
  readonly daily: {
    readonly date: string
    /** Net flow, millions of US dollars. Negative: outflow. */
    readonly total_flow_m: number
    /** Net flow, millions of US dollars. Negative: outflow. */
    readonly institutional_flow_m: number
    /** null: fewer than 60 earlier sessions. */
    readonly percentile_1y: number | null
    readonly sessions_compared: number
    /** Sessions in a row with this sign; negative: outflows. */
    readonly streak_sessions: number
  }
  readonly weekly: {
    readonly from: string
    readonly to: string
    readonly sessions: number
    /** Net flow, millions of US dollars. Negative: outflow. */
    readonly total_flow_m: number
    readonly institutional_flow_m: number | null
    readonly previous_total_flow_m: number | null
  }
  readonly by_fund: Readonly<
    Record<
      string,
      {
        /** Net flow, millions of US dollars. Negative: outflow. */
        readonly flow_m: number
        readonly kind: "asset_manager" | "crypto_native" | "unclassified"
      }
    >
  >
  /** A newer day that is still being reported. Its flows are withheld until it is complete. */
  readonly pending: {
    readonly date: string
    readonly reported: readonly string[]
    readonly missing: readonly string[]
  } | null
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type EventsAnswer = {
  /** By time. Events without a published time are the last ones of their day. */
  readonly upcoming_7d: readonly {
    /** Day in New York. */
    readonly date: string
    readonly event: string
    /** 1 low impact, 2 medium impact, 3 high impact (expect volatility). */
    readonly importance: number
    readonly category?: "economic" | "monetary_policy" | "crypto"
    /** FOMC, CPI, NFP, PPI, PCE, GDP, OPTIONS_EXPIRY, …; OTHER for all others. */
    readonly kind: string
    /** null: the publisher names only the day. */
    readonly at: DateTime | null
    /** Local time in New York, HH:MM. */
    readonly time_et: string | null
    readonly hours_until: number | null
    /** Forecast and previous value, as published. Empty: no publisher names any. */
    readonly figures: readonly {
      readonly measure: string
      readonly forecast: string | null
      readonly previous: string | null
    }[]
    /** Options expiries only: open contracts at Deribit times the price, BTC and ETH together, US dollars. The importance follows it: from 5 billion 2, from 20 billion 3. null: unknown. */
    readonly notional_usd?: number | null
    /** The publishers, the most trusted first. */
    readonly sources: readonly (
      | "fed"
      | "bls"
      | "bea"
      | "fred"
      | "mempool"
      | "deribit"
      | "forexfactory"
      | "schedule"
      | "bls-data"
    )[]
  }[]
  /** The next high-impact events within 48 hours in words, or a sentence that says that none is scheduled. */
  readonly warning: string
  readonly total_upcoming: number
  /** The next event of importance 3 within the week. */
  readonly next_high_impact: {
    /** Day in New York. */
    readonly date: string
    readonly event: string
    /** 1 low impact, 2 medium impact, 3 high impact (expect volatility). */
    readonly importance: number
    readonly category?: "economic" | "monetary_policy" | "crypto"
    /** FOMC, CPI, NFP, PPI, PCE, GDP, OPTIONS_EXPIRY, …; OTHER for all others. */
    readonly kind: string
    /** null: the publisher names only the day. */
    readonly at: DateTime | null
    /** Local time in New York, HH:MM. */
    readonly time_et: string | null
    readonly hours_until: number | null
    /** Forecast and previous value, as published. Empty: no publisher names any. */
    readonly figures: readonly {
      readonly measure: string
      readonly forecast: string | null
      readonly previous: string | null
    }[]
    /** Options expiries only: open contracts at Deribit times the price, BTC and ETH together, US dollars. The importance follows it: from 5 billion 2, from 20 billion 3. null: unknown. */
    readonly notional_usd?: number | null
    /** The publishers, the most trusted first. */
    readonly sources: readonly (
      | "fed"
      | "bls"
      | "bea"
      | "fred"
      | "mempool"
      | "deribit"
      | "forexfactory"
      | "schedule"
      | "bls-data"
    )[]
  } | null
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type InstitutionsAnswer = {
  readonly total_companies: number
  /** Amount in bitcoin. */
  readonly total_btc: number
  readonly btc_price_usd: number | null
  readonly total_value_usd: number | null
  /** The 50 largest, largest first. */
  readonly top_holders: readonly {
    readonly company: string
    readonly ticker?: string
    /** ISO 3166 alpha-2. */
    readonly country?: string
    /** Amount in bitcoin. */
    readonly btc_holdings: number
    /** Percent of 21 million. */
    readonly share_of_supply_pct: number
    /** US dollars per coin. Absent where the cost is not disclosed. */
    readonly avg_cost_basis?: number
    /** US dollars at `btc_price_usd`. */
    readonly value_usd?: number
    /** Unrealised profit or loss against the cost, US dollars. Absent if the cost is not disclosed. */
    readonly unrealised_pnl_usd?: number
    readonly unrealised_pnl_pct?: number
    readonly last_purchase_date?: string
    /** Amount in bitcoin. */
    readonly last_purchase_amount?: number
  }[]
  /** Last 90 days, newest first, at most 50. */
  readonly recent_purchases: readonly {
    readonly company: string
    readonly date: string
    /** Amount in bitcoin. */
    readonly btc_amount: number
    readonly value_usd: number | null
    /** Host of the filing or announcement, or the data source. */
    readonly source: string
    readonly url: string | null
    /** The company's 8-K on EDGAR around that day. */
    readonly filing_url: string | null
    /** observed: the holding differs between two of our readings; the date is that of the later one. */
    readonly basis: "reported" | "observed"
  }[]
  /** Last 90 days, newest first, at most 50. */
  readonly recent_sales: readonly {
    readonly company: string
    readonly date: string
    /** Amount in bitcoin. */
    readonly btc_amount: number
    readonly value_usd: number | null
    /** Host of the filing or announcement, or the data source. */
    readonly source: string
    readonly url: string | null
    /** The company's 8-K on EDGAR around that day. */
    readonly filing_url: string | null
    /** observed: the holding differs between two of our readings; the date is that of the later one. */
    readonly basis: "reported" | "observed"
  }[]
  readonly concentration: {
    /** Share of the largest holder in `total_btc`, percent. */
    readonly top1_pct: number
    readonly top5_pct: number
  }
  /** Purchases minus sales of the companies with known trades. null: no trade is known. */
  readonly net_change_30d_btc: number | null
  /** Companies with at least one known trade. */
  readonly trades_known_for: number
  readonly data_sources: readonly string[]
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type YieldsAnswer = {
  readonly stablecoin: readonly {
    readonly rank: number
    readonly pool_id: string
    readonly project: string
    readonly project_name: string
    readonly chain: "Ethereum" | "Base" | "Solana" | "Arbitrum" | "Polygon" | "OP Mainnet" | "BSC" | "Avalanche"
    readonly symbol: string
    readonly pool_meta: string | null
    readonly url: string
    /** US dollars. */
    readonly tvl_usd: number
    readonly tvl_change_7d_pct: number | null
    /** Percent per year. */
    readonly apy: number
    readonly apy_base: number | null
    readonly apy_reward: number | null
    /** Share of the yield that is paid in reward tokens. */
    readonly reward_share_pct: number | null
    readonly apy_mean_30d: number | null
    /** Percentage points. */
    readonly apy_change_7d_pp: number | null
    /** Standard deviation of the yield over its history, percentage points. */
    readonly apy_sigma: number | null
    /** By apy_sigma divided by the mean: below 0.5, up to 2, and above 2. */
    readonly stability: "STABLE" | "MIXED" | "VOLATILE" | null
    /** The provider's own prediction, passed on as such. */
    readonly outlook: {
      readonly class: "STABLE_UP" | "DOWN" | null
      readonly probability_pct: number | null
      readonly confidence: number | null
    }
    /** min(apy, apy_mean_30d) / (1 + σ); σ: annualised standard deviation of daily returns, percent, some apy_sigma / 20; 1 where unknown. */
    readonly risk_adjusted_apy: number
    readonly il_risk: "yes" | "no" | null
    readonly exposure: "single" | "multi" | null
    readonly reward_tokens: readonly string[]
    readonly underlying_tokens: readonly string[]
    readonly history_days: number
    readonly risk: PoolRisk
    readonly flags: readonly (
      | "REWARD_HEAVY"
      | "NEW_POOL"
      | "APY_SPIKE"
      | "TVL_DROP"
      | "PROTOCOL_HACKED"
      | "UNAUDITED"
      | "IL"
      | "OUTLOOK_DOWN"
      | "LOCKUP"
    )[]
  }[]
  readonly bluechip: readonly {
    readonly rank: number
    readonly pool_id: string
    readonly project: string
    readonly project_name: string
    readonly chain: "Ethereum" | "Base" | "Solana" | "Arbitrum" | "Polygon" | "OP Mainnet" | "BSC" | "Avalanche"
    readonly symbol: string
    readonly pool_meta: string | null
    readonly url: string
    /** US dollars. */
    readonly tvl_usd: number
    readonly tvl_change_7d_pct: number | null
    /** Percent per year. */
    readonly apy: number
    readonly apy_base: number | null
    readonly apy_reward: number | null
    /** Share of the yield that is paid in reward tokens. */
    readonly reward_share_pct: number | null
    readonly apy_mean_30d: number | null
    /** Percentage points. */
    readonly apy_change_7d_pp: number | null
    /** Standard deviation of the yield over its history, percentage points. */
    readonly apy_sigma: number | null
    /** By apy_sigma divided by the mean: below 0.5, up to 2, and above 2. */
    readonly stability: "STABLE" | "MIXED" | "VOLATILE" | null
    /** The provider's own prediction, passed on as such. */
    readonly outlook: {
      readonly class: "STABLE_UP" | "DOWN" | null
      readonly probability_pct: number | null
      readonly confidence: number | null
    }
    /** min(apy, apy_mean_30d) / (1 + σ); σ: annualised standard deviation of daily returns, percent, some apy_sigma / 20; 1 where unknown. */
    readonly risk_adjusted_apy: number
    readonly il_risk: "yes" | "no" | null
    readonly exposure: "single" | "multi" | null
    readonly reward_tokens: readonly string[]
    readonly underlying_tokens: readonly string[]
    readonly history_days: number
    readonly risk: PoolRisk
    readonly flags: readonly (
      | "REWARD_HEAVY"
      | "NEW_POOL"
      | "APY_SPIKE"
      | "TVL_DROP"
      | "PROTOCOL_HACKED"
      | "UNAUDITED"
      | "IL"
      | "OUTLOOK_DOWN"
      | "LOCKUP"
    )[]
  }[]
  /** Cursor of the next page of both lists. null: the lists end here. */
  readonly next_cursor: string | null
  /** Number of pools. scanned is the sum of eligible and excluded. */
  readonly counts: {
    readonly scanned: number
    readonly eligible: number
    readonly returned: number
    readonly excluded: {
      readonly chain: number
      readonly outlier: number
      readonly apy_zero_or_absurd: number
      readonly low_tvl: number
      readonly short_history: number
      /** The protocol was exploited within two years. */
      readonly exploited?: number
      readonly asset_class: number
      readonly filter: number
    }
  }
  /** best_apy and median_apy: min(apy, apy_mean_30d) of sound stablecoin and blue-chip pools with at least $1 m, for every request. */
  readonly chains: readonly {
    readonly chain: "Ethereum" | "Base" | "Solana" | "Arbitrum" | "Polygon" | "OP Mainnet" | "BSC" | "Avalanche"
    /** Number of all pools of the chain. */
    readonly pools: number
    readonly best_apy: number | null
    readonly median_apy: number | null
    /** missing: the provider lists no pool on this chain. */
    readonly status: "ok" | "missing"
  }[]
  /** Comparison with treasury bills: min(apy, apy_mean_30d) of the stablecoin pools in `chains`. */
  readonly benchmark: {
    readonly median_stable_apy: number | null
    readonly tvl_weighted_stable_apy: number | null
    /** Three-month United States treasury bill. */
    readonly tbill_3m_pct: number | null
  }
  readonly filters_applied: Readonly<Record<string, string | number | null>>
  readonly attribution: readonly string[]
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type PoolRisk = {
  /** null: too much is unknown to grade. */
  readonly grade: "A" | "B" | "C" | "D" | "E" | null
  /** 0: no risk was found. 100: every fact is bad or unknown. */
  readonly score: number
  readonly contributors: readonly {
    readonly key: string
    readonly points: number
    readonly detail: string
  }[]
  /** Keys without data. Each counts as its worst case and caps the grade at C. */
  readonly unknown: readonly string[]
}

export type DefiRecommendAnswer = {
  readonly risk: "conservative" | "moderate" | "aggressive"
  /** US dollars. */
  readonly amount_usd: number
  readonly horizon_days: number
  /** PARTIAL: the limits leave a part in cash, or fewer than three pools. Limits are never relaxed. */
  readonly status: "OK" | "PARTIAL" | "NO_CANDIDATES"
  /** Weights add up to 100 with cash, and amounts add up to the requested amount. */
  readonly allocations: readonly (
    | {
        readonly kind: "pool"
        readonly pool_id: string
        readonly project: string
        /** As in /yields. */
        readonly project_name?: string
        readonly chain: "Ethereum" | "Base" | "Solana" | "Arbitrum" | "Polygon" | "OP Mainnet" | "BSC" | "Avalanche"
        readonly symbol: string
        readonly url: string
        /** Whole percent of the amount. */
        readonly weight_pct: number
        /** US dollars. */
        readonly amount_usd: number
        /** Percent per year. */
        readonly apy: number
        readonly apy_base: number | null
        readonly apy_reward: number | null
        /** Over the horizon, at the lower of today's yield and its 30-day mean, compounded: amount · ((1 + apy)^(days/365) − 1). */
        readonly expected_yield_usd: number
        readonly risk: PoolRisk
        readonly why: readonly string[]
        readonly exit: {
          /** Lock-up in days. null: the note of the pool names none. */
          readonly lockup_days: number | null
          /** US dollars. */
          readonly tvl_usd: number
          /** Percent. */
          readonly size_vs_tvl_pct: number
        }
      }
    | {
        readonly kind: "cash"
        readonly project: "CASH"
        /** Whole percent of the amount. */
        readonly weight_pct: number
        /** US dollars. */
        readonly amount_usd: number
        readonly why: readonly string[]
      }
  )[]
  readonly portfolio: {
    /** Yield of today, which can be a spike and can be above range_apy80. */
    readonly blended_apy: number
    /** Today's base yield plus half of today's rewards. */
    readonly blended_apy_haircut: number
    /** Yield at the lower of today's yield and its 30-day mean. It is the centre of range_apy80. */
    readonly expected_apy?: number
    /** 80% range from the dispersion of the pools, which are assumed to move together. */
    readonly range_apy80: readonly number[]
    /** The sum of the allocations. */
    readonly expected_yield_usd: number
    readonly diversification: {
      readonly projects: number
      readonly chains: number
      /** Percent. */
      readonly max_project_pct: number
      /** Percent. */
      readonly max_chain_pct: number
    }
    /** Part in stablecoins, cash included, percent. */
    readonly stablecoin_pct: number
  }
  readonly worst_case: {
    readonly assumption: "largest single protocol lost in full"
    /** US dollars. */
    readonly loss_usd: number
    /** Percent. */
    readonly loss_pct: number
    /** The loss, measured in months of the expected yield of the whole amount. After a loss the rest earns less. */
    readonly months_of_yield_to_recover: number | null
  }
  readonly constraints: {
    /** US dollars. */
    readonly min_tvl_usd: number
    readonly min_history_days: number
    /** Percent per year. */
    readonly max_apy: number
    readonly max_reward_share_pct: number | null
    /** Percent. */
    readonly max_protocol_pct: number
    /** Maximum part on one chain, percent. 100: the request names one chain. */
    readonly max_chain_pct: number
    /** Percent. */
    readonly max_size_vs_tvl_pct: number
    readonly il_allowed: "none" | "known_legs" | "any"
    readonly min_protocol_age_days: number | null
    readonly hack_free_days: number
  }
  /** Fees on the chain where they have the largest effect. */
  readonly gas: {
    readonly chain: "Ethereum" | "Base" | "Solana" | "Arbitrum" | "Polygon" | "OP Mainnet" | "BSC" | "Avalanche"
    /** One deposit and one withdrawal per pool on this chain. */
    readonly transactions: number
    /** Fee per transaction above which fees exceed the expected yield of the horizon, US dollars. */
    readonly breakeven_usd_per_transaction: number
    readonly note: string
  } | null
  /** Number of pools that meet every limit. */
  readonly eligible: number
  /** Up to five pools that meet every limit and got no allocation, best first, with the reason. */
  readonly runners_up: readonly {
    readonly pool_id: string
    readonly project: string
    readonly project_name?: string
    readonly chain: "Ethereum" | "Base" | "Solana" | "Arbitrum" | "Polygon" | "OP Mainnet" | "BSC" | "Avalanche"
    readonly symbol: string
    /** Percent per year. */
    readonly apy: number
    readonly reason: string
  }[]
  /** The ten highest yields of excluded pools with at least $1 m, with the first limit that each breaks. */
  readonly excluded: readonly {
    readonly pool_id: string
    readonly project: string
    readonly project_name?: string
    readonly symbol: string
    /** Percent per year. */
    readonly apy: number
    readonly reason: string
  }[]
  readonly rebalance_triggers: readonly {
    readonly pool_id: string
    readonly metric: string
    readonly condition: string
  }[]
  /** expected_apy of the same request with each profile. null: no pool meets its limits. */
  readonly comparison: {
    readonly tbill_3m_pct: number | null
    readonly hold_stablecoin_pct: number
    readonly conservative_apy: number | null
    readonly moderate_apy: number | null
    readonly aggressive_apy: number | null
  }
  readonly attribution: readonly string[]
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type DexAlphaAnswer = {
  /** Best score first. */
  readonly tokens: readonly {
    readonly rank: number
    readonly chain: string
    readonly address: string
    readonly symbol: string
    readonly name: string
    readonly pair_address: string
    readonly dex: string
    readonly url: string
    /** US dollars. null: unknown. */
    readonly price_usd: number | null
    readonly price_change_pct: {
      /** Percent. null: unknown. */
      readonly m5: number | null
      /** Percent. null: unknown. */
      readonly h1: number | null
      /** Percent. null: unknown. */
      readonly h6: number | null
      /** Percent. null: unknown. */
      readonly h24: number | null
    }
    /** US dollars. null: unknown. */
    readonly liquidity_usd: number | null
    /** US dollars. null: unknown. */
    readonly volume_h24_usd: number | null
    /** US dollars. null: unknown. */
    readonly fdv_usd: number | null
    /** US dollars. null: unknown. */
    readonly market_cap_usd: number | null
    readonly pair_created_at: DateTime | null
    readonly age_h: number | null
    readonly txns_h24: {
      readonly buys: number | null
      readonly sells: number | null
      /** Distinct wallets. */
      readonly buyers: number | null
      readonly sellers: number | null
    }
    readonly vol_liq_ratio: number | null
    readonly fdv_liq_ratio: number | null
    /** Sum of `components` minus `penalties`, within 0 and 100. */
    readonly score: number
    /** Where the values of the lists may not be sold, each counts the lower end of a wide class of its value. */
    readonly components: {
      readonly liquidity: number
      readonly volume: number
      readonly flow: number
      readonly age: number
      readonly momentum: number
      readonly transparency: number
    }
    readonly penalties: readonly {
      /** NOT_CHECKED: no source has checked the contract. The others are `flags` of the token. */
      readonly flag:
        | "NO_SELLS"
        | "WASH_VOLUME"
        | "LOW_LIQUIDITY"
        | "FDV_LIQ"
        | "NEW_PAIR"
        | "PAID_BOOST"
        | "REPORTED"
        | "HONEYPOT"
        | "HIGH_TAX"
        | "MINTABLE"
        | "FREEZABLE"
        | "SELL_LIMITED"
        | "TAX_MODIFIABLE"
        | "BALANCE_MODIFIABLE"
        | "SELF_DESTRUCT"
        | "OWNER_RETURNS"
        | "CLOSED_SOURCE"
        | "LP_UNLOCKED"
        | "CONCENTRATED"
        | "COPYCAT"
        | "NO_LINKS"
        | "NOT_CHECKED"
      readonly points: number
    }[]
    /** Boosts are paid advertising. They lower the score. */
    readonly boosted: boolean
    readonly boost_amount: number | null
    readonly trending_rank: number | null
    /** Result of a security scanner for the contract. Unknown does not mean safe. */
    readonly security: {
      /** Scanner that checked the contract. null: the contract was not checked. */
      readonly provider: string | null
      readonly checked_at: DateTime | null
      /** The source code is public. null: unknown. */
      readonly open_source?: boolean | null
      /** null: unknown. */
      readonly honeypot: boolean | null
      /** Percent. null: unknown. */
      readonly buy_tax_pct: number | null
      /** Percent. null: unknown. */
      readonly sell_tax_pct: number | null
      /** The tax can be raised. null: unknown. */
      readonly tax_modifiable?: boolean | null
      /** A holder cannot sell everything. null: unknown. */
      readonly sell_limited?: boolean | null
      /** An account can raise the supply. false if the owner has given up the contract. */
      readonly mintable: boolean | null
      /** null: unknown. */
      readonly freezable: boolean | null
      /** null: unknown. */
      readonly hidden_owner: boolean | null
      /** Ownership that was given up can be taken back. null: unknown. */
      readonly ownership_reclaimable?: boolean | null
      /** An account can change balances of holders. null: unknown. */
      readonly balance_modifiable?: boolean | null
      /** The contract can be destroyed. null: unknown. */
      readonly self_destruct?: boolean | null
      /** null: unknown. */
      readonly proxy: boolean | null
      /** Percent. null: unknown. */
      readonly lp_locked_pct: number | null
      /** Part of the supply in the ten largest holdings, without pools, lockers and burned tokens. */
      readonly top10_pct: number | null
      /** Percent. null: unknown. */
      readonly creator_pct: number | null
      /** null: unknown. */
      readonly honeypot_same_creator: boolean | null
    }
    readonly flags: readonly {
      readonly code:
        | "NO_SELLS"
        | "WASH_VOLUME"
        | "LOW_LIQUIDITY"
        | "FDV_LIQ"
        | "NEW_PAIR"
        | "PAID_BOOST"
        | "REPORTED"
        | "HONEYPOT"
        | "HIGH_TAX"
        | "MINTABLE"
        | "FREEZABLE"
        | "SELL_LIMITED"
        | "TAX_MODIFIABLE"
        | "BALANCE_MODIFIABLE"
        | "SELF_DESTRUCT"
        | "OWNER_RETURNS"
        | "CLOSED_SOURCE"
        | "LP_UNLOCKED"
        | "CONCENTRATED"
        | "COPYCAT"
        | "NO_LINKS"
      readonly severity: "INFO" | "WARN" | "DANGER"
      readonly evidence: string
    }[]
    /** AVOID: a danger. NOT_CHECKED: the contract was not checked. CAUTION: a warning, an unknown fact or a low score. WATCH: none of these. No verdict is advice to buy. */
    readonly verdict: "WATCH" | "CAUTION" | "AVOID" | "NOT_CHECKED"
    /** Number of unknown security facts, of those in `security`. */
    readonly unknown_count: number
    /** The unknown security facts, by their names in `security`. */
    readonly unknown: readonly string[]
  }[]
  /** Tokens that qualify: scored minus the sum of excluded. `limit` can reduce the list further. */
  readonly counts: {
    readonly boosted_seen: number
    readonly trending_seen: number
    readonly scored: number
    readonly returned: number
    readonly excluded: {
      readonly chain: number
      readonly low_liquidity: number
      readonly age: number
      readonly boosted: number
      readonly flag: number
      readonly verdict: number
    }
  }
  /** The model in one line. */
  readonly scoring: string
  readonly attribution: readonly string[]
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type GeoEventsAnswer = {
  /** The most severe first, then the latest reported. */
  readonly events: readonly GeoEvent[]
  /** Events that qualify, before `limit`. */
  readonly total: number
  readonly summary: {
    readonly by_severity: {
      readonly LOW: number
      readonly MEDIUM: number
      readonly HIGH: number
      readonly CRITICAL: number
    }
    readonly by_category: {
      readonly WAR: number
      readonly NUCLEAR: number
      readonly CHOKEPOINT: number
      readonly SANCTIONS: number
      readonly TARIFFS: number
      readonly ENERGY: number
      readonly TERROR: number
      readonly COUP: number
      readonly CYBER_FINANCIAL_RAILS: number
      readonly CRYPTO_POLICY: number
      readonly DE_ESCALATION: number
      readonly OTHER: number
    }
    readonly highest: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null
    /** Attention: number of geopolitical articles of the last 24h, as an index. */
    readonly index: {
      readonly value: number
      readonly z_vs_week: number | null
      readonly basis: string
    }
  }
  readonly attribution: readonly string[]
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type GeoEvent = {
  readonly id: string
  /** Rises with every article. */
  readonly cluster_version: number
  /** Headline of the best source. No article text. */
  readonly title: string
  /** One sentence: the category, and how many articles and domains reported the event. */
  readonly summary: string
  readonly category:
    | "WAR"
    | "NUCLEAR"
    | "CHOKEPOINT"
    | "SANCTIONS"
    | "TARIFFS"
    | "ENERGY"
    | "TERROR"
    | "COUP"
    | "CYBER_FINANCIAL_RAILS"
    | "CRYPTO_POLICY"
    | "DE_ESCALATION"
    | "OTHER"
  readonly stage: "THREAT" | "ACT" | "ESCALATION" | "DE_ESCALATION"
  readonly actors: readonly string[]
  /** ISO 3166 alpha-2; EU for the European Union. */
  readonly countries: readonly string[]
  readonly region: string | null
  readonly location: {
    readonly lat: number
    readonly lon: number
  } | null
  readonly first_seen_at: DateTime
  readonly last_seen_at: DateTime
  /** Whether the market was open when the event was first seen. */
  readonly market_open: {
    readonly gold: boolean | null
    readonly oil: boolean | null
  }
  readonly severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"
  /** base × corroboration × novelty, before gates. */
  readonly severity_score: number
  readonly severity_parts: {
    readonly base: number
    readonly corroboration: number
    readonly novelty: number
  }
  /** Rules that lowered the severity, such as too few domains. */
  readonly gates_applied: readonly string[]
  readonly corroboration: {
    readonly articles: number
    /** Number of independent domains. Copies of one headline count once. */
    readonly domains: number
    readonly tier1_domains: number
    readonly languages: number
    readonly official_source: boolean
  }
  readonly credibility: {
    readonly score: number
    readonly state_media_share: number
    readonly reasons: readonly string[]
  }
  readonly novelty: {
    /** Robust z-score of the number of articles of the day, by one provider of world news. null: no baseline yet. */
    readonly z_30d: number | null
    readonly baseline_daily: number | null
  }
  readonly impact: Impacts
  readonly scenario: {
    /** What is usually said about such events. */
    readonly text: string
    readonly kind: "scenario, not forecast"
    /** What prices did on the days of well-known events. null: fewer than five events. */
    readonly history: {
      readonly n: number
      readonly from: string
      readonly to: string
      /** Abnormal log returns of the day in percent. */
      readonly BTC: {
        readonly median_pct: number
        readonly lowest_pct: number
        readonly highest_pct: number
        /** Share of the days with |t| ≥ 2. */
        readonly beyond_noise: number
      }
      /** Abnormal log returns of the day in percent. */
      readonly ETH: {
        readonly median_pct: number
        readonly lowest_pct: number
        readonly highest_pct: number
        /** Share of the days with |t| ≥ 2. */
        readonly beyond_noise: number
      }
      /** Abnormal log returns of the day in percent. */
      readonly OIL: {
        readonly median_pct: number
        readonly lowest_pct: number
        readonly highest_pct: number
        /** Share of the days with |t| ≥ 2. */
        readonly beyond_noise: number
      }
      readonly note: string
    } | null
  }
  readonly sources: readonly {
    readonly title: string
    readonly url: string
    readonly domain: string
    readonly tier: number
    readonly seen_at: DateTime
  }[]
}

export type Impacts = {
  readonly BTC: Impact
  readonly ETH: Impact
  readonly GOLD: Impact
  readonly OIL: Impact
}

export type Impact = {
  /** UNCLEAR unless significant. Measured, never assumed. */
  readonly direction: "UP" | "DOWN" | "UNCLEAR"
  /** Percent. null: not measured, or the window is still open. */
  readonly ar_1h_pct: number | null
  /** Percent. null: not measured, or the window is still open. */
  readonly ar_4h_pct: number | null
  /** Log return over 24h minus the usual drift, percent. */
  readonly ar_24h_pct: number | null
  /** t-value of this asset, without correction for several assets. */
  readonly t_24h: number | null
  /** Standard deviation of the usual return of this asset over 24h, percent. */
  readonly usual_24h_pct: number | null
  /** At 5%, corrected for looking at up to four assets (Holm), by Student's t with 5 degrees of freedom: days of large moves are more frequent than normal. */
  readonly significant: boolean
  /** Price now against the price when first seen. */
  readonly already_moved_pct: number | null
  readonly market_open: boolean | null
  readonly note: string
}

export type GeoAlertAnswer = {
  /** CLEAR: no alert of this severity within the requested hours. If the news sources are down, the answer is 503 and nothing is charged. */
  readonly status: "CLEAR" | "ALERT"
  /** Highest severity of the active alerts. */
  readonly level: "HIGH" | "CRITICAL" | null
  readonly count: number
  /** The latest reported first. */
  readonly alerts: readonly {
    readonly id: string
    /** Rises with every article. */
    readonly cluster_version: number
    /** Headline of the best source. No article text. */
    readonly title: string
    /** One sentence: the category, and how many articles and domains reported the event. */
    readonly summary: string
    readonly category:
      | "WAR"
      | "NUCLEAR"
      | "CHOKEPOINT"
      | "SANCTIONS"
      | "TARIFFS"
      | "ENERGY"
      | "TERROR"
      | "COUP"
      | "CYBER_FINANCIAL_RAILS"
      | "CRYPTO_POLICY"
      | "DE_ESCALATION"
      | "OTHER"
    readonly stage: "THREAT" | "ACT" | "ESCALATION" | "DE_ESCALATION"
    readonly actors: readonly string[]
    /** ISO 3166 alpha-2; EU for the European Union. */
    readonly countries: readonly string[]
    readonly region: string | null
    readonly location: {
      readonly lat: number
      readonly lon: number
    } | null
    readonly first_seen_at: DateTime
    readonly last_seen_at: DateTime
    /** Whether the market was open when the event was first seen. */
    readonly market_open: {
      readonly gold: boolean | null
      readonly oil: boolean | null
    }
    readonly severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"
    /** base × corroboration × novelty, before gates. */
    readonly severity_score: number
    readonly severity_parts: {
      readonly base: number
      readonly corroboration: number
      readonly novelty: number
    }
    /** Rules that lowered the severity, such as too few domains. */
    readonly gates_applied: readonly string[]
    readonly corroboration: {
      readonly articles: number
      /** Number of independent domains. Copies of one headline count once. */
      readonly domains: number
      readonly tier1_domains: number
      readonly languages: number
      readonly official_source: boolean
    }
    readonly credibility: {
      readonly score: number
      readonly state_media_share: number
      readonly reasons: readonly string[]
    }
    readonly novelty: {
      /** Robust z-score of the number of articles of the day, by one provider of world news. null: no baseline yet. */
      readonly z_30d: number | null
      readonly baseline_daily: number | null
    }
    readonly impact: Impacts
    readonly scenario: {
      /** What is usually said about such events. */
      readonly text: string
      readonly kind: "scenario, not forecast"
      /** What prices did on the days of well-known events. null: fewer than five events. */
      readonly history: {
        readonly n: number
        readonly from: string
        readonly to: string
        /** Abnormal log returns of the day in percent. */
        readonly BTC: {
          readonly median_pct: number
          readonly lowest_pct: number
          readonly highest_pct: number
          /** Share of the days with |t| ≥ 2. */
          readonly beyond_noise: number
        }
        /** Abnormal log returns of the day in percent. */
        readonly ETH: {
          readonly median_pct: number
          readonly lowest_pct: number
          readonly highest_pct: number
          /** Share of the days with |t| ≥ 2. */
          readonly beyond_noise: number
        }
        /** Abnormal log returns of the day in percent. */
        readonly OIL: {
          readonly median_pct: number
          readonly lowest_pct: number
          readonly highest_pct: number
          /** Share of the days with |t| ≥ 2. */
          readonly beyond_noise: number
        }
        readonly note: string
      } | null
    }
    readonly sources: readonly {
      readonly title: string
      readonly url: string
      readonly domain: string
      readonly tier: number
      readonly seen_at: DateTime
    }[]
    /** Time at which the severity first reached HIGH. */
    readonly opened_at: DateTime
    /** Severity at that time, if it has risen since then. */
    readonly escalated_from: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null
    /** A day after the last report. */
    readonly expires_at: DateTime
    /** Stable across updates of one event. */
    readonly ack_key: string
  }[]
  readonly affected_assets: {
    readonly BTC: {
      /** Number of alerts with a measured price move. */
      readonly events: number
      readonly significant_moves: number
    }
    readonly ETH: {
      /** Number of alerts with a measured price move. */
      readonly events: number
      readonly significant_moves: number
    }
    readonly GOLD: {
      /** Number of alerts with a measured price move. */
      readonly events: number
      readonly significant_moves: number
    }
    readonly OIL: {
      /** Number of alerts with a measured price move. */
      readonly events: number
      readonly significant_moves: number
    }
  }
  /** Alerts that ended within the requested hours, so that corrections stay visible. */
  readonly ended: readonly {
    readonly id: string
    readonly title: string
    readonly severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"
    readonly ended_at: DateTime
    readonly reason: "expired" | "downgraded"
  }[]
  /** Sources that were read for this answer. */
  readonly checked: {
    readonly sources_ok: number
    readonly sources_total: number
    readonly articles_scanned: number
    readonly last_poll_at: DateTime | null
  }
  readonly next_refresh_at: DateTime
  readonly attribution: readonly string[]
  readonly timestamp: DateTime
  readonly meta: Meta
}

export type BriefAnswer = {
  /** In the order of the request. */
  readonly answers: readonly {
    readonly item: string
    /** Price of this item, which is the price of its own endpoint. */
    readonly price_usdc: string
    /** Version as in /api/versions. null: not known in time. */
    readonly version: number | null
    readonly commitment: Hash | null
    /** The answer of GET /api/{item}, with the schema of that endpoint and its own meta. */
    readonly answer: Readonly<Record<string, unknown>>
  }[]
  /** Items that had no current data when the price was stated. They cost nothing. */
  readonly left_out: readonly string[]
  readonly timestamp: DateTime
}

export type HistoryAnswer = {
  readonly coin: Coin
  readonly from: string
  readonly to: string
  readonly format: "jsonl" | "csv"
  /** The days that were charged: whole UTC days with calls, all of them a day old. */
  readonly days: readonly string[]
  readonly rows: number
  /** Names of the fields; absent values are null in JSON lines and empty in CSV. */
  readonly columns: readonly string[]
  /** One line for each call, oldest first: id, times, kind (live_paper or replay), price, direction and odds, the stated 80% ranges, stop and targets, forecast and options' volatility where they were sealed, and both outcomes where they are known. At 00:00 UTC also the regime of the bitcoin market and touch odds: touch_level, p_touch and touched of three levels (0.5, 1 and 2 standard deviations) above and below the price within 24h and 7d. daily_missing says why they are null. market_questions, where questions of a prediction market were sealed: of each, after `; `, ticker, kind (close or touch), side, level, end, the market's probability, ours and the result (yes, no or open), with spaces between. */
  readonly data: string
  /** Sources whose terms forbid selling their data, each with the columns that are null because of it. `*`: calls that are left out. */
  readonly withheld: readonly {
    readonly source: string
    readonly columns: readonly string[]
  }[]
  /** The day with which a next request continues, without a gap and without a call twice. */
  readonly next_from: string
  /** From this time on the day next_from is sold. Until then it costs nothing and is answered 503. While the record is behind: the next close. */
  readonly next_sold_at: DateTime
  readonly timestamp: DateTime
}

export type AlertWatchAnswer = {
  /** Id of the watch. */
  readonly watch: string
  /** Key of X-Signal402-Signature. It is shown in this answer only. */
  readonly secret: string
  readonly owner: string
  readonly target: string
  readonly conditions: readonly string[]
  readonly until: DateTime
  /** Telegram: the link that connects the chat, until a chat is connected. null for everything else. */
  readonly connect: string | null
  /** Alerts above these numbers are not sent; the delivery log names them. */
  readonly limits: {
    readonly minutes_between_alerts_of_a_condition: number
    readonly alerts_per_target_24h: number
    readonly alerts_per_payer_24h: number
  }
  readonly timestamp: DateTime
}

export type AlertsAnswer = {
  /** The fields of the message (EIP-4361) that the wallet signs for this URL, once, within five minutes. */
  readonly sign_in: {
    readonly type: "eip191"
    readonly domain: string
    readonly uri: string
    readonly version: "1"
    readonly chainId: string
    readonly nonce: string
    readonly issuedAt: DateTime
    readonly statement: string
  }
  /** Why SIGN-IN-WITH-X was refused, or null. */
  readonly refused: string | null
  readonly channels: {
    /** Whether telegram:<code> is offered as a target. */
    readonly telegram: boolean
    /** Name of the bot: https://t.me/<name>?start=<code> connects a chat. null: not known now. */
    readonly telegram_bot: string | null
    /** applicationServerKey of push subscriptions; null: push is not offered. */
    readonly push_key: string | null
  }
  /** null without a valid SIGN-IN-WITH-X. */
  readonly watches:
    | readonly {
        readonly watch: string
        readonly target: string
        readonly conditions: readonly string[]
        readonly status: "active" | "paused" | "ended"
        readonly until: DateTime
        /** Why the service has ended the watch before its time, or null. */
        readonly ended_because: string | null
        /** The newest 20 alerts, newest first. */
        readonly deliveries: readonly {
          readonly id: string
          readonly condition: string
          readonly met_at: DateTime
          readonly status: "queued" | "delivered" | "failed"
          readonly attempts: number
          readonly next_attempt_at: DateTime | null
          readonly delivered_at: DateTime | null
          readonly last_error: string | null
        }[]
      }[]
    | null
  readonly timestamp: DateTime
}

export type VersionEvent = {
  /** Rises by one whenever the sold decision changes. */
  readonly version: number
  /** sha256(canonical JSON of the decision ‖ 128 random bits), new with each version. */
  readonly commitment: Hash
  /** Time of the newest input; for a resource that was never available, since when its data is missing. */
  readonly data_as_of: DateTime
  /** When this version was first seen. */
  readonly changed_at: DateTime
  readonly price_usdc: string
  /** unavailable: its inputs are too old, so it is not sold. */
  readonly status: "current" | "unavailable"
  /** Which parts of the decision differ from the version before, newest first, at most 12 versions: names without values, for example direction or levels. Absent for resources without named parts. */
  readonly changes?: readonly {
    readonly version: number
    readonly parts: readonly string[]
  }[]
  /** The key of the resource in GET /api/versions, such as /signal/BTC. */
  readonly resource: string
}

export type CallEvent = {
  readonly id: string
  readonly coin: Coin
  readonly decided_at: DateTime
  readonly direction: Direction
  /** Made from too few indicators, so it is counted separately. */
  readonly degraded: boolean
  /** Close at the decision, US dollars. */
  readonly price: number
}

export type ServiceEvent = {
  readonly status: "ok" | "degraded" | "down"
  readonly mode: "sandbox" | "live"
  readonly payments: {
    /** False while no payment of any price is taken: paid endpoints answer 503 instead of 402. */
    readonly taken: boolean
    /** Why payments, or those of low prices, are not taken; null when all are. */
    readonly why: string | null
  }
  /** Parts that do not work fully. GET /api/health has the details. */
  readonly not_ok: readonly {
    readonly name: string
    readonly status: "ok" | "degraded" | "down"
  }[]
  readonly timestamp: DateTime
}

export type PricesEvent = {
  readonly coins: readonly {
    readonly coin: Coin
    readonly price: number | null
    readonly as_of: DateTime | null
    readonly age_s: number | null
    readonly source: string | null
    readonly disputed: boolean
    readonly change_24h_pct: number | null
    readonly next_close_at: DateTime
  }[]
  readonly timestamp: DateTime
}

export type HeartbeatEvent = {
  readonly timestamp: DateTime
}

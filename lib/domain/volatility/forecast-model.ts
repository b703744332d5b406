import fitted from "./fitted-model.json" with { type: "json" }

/** Log-linear model of the variance per day of one horizon. */
export type HarCoefficients = {
  readonly intercept: number
  /** Weights of the log variance of the last 24, 168, 720 and 1,440 hours. */
  readonly windows: readonly number[]
  /** Weight of the log variance of the last 365 days. */
  readonly year: number
  /** Weights of the absolute moves of the last 24 hours and 7 days, in standard deviations of 30 days. */
  readonly move24h: number
  readonly move7d: number
  /** Added per share of the next 24 hours that falls on the weekday (UTC). */
  readonly weekdays: { readonly saturday: number; readonly sunday: number; readonly monday: number }
}

/** Touch frequencies of levels above and below the price, one for each entry of `TouchMaps.raw`. */
type TouchMap = { readonly up: readonly number[]; readonly down: readonly number[] }

export type TouchMaps = {
  /** Probabilities that the reflection formula gives, ascending. */
  readonly raw: readonly number[]
  readonly "24h": TouchMap
  readonly "7d": TouchMap
}

/** Frequencies at one horizon. A row belongs to a stop, a column to a target. */
export type TargetFrequencies = {
  /** The target was hit before the stop. Both in one hour count as the stop. */
  readonly target: readonly (readonly number[])[]
  /** The stop was hit, whatever the target did. */
  readonly stop: readonly number[]
}

/** The same for longs and shorts: the market's drift is not forecast. */
export type TargetTable = {
  /** Distances in usual ATR(14): in units of `usualSigmaPerAtr` of the forecast. */
  readonly stops: readonly number[]
  readonly targets: readonly number[]
  readonly "3d": TargetFrequencies
  readonly "7d": TargetFrequencies
  readonly "14d": TargetFrequencies
  /** By target: share of the stop's hits within 14 days that came before the target's. */
  readonly stopFirst: readonly number[]
  /** Mean result in R of plans that neither level ended within 14 days. A row belongs to a multiple of R. */
  readonly timedR: { readonly multiples: readonly number[]; readonly rows: readonly (readonly number[])[] }
}

/** Everything that `npm run fit` estimates from history. */
export type ForecastModel = {
  /** The data of the estimates: the outcome windows of these closes end by `until`. */
  readonly seen: {
    readonly coins: readonly string[]
    readonly from: string
    readonly until: string
    readonly closes: number
  }
  readonly har: { readonly day: HarCoefficients; readonly week: HarCoefficients }
  /** Half-width of the 80% range, in forecast standard deviations. */
  readonly widths: { readonly "24h": number; readonly "7d": number }
  /** Geometric mean of the forecast standard deviation of 3 and 7 days per daily ATR(14). */
  readonly usualSigmaPerAtr: { readonly "3d": number; readonly "7d": number }
  readonly touch: TouchMaps
  readonly targets: TargetTable
}

/** The model of the current method version. */
export const forecastModel: ForecastModel = fitted

import fitted from "./fitted-model.json" with { type: "json" }

/** Log-linear model of the variance per day of one horizon. */
export type HarCoefficients = {
  readonly intercept: number
  /** Weights of the log variance of each of `WINDOWS_H`. */
  readonly windows: readonly number[]
  /** Weight of the log variance of the last 365 days. */
  readonly year: number
  /** Weights of the absolute moves of the last 24 hours and 7 days, in standard deviations of 30 days. */
  readonly move24h: number
  readonly move7d: number
  /** Added per share of the next 24 hours that falls on the weekday (UTC). */
  readonly weekdays: { readonly saturday: number; readonly sunday: number; readonly monday: number }
}

/** What was observed over one horizon, in forecast standard deviations of it. Up and down are the same: no drift is forecast. */
export type HorizonModel = {
  readonly hours: number
  /** Observed frequency of a touch at each reflection probability of `ForecastModel.raw`. */
  readonly touch: readonly number[]
  /** Half-width of the interval that contained each of `ForecastModel.shares` of the closes. */
  readonly halfWidths: readonly number[]
  /** Mean distance of the closes beyond the 5% and 95% quantiles. */
  readonly shortfall: number
  /** Median distance of the realised volatility from the forecast, as a share of the forecast. */
  readonly error: number
}

/** Observed frequencies of a target that was hit before the stop, by stop (rows) and target. Both in one hour count as the stop. */
type TargetFrequencies = readonly (readonly number[])[]

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
  /** Usual variance of each hour of the week as a multiple of the week's mean, from Monday 00:00 UTC. */
  readonly hourOfWeek: readonly number[]
  /** For the next 24 hours, 7 and 30 days. */
  readonly har: { readonly day: HarCoefficients; readonly week: HarCoefficients; readonly month: HarCoefficients }
  /** Probabilities that the reflection formula gives, ascending to 1. */
  readonly raw: readonly number[]
  /** Central shares of the closes, ascending from 0. */
  readonly shares: readonly number[]
  /** Ascending in hours. */
  readonly horizons: readonly HorizonModel[]
  /** Logs of the forecast for a week over the year before, at evenly spaced percentiles from 0 to 1. */
  readonly weekOverYear: readonly number[]
  /** Geometric mean of the forecast standard deviation of 3 and 7 days per daily ATR(14). */
  readonly usualSigmaPerAtr: { readonly "3d": number; readonly "7d": number }
  readonly targets: TargetTable
}

/** The model of the current method version. */
export const forecastModel: ForecastModel = fitted

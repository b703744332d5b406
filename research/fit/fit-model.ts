import { hoursAfter } from "@/research/goals/hours-after"
import type { Study } from "@/research/study"
import { round } from "@/lib/domain/round"
import { mean, quantile } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS, isoDate } from "@/lib/domain/utc-day"
import { forecastFeatures } from "@/lib/domain/volatility/features"
import { forecastFrom, sigmaFor, variancePerDay, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { type ForecastModel, forecastModel, type HarCoefficients } from "@/lib/domain/volatility/forecast-model"
import { closesForFit, type FitClose, HORIZONS_H } from "./closes"
import { type FeaturedClose, fitHar, type WeightOf } from "./fit-har"
import { fitHorizon, SHARES } from "./fit-horizon"
import { fitHourOfWeek } from "./fit-hours"
import { fitTargets, type PlanEntry } from "./fit-targets"
import { RAW_PROBABILITIES } from "./fit-touch"

const PLAN_HOURS = 14 * 24
/** Percentiles of `weekOverYear`: every twentieth. */
const PERCENTILE_STEPS = 20

export type FitOptions = {
  /** Only windows that end by this time are used. */
  readonly untilMs: number
  /** The weight of a close halves with each such age. Absent: all closes have the same weight. */
  readonly halfLifeMs?: number
}

/** Every close of a study that a fit can use. */
export function closesOfStudy({ histories }: Study): readonly FitClose[] {
  return [...histories].flatMap(([coin, history]) => closesForFit(coin, history))
}

/**
 * Estimates every part of the model from closes whose outcome was known at `untilMs`. Later data are not read.
 *
 * @throws {RangeError} too few closes
 */
export function fitModel(study: Study, closes: readonly FitClose[], options: FitOptions): ForecastModel {
  const hourOfWeek = decimals(fitHourOfWeek(study, options.untilMs))
  const known = withFeatures(closesKnownAt(closes, options.untilMs), hourOfWeek)
  const first = known[0]
  if (first === undefined) throw new RangeError("No close has an outcome that is known by the end of the fit.")
  const weightOf = weightBy(options)
  const harOf = (hours: 24 | 168 | 720) => rounded(fitHar(known, hours, weightOf))
  const har = { day: harOf(24), week: harOf(168), month: harOf(720) }
  const overYear = known.map(({ features }) => Math.log(variancePerDay(har.week, features)) - features.yearLog)
  const weekOverYear = Array.from({ length: PERCENTILE_STEPS + 1 }, (_, step) =>
    round(quantile(overYear, step / PERCENTILE_STEPS) ?? 0, 4),
  )
  const base = { ...forecastModel, hourOfWeek, har, weekOverYear }
  const forecasts = known.map((close) => ({ ...close, forecast: forecastFrom(close.features, base) }))
  const usualSigmaPerAtr = { "3d": usualSigma(forecasts, 72), "7d": usualSigma(forecasts, 168) }
  const targets = fitTargets(entriesOf(study, forecasts, { usualSigmaPerAtr, untilMs: options.untilMs, weightOf }))
  return {
    seen: {
      coins: [...study.histories.keys()],
      from: isoDate(known.reduce((earliest, { timeMs }) => Math.min(earliest, timeMs), first.timeMs)),
      until: isoDate(options.untilMs),
      closes: known.length,
    },
    hourOfWeek,
    har,
    raw: RAW_PROBABILITIES,
    shares: SHARES,
    horizons: HORIZONS_H.map((hours) => fitHorizon(forecasts, hours, weightOf)),
    weekOverYear,
    usualSigmaPerAtr,
    targets: {
      ...targets,
      "3d": targets["3d"].map(decimals),
      "7d": targets["7d"].map(decimals),
      "14d": targets["14d"].map(decimals),
      stopFirst: decimals(targets.stopFirst),
    },
  }
}

/** Closes whose next day ended by `untilMs`, without the windows that ended later. */
export function closesKnownAt(closes: readonly FitClose[], untilMs: number): readonly FitClose[] {
  return closes.flatMap((close) => {
    const ended = [...close.windows].filter(([hours]) => close.timeMs + hours * HOUR_MS <= untilMs)
    if (close.timeMs + DAY_MS > untilMs) return []
    return [ended.length === close.windows.size ? close : { ...close, windows: new Map(ended) }]
  })
}

function withFeatures(closes: readonly FitClose[], hourOfWeek: readonly number[]): readonly FeaturedClose[] {
  return closes.flatMap((close) => {
    const features = forecastFeatures(close, hourOfWeek)
    return features === null ? [] : [{ ...close, features }]
  })
}

type Forecasted = FeaturedClose & { readonly forecast: VolatilityForecast }

function weightBy({ untilMs, halfLifeMs }: FitOptions): WeightOf {
  return ({ timeMs }) => (halfLifeMs === undefined ? 1 : 0.5 ** ((untilMs - timeMs) / halfLifeMs))
}

function rounded(har: HarCoefficients): HarCoefficients {
  const { saturday, sunday, monday } = har.weekdays
  return {
    intercept: round(har.intercept, 4),
    windows: har.windows.map((weight) => round(weight, 4)),
    year: round(har.year, 4),
    move24h: round(har.move24h, 4),
    move7d: round(har.move7d, 4),
    weekdays: { saturday: round(saturday, 4), sunday: round(sunday, 4), monday: round(monday, 4) },
  }
}

/** Geometric mean of the forecast standard deviation per daily ATR(14). */
function usualSigma(forecasts: readonly Forecasted[], hours: number): number {
  const logs = forecasts.flatMap(({ atrRatio, forecast }) =>
    atrRatio === null || atrRatio <= 0 ? [] : [Math.log(sigmaFor(forecast, hours) / atrRatio)],
  )
  return round(Math.exp(mean(logs) ?? 0), 4)
}

function entriesOf(
  { histories }: Study,
  forecasts: readonly Forecasted[],
  options: {
    readonly usualSigmaPerAtr: ForecastModel["usualSigmaPerAtr"]
    readonly untilMs: number
    readonly weightOf: WeightOf
  },
): readonly PlanEntry[] {
  const { usualSigmaPerAtr, untilMs, weightOf } = options
  const after = new Map([...histories].map(([coin, { hours }]) => [coin, hoursAfter(hours)] as const))
  return forecasts.flatMap((close) => {
    const hours = after.get(close.coin)
    const isUsed = close.timeMs % DAY_MS === 0 && close.timeMs + PLAN_HOURS * HOUR_MS <= untilMs
    if (!isUsed || hours === undefined) return []
    return [
      {
        timeMs: close.timeMs,
        priceUsd: close.priceUsd,
        weight: weightOf(close),
        unit3d: sigmaFor(close.forecast, 72) / usualSigmaPerAtr["3d"],
        unit7d: sigmaFor(close.forecast, 168) / usualSigmaPerAtr["7d"],
        after: hours,
      },
    ]
  })
}

function decimals(values: readonly number[]): readonly number[] {
  return values.map((value) => round(value, 4))
}

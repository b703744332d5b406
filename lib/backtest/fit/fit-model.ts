import { hoursAfter } from "@/lib/backtest/goals/hours-after"
import type { Study } from "@/lib/backtest/study"
import { round } from "@/lib/domain/round"
import { mean, quantile } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS, isoDate } from "@/lib/domain/utc-day"
import { forecastFrom, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { type ForecastModel, forecastModel, type HarCoefficients } from "@/lib/domain/volatility/forecast-model"
import { closesForFit, type FitClose } from "./closes"
import { fitHar, type WeightOf } from "./fit-har"
import { fitTargets, type PlanEntry } from "./fit-targets"
import { type Excursion, fitTouchMap, RAW_PROBABILITIES } from "./fit-touch"

const RANGE_LEVEL = 0.8
const PLAN_HOURS = 14 * 24
const WINDOW_HOURS = { day: 24, week: 168 } as const

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
  const known = closesKnownAt(closes, options.untilMs)
  const first = known[0]
  if (first === undefined) throw new RangeError("No close has an outcome that is known by the end of the fit.")
  const weightOf = weightBy(options)
  const har = { day: rounded(fitHar(known, "day", weightOf)), week: rounded(fitHar(known, "week", weightOf)) }
  const base = { ...forecastModel, har }
  const forecasts = known.map((close) => ({ close, forecast: forecastFrom(close.features, base) }))
  const usualSigmaPerAtr = {
    "3d": round(
      geometricMean(forecasts, ({ sigma3d }) => sigma3d),
      4,
    ),
    "7d": round(
      geometricMean(forecasts, ({ sigma7d }) => sigma7d),
      4,
    ),
  }
  const targets = fitTargets(entriesOf(study, forecasts, { usualSigmaPerAtr, untilMs: options.untilMs, weightOf }))
  const touch = (horizon: "24h" | "7d", side: "up" | "down") =>
    decimals(fitTouchMap(excursionsOf(forecasts, { horizon, side, weightOf }), horizon))
  return {
    seen: {
      coins: [...study.histories.keys()],
      from: isoDate(known.reduce((earliest, { timeMs }) => Math.min(earliest, timeMs), first.timeMs)),
      until: isoDate(options.untilMs),
      closes: known.length,
    },
    har,
    widths: { "24h": widthOf(forecasts, "day", weightOf), "7d": widthOf(forecasts, "week", weightOf) },
    usualSigmaPerAtr,
    touch: {
      raw: RAW_PROBABILITIES,
      "24h": { up: touch("24h", "up"), down: touch("24h", "down") },
      "7d": { up: touch("7d", "up"), down: touch("7d", "down") },
    },
    targets: {
      ...targets,
      "3d": { target: targets["3d"].target.map(decimals), stop: decimals(targets["3d"].stop) },
      "7d": { target: targets["7d"].target.map(decimals), stop: decimals(targets["7d"].stop) },
      "14d": { target: targets["14d"].target.map(decimals), stop: decimals(targets["14d"].stop) },
      stopFirst: decimals(targets.stopFirst),
      timedR: { ...targets.timedR, rows: targets.timedR.rows.map(decimals) },
    },
  }
}

/** Closes with the windows that ended by `untilMs`; a window that ended later is removed. */
export function closesKnownAt(closes: readonly FitClose[], untilMs: number): readonly FitClose[] {
  const hasEnded = ({ timeMs }: FitClose, horizon: "day" | "week") =>
    timeMs + WINDOW_HOURS[horizon] * HOUR_MS <= untilMs
  return closes.flatMap((close) => {
    if (!hasEnded(close, "day")) return []
    return [hasEnded(close, "week") ? close : { ...close, week: null }]
  })
}

type Forecasted = { readonly close: FitClose; readonly forecast: VolatilityForecast }

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

/** Standard deviations on each side that contained four closes in five. */
function widthOf(forecasts: readonly Forecasted[], horizon: "day" | "week", weightOf: WeightOf): number {
  const scaled = forecasts.flatMap(({ close, forecast }) => {
    const window = close[horizon]
    const sigma = horizon === "day" ? forecast.sigma24h : forecast.sigma7d
    return window === null ? [] : [{ value: Math.abs(window.logReturn) / sigma, weight: weightOf(close) }]
  })
  if (scaled.every(({ weight }) => weight === 1)) {
    return round(
      quantile(
        scaled.map(({ value }) => value),
        RANGE_LEVEL,
      ) ?? 0,
      4,
    )
  }
  const sorted = scaled.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  const found = sorted.find(({ weight }) => (sum += weight) >= RANGE_LEVEL * total)
  return round(found?.value ?? 0, 4)
}

function geometricMean(forecasts: readonly Forecasted[], sigmaOf: (forecast: VolatilityForecast) => number): number {
  const logs = forecasts.flatMap(({ close: { atrRatio }, forecast }) =>
    atrRatio === null || atrRatio <= 0 ? [] : [Math.log(sigmaOf(forecast) / atrRatio)],
  )
  return Math.exp(mean(logs) ?? 0)
}

function excursionsOf(
  forecasts: readonly Forecasted[],
  { horizon, side, weightOf }: { readonly horizon: "24h" | "7d"; readonly side: "up" | "down"; weightOf: WeightOf },
): readonly Excursion[] {
  return forecasts.flatMap(({ close, forecast }) => {
    const window = horizon === "24h" ? close.day : close.week
    if (window === null) return []
    const sigma = horizon === "24h" ? forecast.sigma24h : forecast.sigma7d
    return [{ reach: side === "up" ? window.up : -window.down, sigma, weight: weightOf(close) }]
  })
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
  return forecasts.flatMap(({ close, forecast }) => {
    const hours = after.get(close.coin)
    const isUsed = close.timeMs % DAY_MS === 0 && close.timeMs + PLAN_HOURS * HOUR_MS <= untilMs
    if (!isUsed || hours === undefined) return []
    return [
      {
        timeMs: close.timeMs,
        priceUsd: close.priceUsd,
        weight: weightOf(close),
        unit3d: forecast.sigma3d / usualSigmaPerAtr["3d"],
        unit7d: forecast.sigma7d / usualSigmaPerAtr["7d"],
        after: hours,
      },
    ]
  })
}

function decimals(values: readonly number[]): readonly number[] {
  return values.map((value) => round(value, 4))
}

import { type FitClose, HORIZONS_H } from "@/research/fit/closes"
import { groupBy } from "@/lib/domain/group-by"
import { round } from "@/lib/domain/round"
import { mean } from "@/lib/domain/statistics/moments"
import { isoDate } from "@/lib/domain/utc-day"
import { forecastVolatility, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { oddsWithin, sigmaOver } from "@/lib/domain/volatility/horizon-odds"
import type { OddsErrors } from "@/lib/domain/volatility/odds-errors"
import type { HoursAfter } from "./hours-after"

/** Distances of levels in forecast standard deviations. */
const DISTANCES = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5] as const
/** Bounds of the stated touch odds of a cell. */
const BOUNDS = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 1] as const
/** With fewer levels a cell is left out. */
const MIN_LEVELS = 300
const MIN_SHARE_OF_HOURS = 0.8

/** One coin's closes after the fit, with the future that judges them. */
export type ClosesWithOutcomes = { readonly closes: readonly FitClose[]; readonly after: HoursAfter }

type Level = {
  readonly hours: number
  readonly side: "above" | "below"
  readonly band: number
  readonly touchGap: number
  readonly closeGap: number
}

/** Stated odds less what happened, by horizon, side and stated odds. */
export function measureOddsErrors(coins: readonly ClosesWithOutcomes[]): OddsErrors {
  const closes = coins.flatMap((coin) => coin.closes)
  const times = closes.map(({ timeMs }) => timeMs)
  const levels = coins.flatMap(({ closes: own, after }) =>
    own.flatMap((close) => HORIZONS_H.flatMap((hours) => levelsOf(close, after, hours))),
  )
  const cells = groupBy(levels, ({ hours, side, band }) => `${hours} ${side} ${band}`)
  return {
    measuredOn: {
      coins: [...new Set(closes.map(({ coin }) => coin))],
      from: isoDate(times.reduce((least, time) => Math.min(least, time), Infinity)),
      until: isoDate(times.reduce((most, time) => Math.max(most, time), 0)),
      note: "Not used for the fit, but seen when the inputs of the forecast were chosen.",
    },
    cells: cells
      .filter((cell) => cell.length >= MIN_LEVELS)
      .map((cell) => ({
        hours: cell[0].hours,
        side: cell[0].side,
        low: BOUNDS[cell[0].band] ?? 0,
        high: BOUNDS[cell[0].band + 1] ?? 1,
        n: cell.length,
        touchError: round(mean(cell.map(({ touchGap }) => touchGap)) ?? 0, 3),
        closeError: round(mean(cell.map(({ closeGap }) => closeGap)) ?? 0, 3),
      }))
      .toSorted((a, b) => a.hours - b.hours || (a.side < b.side ? -1 : a.side > b.side ? 1 : a.low - b.low)),
  }
}

function levelsOf(close: FitClose, after: HoursAfter, hours: number): readonly Level[] {
  const { priceUsd, timeMs } = close
  const volatility = forecastOf(close)
  const window = after(timeMs, hours)
  const last = window?.at(-1)
  if (volatility === null || !window || last === undefined || window.length < MIN_SHARE_OF_HOURS * hours) return []
  const span = { volatility, elapsedMs: 0, hours }
  const sigma = sigmaOver(volatility, span)
  const [low, high] = window.reduce(
    ([least, most], { lowUsd, highUsd }) => [Math.min(least, lowUsd), Math.max(most, highUsd)],
    [Infinity, 0],
  )
  return DISTANCES.flatMap((distance) =>
    (["above", "below"] as const).map((side) => {
      const level = priceUsd * Math.exp((side === "above" ? distance : -distance) * sigma)
      const { touch, closeBeyond } = oddsWithin(level, priceUsd, span)
      const isTouched = side === "above" ? high >= level : low <= level
      const isBeyond = side === "above" ? last.closeUsd > level : last.closeUsd < level
      return {
        hours,
        side,
        band: Math.max(
          0,
          BOUNDS.findLastIndex((bound) => bound <= Math.min(touch, 0.999)),
        ),
        touchGap: touch - Number(isTouched),
        closeGap: closeBeyond - Number(isBeyond),
      }
    }),
  )
}

const forecasts = new WeakMap<FitClose, VolatilityForecast | null>()

/** All horizons of a close share its forecast. */
function forecastOf(close: FitClose): VolatilityForecast | null {
  const known = forecasts.get(close)
  if (known !== undefined) return known
  const forecast = forecastVolatility(close)
  forecasts.set(close, forecast)
  return forecast
}

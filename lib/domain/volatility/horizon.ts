import type { HorizonModel } from "./forecast-model"

/** A figure at a horizon from those of the two nearest fitted horizons, linear in the log of the hours. */
export function between(
  horizons: readonly HorizonModel[],
  hours: number,
  figureOf: (horizon: HorizonModel) => number,
): number {
  const next = horizons.findIndex((horizon) => hours <= horizon.hours)
  const [below, above] = [horizons.at(next === -1 ? -1 : Math.max(0, next - 1)), horizons.at(next)]
  if (below === undefined || above === undefined) return Number.NaN
  if (below === above || hours <= below.hours) return figureOf(below)
  const share = Math.log(hours / below.hours) / Math.log(above.hours / below.hours)
  return share === 1 ? figureOf(above) : figureOf(below) * (1 - share) + figureOf(above) * share
}

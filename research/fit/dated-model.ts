import type { ForecastModel } from "@/lib/domain/volatility/forecast-model"

/** A model and the time from which it is used. It was fitted without later data. */
export type DatedModel = { readonly fromMs: number; readonly model: ForecastModel }

/** The model in use at a time, `undefined` before the first. */
export function modelAt(models: readonly DatedModel[], timeMs: number): ForecastModel | undefined {
  return models.findLast(({ fromMs }) => fromMs <= timeMs)?.model
}

import { sigma3dOf, type VolatilityForecast } from "./forecast"
import { forecastModel } from "./forecast-model"

type Range = { readonly low: number; readonly high: number }

/** The forecast behind the 80% ranges of a close, for a browser that owns them. */
export function volatilityOfRanges(
  ranges: { readonly "24h": Range; readonly "7d": Range },
  decidedMs: number,
): VolatilityForecast {
  const { widths } = forecastModel
  const sigmaOf = (horizon: "24h" | "7d") =>
    Math.log(ranges[horizon].high / ranges[horizon].low) / (2 * widths[horizon])
  const sigma7d = sigmaOf("7d")
  return { sigma24h: sigmaOf("24h"), sigma3d: sigma3dOf(sigma7d, decidedMs), sigma7d }
}

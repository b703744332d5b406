import { fnv1aHex } from "@/lib/domain/fnv1a"
import { venueParameters } from "@/lib/domain/market/venue-totals"
import { regimeParameters } from "@/lib/domain/regime/parameters"
import { riskParameters } from "@/lib/domain/risk/parameters"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { parameters } from "./parameters"
import { idOf, indicators } from "./registry"

const thresholds = indicators.flatMap((indicator) =>
  indicator.thresholds === undefined ? [] : [[idOf(indicator), indicator.thresholds]],
)

/** Method of an answer: a date, and a hash of every parameter. */
export const METHOD_VERSION = `2026.11-${fnv1aHex(
  JSON.stringify([parameters, venueParameters, riskParameters, regimeParameters, forecastModel, ...thresholds]),
)}`

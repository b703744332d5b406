import { toSeries } from "@/lib/sources/wire/series"
import type { StablecoinAsset, StablecoinChartDay } from "./schema"

/** Dollar stablecoins in circulation. The change counts coins only whose supply a week ago is known. */
export type StablecoinSupply = {
  readonly totalUsdB: number
  readonly change7dUsdB: number
  readonly change7dPct: number
  readonly asOfMs: number
}

/** Dollar stablecoins in circulation at 00:00 UTC of a day. */
export type StablecoinDay = { readonly atMs: number; readonly supplyUsd: number }

const PEG = "peggedUSD"
const BILLION = 1e9
const WEEK_S = 7 * 86_400

/** Sums over dollar coins; a coin that trades below 0.5 or above 2 dollars has lost its peg and is left out. */
export function sumAssets(assets: readonly StablecoinAsset[], asOfMs: number): StablecoinSupply {
  const pegged = assets.filter(
    ({ pegType, price }) => pegType === PEG && (price == null || (price >= 0.5 && price <= 2)),
  )
  let totalUsd = 0
  let knownUsd = 0
  let weekAgoUsd = 0
  for (const { circulating, circulatingPrevWeek } of pegged) {
    const nowUsd = circulating[PEG] ?? 0
    const beforeUsd = circulatingPrevWeek?.[PEG]
    totalUsd += nowUsd
    if (beforeUsd === undefined) continue
    knownUsd += nowUsd
    weekAgoUsd += beforeUsd
  }
  return toSupply({ totalUsd, nowUsd: knownUsd, weekAgoUsd, asOfMs })
}

/** Days on which the chart knows no dollar supply are left out. */
export function toStablecoinDays(days: readonly StablecoinChartDay[]): readonly StablecoinDay[] {
  return days.flatMap((day) => {
    const supplyUsd = day.totalCirculating[PEG] ?? 0
    return supplyUsd > 0 ? [{ atMs: day.date * 1000, supplyUsd }] : []
  })
}

/** The last day of the chart against the newest day at least a week before; `null` when it is shorter. */
export function compareChart(host: string, days: readonly StablecoinChartDay[]): StablecoinSupply | null {
  const { points } = toSeries(
    host,
    days.map((day) => ({ atMs: day.date * 1000, usd: day.totalCirculating[PEG] ?? 0 })),
    0,
  )
  const last = points.at(-1)
  const before = last && points.findLast((point) => point.atMs <= last.atMs - WEEK_S * 1000)
  if (!last || !before) return null
  return toSupply({ totalUsd: last.usd, nowUsd: last.usd, weekAgoUsd: before.usd, asOfMs: last.atMs })
}

function toSupply(sums: {
  readonly totalUsd: number
  readonly nowUsd: number
  readonly weekAgoUsd: number
  readonly asOfMs: number
}): StablecoinSupply {
  const { totalUsd, nowUsd, weekAgoUsd, asOfMs } = sums
  return {
    totalUsdB: totalUsd / BILLION,
    change7dUsdB: (nowUsd - weekAgoUsd) / BILLION,
    change7dPct: weekAgoUsd > 0 ? (nowUsd / weekAgoUsd - 1) * 100 : 0,
    asOfMs,
  }
}

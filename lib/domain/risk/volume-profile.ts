import { at } from "@/lib/domain/indicators/series"
import type { Columns } from "@/lib/domain/market/columns"
import { riskParameters } from "./parameters"

export type VolumeProfile = {
  /** Centre of the price band in which most was traded. */
  readonly pointOfControl: number
  /** Centres of bands with more volume than the three on each side and than the average band, lowest first. */
  readonly nodes: readonly number[]
}

/** No history spreads over so many bands that they would not fit into memory. */
const MOST_BANDS = 2_000

/**
 * Volume by price, in bands of `bandUsd`, each candle's spread evenly over its range. `null` without volume. Bands start
 * at the lowest price, so prices in another unit give the same profile in that unit.
 */
export function volumeProfile(
  candles: Pick<Columns, "high" | "low" | "volume" | "length">,
  bandUsd: number,
): VolumeProfile | null {
  const { high, low, volume, length } = candles
  const bottom = low.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
  const top = high.reduce((highest, value) => Math.max(highest, value), 0)
  const bands = Math.floor((top - bottom) / bandUsd) + 1
  if (!(bandUsd > 0) || !Number.isFinite(bands) || bands > MOST_BANDS) return null
  const traded = new Float64Array(bands)
  const bandOf = (price: number) => Math.min(bands - 1, Math.floor((price - bottom) / bandUsd))
  for (let i = 0; i < length; i++) {
    const [first, last] = [bandOf(at(low, i)), bandOf(at(high, i))]
    for (let band = first; band <= last; band++) {
      traded[band] = at(traded, band) + at(volume, i) / (last - first + 1)
    }
  }
  const centre = (band: number) => bottom + (band + 0.5) * bandUsd
  const most = traded.reduce((best, value, band) => (value > at(traded, best) ? band : best), 0)
  if (at(traded, most) <= 0) return null
  return { pointOfControl: centre(most), nodes: nodesOf(traded).map(centre) }
}

function nodesOf(traded: Float64Array): number[] {
  const { nodeReach } = riskParameters.volumeProfile
  const average = traded.reduce((sum, value) => sum + value, 0) / traded.length
  return [...traded.keys()].filter((band) => {
    const around = traded.subarray(Math.max(0, band - nodeReach), band + nodeReach + 1)
    const own = at(traded, band)
    return own > average && around.filter((value) => value >= own).length === 1
  })
}

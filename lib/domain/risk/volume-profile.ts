import { at } from "@/lib/domain/indicators/series"
import type { Columns } from "@/lib/domain/market/columns"
import { riskParameters } from "./parameters"

export type VolumeProfile = {
  /** Centre of the price band in which most was traded. */
  readonly pointOfControl: number
  /** Centres of bands with more volume than the three on each side and than the average band, lowest first. */
  readonly nodes: readonly number[]
}

/** Limits the memory that a wide price range can use. */
const MAX_BANDS = 2_000
const ROUNDING = 1e-12

type Candles = Pick<Columns, "high" | "low" | "volume" | "length">

/**
 * Volume by price, in bands of `bandUsd`, each candle's spread evenly over its range. `null` without volume. Bands start
 * at the lowest price, so prices in another unit give the same profile in that unit.
 */
export function volumeProfile(candles: Candles, bandUsd: number): VolumeProfile | null {
  const [bottom, top] = rangeOf(candles)
  const bands = Math.floor((top - bottom) / bandUsd) + 1
  if (!(bandUsd > 0) || !Number.isFinite(bands) || bands > MAX_BANDS) return null
  const traded = tradedByBand(candles, { bottom, bandUsd, bands })
  const centre = (band: number) => bottom + (band + 0.5) * bandUsd
  const most = traded.reduce((best, value, band) => (value > at(traded, best) ? band : best), 0)
  if (at(traded, most) <= 0) return null
  return { pointOfControl: centre(most), nodes: nodesOf(traded).map(centre) }
}

function rangeOf({ high, low, length }: Candles): readonly [bottom: number, top: number] {
  let [bottom, top] = [Number.POSITIVE_INFINITY, 0]
  for (let i = 0; i < length; i++) {
    bottom = Math.min(bottom, at(low, i))
    top = Math.max(top, at(high, i))
  }
  return [bottom, top]
}

/**
 * Each candle adds its share at the first band of its range and subtracts it after the last one; the running total is the
 * profile. A total below the rounding noise of the sum counts as 0.
 */
function tradedByBand(
  { high, low, volume, length }: Candles,
  { bottom, bandUsd, bands }: { readonly bottom: number; readonly bandUsd: number; readonly bands: number },
): Float64Array {
  const change = new Float64Array(bands + 1)
  let total = 0
  for (let i = 0; i < length; i++) {
    const first = Math.min(bands - 1, Math.floor((at(low, i) - bottom) / bandUsd))
    const last = Math.min(bands - 1, Math.floor((at(high, i) - bottom) / bandUsd))
    const share = at(volume, i) / (last - first + 1)
    change[first] = at(change, first) + share
    change[last + 1] = at(change, last + 1) - share
    total += at(volume, i)
  }
  const traded = change.subarray(0, bands)
  let running = 0
  for (let band = 0; band < bands; band++) {
    running += at(traded, band)
    traded[band] = running > total * ROUNDING ? running : 0
  }
  return traded
}

/** Bands with more than the average volume and more than each neighbour. */
function nodesOf(traded: Float64Array): number[] {
  let total = 0
  for (let band = 0; band < traded.length; band++) total += at(traded, band)
  const average = total / traded.length
  const nodes: number[] = []
  for (let band = 0; band < traded.length; band++) {
    if (at(traded, band) > average && isPeak(traded, band)) nodes.push(band)
  }
  return nodes
}

function isPeak(traded: Float64Array, band: number): boolean {
  const { nodeReach } = riskParameters.volumeProfile
  const last = Math.min(traded.length - 1, band + nodeReach)
  for (let other = Math.max(0, band - nodeReach); other <= last; other++) {
    if (other !== band && at(traded, other) >= at(traded, band)) return false
  }
  return true
}

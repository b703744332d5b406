import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { HourState } from "./market-regime"
import { createCoinPath, fillBridge, STEPS } from "./coin-path"
import { streamOf } from "./random"

const STEP_MS = HOUR_MS / STEPS
const SPARE_HOURS = 8766

/** How one hour stands after some of its minutes. */
type HourCandle = {
  readonly openUsd: number
  readonly highUsd: number
  readonly lowUsd: number
  readonly closeUsd: number
  readonly volumeBase: number
  readonly takerBuyVolumeBase: number
}

/** The hours of one coin from the beginning of the simulation, kept as numbers: some 60 bytes an hour. */
export function createCoinSeries(seed: number, coin: Coin) {
  const path = createCoinPath(seed, coin)
  const bridgeStream = streamOf(seed, `${coin}/bridge`)
  const bridge = new Float64Array(STEPS + 1)
  let hours = 0
  let logs = Float64Array.of(path.openLog)
  let [sigmas, highs, lows, volumes, takerShares] = [empty(), empty(), empty(), empty(), empty()]

  function reserve(size: number): void {
    if (sigmas.length >= size) return
    const room = size + SPARE_HOURS
    logs = extended(logs, room + 1)
    sigmas = extended(sigmas, room)
    highs = extended(highs, room)
    lows = extended(lows, room)
    volumes = extended(volumes, room)
    takerShares = extended(takerShares, room)
  }

  /** Adds the next hour. */
  function append(hourState: HourState): void {
    const { closeLog, sigma, volumeBase, takerBuyShare } = path.step(hours, hourState)
    logs[hours + 1] = closeLog
    sigmas[hours] = sigma
    volumes[hours] = volumeBase
    takerShares[hours] = takerBuyShare
    readBridge(hours)
    let high = 0
    let low = 0
    for (let step = 1; step <= STEPS; step++) {
      const log = bridge[step] ?? 0
      if (log > high) high = log
      if (log < low) low = log
    }
    const openLog = logs[hours] ?? 0
    highs[hours] = Math.exp(openLog + high)
    lows[hours] = Math.exp(openLog + low)
    hours += 1
  }

  function readBridge(hour: number): void {
    const changeLog = (logs[hour + 1] ?? 0) - (logs[hour] ?? 0)
    fillBridge({ stream: bridgeStream, hour, changeLog, sigma: sigmas[hour] ?? 0 }, bridge)
  }

  function usdAt(hour: number): number {
    return Math.exp(logs[hour] ?? 0)
  }

  function whole(hour: number): HourCandle {
    const volumeBase = volumes[hour] ?? 0
    return {
      openUsd: usdAt(hour),
      closeUsd: usdAt(hour + 1),
      highUsd: Math.max(highs[hour] ?? 0, usdAt(hour + 1)),
      lowUsd: Math.min(lows[hour] ?? 0, usdAt(hour + 1)),
      volumeBase,
      takerBuyVolumeBase: volumeBase * (takerShares[hour] ?? 0),
    }
  }

  /** The hour `elapsedMs` after its open; from one hour on, the closed candle. */
  function after(hour: number, elapsedMs: number): HourCandle {
    const end = whole(hour)
    if (elapsedMs >= HOUR_MS) return end
    const position = elapsedMs / STEP_MS
    readBridge(hour)
    const { reachedLog, highLog, lowLog, travelled } = travel(bridge, position)
    const openLog = logs[hour] ?? 0
    const within = (log: number) => Math.min(end.highUsd, Math.max(end.lowUsd, Math.exp(openLog + log)))
    return {
      openUsd: end.openUsd,
      closeUsd: within(reachedLog),
      highUsd: within(highLog),
      lowUsd: within(lowLog),
      volumeBase: end.volumeBase * travelled,
      takerBuyVolumeBase: end.takerBuyVolumeBase * travelled,
    }
  }

  return { reserve, append, openAt: usdAt, whole, after, relativeDeviation: path.relativeDeviation }
}

/** The price after `position` steps, its extremes so far, and its share of the hour's total movement. */
function travel(bridge: Float64Array, position: number) {
  const lastWhole = Math.floor(position)
  const from = bridge[lastWhole] ?? 0
  const reachedLog = from + ((bridge[lastWhole + 1] ?? from) - from) * (position - lastWhole)
  let [highLog, lowLog, done, all] = [Math.max(0, reachedLog), Math.min(0, reachedLog), 0, 0]
  for (let step = 1; step <= STEPS; step++) {
    const log = bridge[step] ?? 0
    const work = Math.abs(log - (bridge[step - 1] ?? 0)) + 1e-6
    all += work
    done += work * Math.min(1, Math.max(0, position - step + 1))
    if (step > lastWhole) continue
    highLog = Math.max(highLog, log)
    lowLog = Math.min(lowLog, log)
  }
  return { reachedLog, highLog, lowLog, travelled: done / all }
}

function empty(): Float64Array<ArrayBuffer> {
  return new Float64Array(0)
}

function extended(old: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(length)
  grown.set(old)
  return grown
}

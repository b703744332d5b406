/** One candle; prices in one unit, volume in another. */
export type Bar = { readonly high: number; readonly low: number; readonly close: number; readonly volume: number }

/** Every value that a vote on candles reads. NaN where it does not exist yet. */
export type StreamValues = {
  readonly rsi: number
  readonly macdLine: number
  readonly macdHistogram: number
  readonly percentB: number
  readonly stochRsi: number
  readonly mfi: number
  readonly cci: number
  readonly obv: number
  readonly ema20: number
  readonly ema50: number
  readonly sma50: number
  readonly sma200: number
  readonly atr: number
  readonly adx: number
  readonly plusDi: number
  readonly minusDi: number
  readonly donchian: number
}

/** What recursive indicators carry from candle to candle. */
type Carried = {
  readonly gain: number
  readonly loss: number
  readonly fast: number
  readonly slow: number
  readonly signal: number
  readonly lineSum: number
  readonly ranges: number
  readonly plus: number
  readonly minus: number
  readonly range: number
  readonly dxSum: number
  readonly unchanged: number
}

type State = StreamValues & Carried

/** More than the longest window, and a power of two, so that positions wrap by a mask. */
const SIZE = 256
const MASK = SIZE - 1

const NONE = Number.NaN
const START: State = {
  rsi: NONE,
  macdLine: NONE,
  macdHistogram: NONE,
  percentB: NONE,
  stochRsi: NONE,
  mfi: NONE,
  cci: NONE,
  obv: 0,
  ema20: NONE,
  ema50: NONE,
  sma50: NONE,
  sma200: NONE,
  atr: NONE,
  adx: NONE,
  plusDi: NONE,
  minusDi: NONE,
  donchian: NONE,
  gain: 0,
  loss: 0,
  fast: NONE,
  slow: NONE,
  signal: NONE,
  lineSum: 0,
  ranges: 0,
  plus: 0,
  minus: 0,
  range: 0,
  dxSum: 0,
  unchanged: 0,
}

/**
 * The indicators candle by candle, equal to the functions over whole series beside this file. `peek` says what a candle
 * that still runs would make of them and leaves no trace: the next one is added to what was closed.
 */
export function createIndicatorStream() {
  const rings = { high: ring(), low: ring(), close: ring(), typical: ring(), flow: ring(), strength: ring() }
  let state = START
  let count = 0

  /** The state after a candle. Rings take it at a place that counts only once it is pushed. */
  function after(bar: Bar): State {
    const { high, low, close, typical, flow, strength } = rings
    const here = count & MASK
    const before = (count - 1) & MASK
    const price = (bar.high + bar.low + bar.close) / 3
    const previous = read(typical, before)
    high[here] = bar.high
    low[here] = bar.low
    close[here] = bar.close
    typical[here] = price
    flow[here] = count === 0 ? 0 : Math.sign(price - previous) * price * bar.volume
    const momentum = momentumOf(state, bar.close - read(close, before), count)
    strength[here] = momentum.rsi
    return {
      ...momentum,
      ...averagesOf(state, close, count),
      ...directionOf(state, rings, count),
      percentB: percentBOf(close, count),
      stochRsi: stochRsiOf(strength, count),
      mfi: mfiOf(flow, count),
      ...commodityOf(state, typical, count),
      obv: count === 0 ? bar.volume : state.obv + Math.sign(bar.close - read(close, before)) * bar.volume,
      donchian: donchianOf(state.donchian, rings, count),
    }
  }

  return {
    /** Takes a closed candle. */
    push(bar: Bar): StreamValues {
      state = after(bar)
      count += 1
      return state
    },
    peek: (bar: Bar): StreamValues => after(bar),
  }
}

type Rings = Readonly<Record<"high" | "low" | "close" | "typical" | "flow" | "strength", Float64Array>>

function ring(): Float64Array {
  return new Float64Array(SIZE)
}

function read(values: Float64Array, position: number): number {
  return values[position] ?? NONE
}

/** Mean of the `period` values that end at candle `last`. */
function meanOf(values: Float64Array, last: number, period: number): number {
  let sum = 0
  for (let i = last - period + 1; i <= last; i++) sum += read(values, i & MASK)
  return sum / period
}

function momentumOf({ gain, loss }: State, change: number, last: number) {
  if (last === 0) return { gain: 0, loss: 0, rsi: NONE }
  const [rise, fall] = [Math.max(change, 0), Math.max(-change, 0)]
  const warm = last > 14
  const nextGain = warm ? gain + (rise - gain) / 14 : gain + rise / 14
  const nextLoss = warm ? loss + (fall - loss) / 14 : loss + fall / 14
  const total = nextGain + nextLoss
  return { gain: nextGain, loss: nextLoss, rsi: last < 14 ? NONE : total === 0 ? 50 : 100 * (nextGain / total) }
}

/** Seeded with the simple mean of the values that end at `seed`. */
function emaOf(before: number, close: Float64Array, last: number, { period, seed }: { period: number; seed: number }) {
  if (last < seed) return NONE
  if (last === seed) return meanOf(close, last, period)
  return before + ((read(close, last & MASK) - before) * 2) / (period + 1)
}

function averagesOf(state: State, close: Float64Array, last: number) {
  const fast = emaOf(state.fast, close, last, { period: 12, seed: 25 })
  const slow = emaOf(state.slow, close, last, { period: 26, seed: 25 })
  const macdLine = fast - slow
  const lineSum = last < 25 ? 0 : state.lineSum + (last <= 33 ? macdLine : 0)
  const signal = last < 33 ? NONE : last === 33 ? lineSum / 9 : state.signal + (macdLine - state.signal) * 0.2
  return {
    fast,
    slow,
    macdLine,
    lineSum,
    signal,
    macdHistogram: macdLine - signal,
    ema20: emaOf(state.ema20, close, last, { period: 20, seed: 19 }),
    ema50: emaOf(state.ema50, close, last, { period: 50, seed: 49 }),
    sma50: last < 49 ? NONE : meanOf(close, last, 50),
    sma200: last < 199 ? NONE : meanOf(close, last, 200),
  }
}

/** Average true range and directional movement: both follow Wilder's true range. */
function directionOf(state: State, { high, low, close }: Rings, last: number) {
  const { ranges, dxSum } = state
  if (last === 0)
    return { ranges, atr: NONE, plus: 0, minus: 0, range: 0, dxSum, plusDi: NONE, minusDi: NONE, adx: NONE }
  const [here, before] = [last & MASK, (last - 1) & MASK]
  const closed = read(close, before)
  const reach = Math.max(read(high, here), closed) - Math.min(read(low, here), closed)
  const up = read(high, here) - read(high, before)
  const down = read(low, before) - read(low, here)
  const kept = last < 14 ? 1 : 1 - 1 / 14
  const plus = state.plus * kept + (up > down && up > 0 ? up : 0)
  const minus = state.minus * kept + (down > up && down > 0 ? down : 0)
  const range = state.range * kept + reach
  const sum = last <= 14 ? ranges + reach : ranges
  const atr = last < 14 ? NONE : last === 14 ? sum / 14 : state.atr + (reach - state.atr) / 14
  const moved = plus + minus
  const dx = moved === 0 ? 0 : 100 * (Math.abs(plus - minus) / moved)
  const dxs = last < 14 || last > 27 ? dxSum : dxSum + dx
  return {
    ranges: sum,
    atr,
    plus,
    minus,
    range,
    dxSum: dxs,
    plusDi: last < 14 ? NONE : range === 0 ? 0 : 100 * (plus / range),
    minusDi: last < 14 ? NONE : range === 0 ? 0 : 100 * (minus / range),
    adx: last < 27 ? NONE : last === 27 ? dxs / 14 : state.adx + (dx - state.adx) / 14,
  }
}

function percentBOf(close: Float64Array, last: number): number {
  if (last < 19) return NONE
  const mean = meanOf(close, last, 20)
  let squares = 0
  let [lowest, highest] = [Infinity, -Infinity]
  for (let i = last - 19; i <= last; i++) {
    const value = read(close, i & MASK)
    squares += (value - mean) ** 2
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  // Of equal prices nothing is left over but the rounding of their mean.
  if (lowest === highest) return 0.5
  const reach = 2 * Math.sqrt(squares / 20)
  return (read(close, last & MASK) - mean + reach) / (2 * reach)
}

function stochRsiOf(strength: Float64Array, last: number): number {
  if (last < 27) return NONE
  let [low, high] = [Infinity, -Infinity]
  for (let i = last - 13; i <= last; i++) {
    low = Math.min(low, read(strength, i & MASK))
    high = Math.max(high, read(strength, i & MASK))
  }
  return high === low ? 50 : 100 * ((read(strength, last & MASK) - low) / (high - low))
}

function mfiOf(flow: Float64Array, last: number): number {
  if (last < 14) return NONE
  let [inflow, outflow] = [0, 0]
  for (let i = last - 13; i <= last; i++) {
    const value = read(flow, i & MASK)
    if (value > 0) inflow += value
    else outflow -= value
  }
  return inflow + outflow === 0 ? 50 : 100 * (inflow / (inflow + outflow))
}

function commodityOf({ unchanged }: State, typical: Float64Array, last: number) {
  const price = read(typical, last & MASK)
  const same = last > 0 && price === read(typical, (last - 1) & MASK) ? unchanged + 1 : 1
  if (last < 19) return { unchanged: same, cci: NONE }
  const mean = meanOf(typical, last, 20)
  let distance = 0
  for (let i = last - 19; i <= last; i++) distance += Math.abs(read(typical, i & MASK) - mean)
  return { unchanged: same, cci: same >= 20 ? 0 : (price - mean) / ((0.015 * distance) / 20) }
}

/** 1 after a close above the channel of the 20 candles before it, −1 after one below, 0 before any break. */
function donchianOf(before: number, { high, low, close }: Rings, last: number): number {
  if (last < 20) return NONE
  let [top, bottom] = [-Infinity, Infinity]
  for (let i = last - 20; i < last; i++) {
    top = Math.max(top, read(high, i & MASK))
    bottom = Math.min(bottom, read(low, i & MASK))
  }
  const price = read(close, last & MASK)
  if (price > top) return 1
  if (price < bottom) return -1
  return Number.isNaN(before) ? 0 : before
}

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

/** More than the longest window, and a power of two, so that positions wrap by a mask. */
const SIZE = 256
const MASK = SIZE - 1

/** Places of what is carried from candle to candle: one typed array, because an object of numbers costs ten times as much. */
const at = {
  rsi: 0,
  gain: 1,
  loss: 2,
  fast: 3,
  slow: 4,
  line: 5,
  lineSum: 6,
  signal: 7,
  ema20: 8,
  ema50: 9,
  ranges: 10,
  atr: 11,
  plus: 12,
  minus: 13,
  range: 14,
  plusDi: 15,
  minusDi: 16,
  dxSum: 17,
  adx: 18,
  unchanged: 19,
  cci: 20,
  obv: 21,
  donchian: 22,
} as const

/** `state` is that of candle `last`; the candle itself stands in the rings. */
type Tape = {
  last: number
  readonly state: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly typical: Float64Array
  readonly flow: Float64Array
  readonly strength: Float64Array
}

/**
 * The indicators candle by candle, equal to the functions over whole series beside this file. `peek` says what a candle
 * that still runs would make of them and leaves no trace: the next one is added to what was closed.
 */
export function createIndicatorStream() {
  const rings = { high: ring(), low: ring(), close: ring(), typical: ring(), flow: ring(), strength: ring() }
  const tape: Tape = { last: -1, state: new Float64Array(Object.keys(at).length), ...rings }
  const before = new Float64Array(tape.state.length)

  return {
    /** Takes a closed candle. */
    push(bar: Bar): StreamValues {
      advance(tape, bar)
      return valuesOf(tape)
    },
    peek(bar: Bar): StreamValues {
      before.set(tape.state)
      advance(tape, bar)
      const values = valuesOf(tape)
      // The rings took the candle at a place that counts only while `last` points to it.
      tape.last -= 1
      tape.state.set(before)
      return values
    },
  }
}

function ring(): Float64Array {
  return new Float64Array(SIZE)
}

function advance(tape: Tape, bar: Bar): void {
  const { high, low, close, typical, flow, strength, state } = tape
  tape.last += 1
  const { last } = tape
  const [here, before] = [last & MASK, (last - 1) & MASK]
  high[here] = bar.high
  low[here] = bar.low
  close[here] = bar.close
  typical[here] = (bar.high + bar.low + bar.close) / 3
  const price = of(typical, here)
  flow[here] = last === 0 ? 0 : Math.sign(price - of(typical, before)) * price * bar.volume
  const change = bar.close - of(close, before)
  state[at.obv] = last === 0 ? bar.volume : of(state, at.obv) + Math.sign(change) * bar.volume
  advanceMomentum(state, change, last)
  strength[here] = of(state, at.rsi)
  advanceAverages(tape)
  advanceDirection(tape)
  advanceCommodity(tape)
  advanceChannel(tape)
}

function valuesOf({ state, last, close, strength, flow }: Tape): StreamValues {
  return {
    rsi: of(state, at.rsi),
    macdLine: of(state, at.line),
    macdHistogram: of(state, at.line) - of(state, at.signal),
    percentB: percentBOf(close, last),
    stochRsi: stochRsiOf(strength, last),
    mfi: mfiOf(flow, last),
    cci: of(state, at.cci),
    obv: of(state, at.obv),
    ema20: of(state, at.ema20),
    ema50: of(state, at.ema50),
    sma50: last < 49 ? Number.NaN : meanOf(close, last, 50),
    sma200: last < 199 ? Number.NaN : meanOf(close, last, 200),
    atr: of(state, at.atr),
    adx: of(state, at.adx),
    plusDi: of(state, at.plusDi),
    minusDi: of(state, at.minusDi),
    donchian: of(state, at.donchian),
  }
}

function of(values: Float64Array, place: number): number {
  return values[place] ?? Number.NaN
}

/** Mean of the `period` values that end at candle `last`. */
function meanOf(values: Float64Array, last: number, period: number): number {
  let sum = 0
  for (let i = last - period + 1; i <= last; i++) sum += of(values, i & MASK)
  return sum / period
}

function advanceMomentum(state: Float64Array, change: number, last: number): void {
  if (last === 0) {
    state[at.rsi] = Number.NaN
    return
  }
  const [before, lost] = [of(state, at.gain), of(state, at.loss)]
  const [rise, fall] = [Math.max(change, 0), Math.max(-change, 0)]
  const gain = before + (last > 14 ? rise - before : rise) / 14
  const loss = lost + (last > 14 ? fall - lost : fall) / 14
  state[at.gain] = gain
  state[at.loss] = loss
  state[at.rsi] = last < 14 ? Number.NaN : gain + loss === 0 ? 50 : 100 * (gain / (gain + loss))
}

function advanceAverages({ state, close, last }: Tape): void {
  const fast = emaOf(of(state, at.fast), close, last, 12, 25)
  const slow = emaOf(of(state, at.slow), close, last, 26, 25)
  const line = fast - slow
  state[at.fast] = fast
  state[at.slow] = slow
  state[at.line] = line
  if (last >= 25 && last <= 33) state[at.lineSum] = of(state, at.lineSum) + line
  const signal = of(state, at.signal)
  state[at.signal] = last < 33 ? Number.NaN : last === 33 ? of(state, at.lineSum) / 9 : signal + (line - signal) * 0.2
  state[at.ema20] = emaOf(of(state, at.ema20), close, last, 20, 19)
  state[at.ema50] = emaOf(of(state, at.ema50), close, last, 50, 49)
}

/** Seeded with the simple mean of the values that end at candle `seed`. */
function emaOf(before: number, close: Float64Array, last: number, period: number, seed: number): number {
  if (last < seed) return Number.NaN
  if (last === seed) return meanOf(close, last, period)
  return before + ((of(close, last & MASK) - before) * 2) / (period + 1)
}

/** Average true range and directional movement: both follow Wilder's true range. */
function advanceDirection({ state, high, low, close, last }: Tape): void {
  const [here, before] = [last & MASK, (last - 1) & MASK]
  const closed = of(close, before)
  const reach = last === 0 ? 0 : Math.max(of(high, here), closed) - Math.min(of(low, here), closed)
  const up = last === 0 ? 0 : of(high, here) - of(high, before)
  const down = last === 0 ? 0 : of(low, before) - of(low, here)
  const kept = last < 14 ? 1 : 1 - 1 / 14
  const plus = of(state, at.plus) * kept + (up > down && up > 0 ? up : 0)
  const minus = of(state, at.minus) * kept + (down > up && down > 0 ? down : 0)
  const range = of(state, at.range) * kept + reach
  state[at.plus] = plus
  state[at.minus] = minus
  state[at.range] = range
  state[at.plusDi] = last < 14 ? Number.NaN : range === 0 ? 0 : 100 * (plus / range)
  state[at.minusDi] = last < 14 ? Number.NaN : range === 0 ? 0 : 100 * (minus / range)
  if (last <= 14) state[at.ranges] = of(state, at.ranges) + reach
  state[at.atr] = wilder(of(state, at.atr), reach, of(state, at.ranges), last - 14)
  const dx = plus + minus === 0 ? 0 : 100 * (Math.abs(plus - minus) / (plus + minus))
  if (last >= 14 && last <= 27) state[at.dxSum] = of(state, at.dxSum) + dx
  state[at.adx] = wilder(of(state, at.adx), dx, of(state, at.dxSum), last - 27)
}

/** Wilder's mean of 14, seeded with the sum of the first 14; `age` counts candles since the seed. */
function wilder(before: number, value: number, sum: number, age: number): number {
  if (age < 0) return Number.NaN
  return age === 0 ? sum / 14 : before + (value - before) / 14
}

function advanceCommodity({ state, typical, last }: Tape): void {
  const price = of(typical, last & MASK)
  const same = last > 0 && price === of(typical, (last - 1) & MASK) ? of(state, at.unchanged) + 1 : 1
  state[at.unchanged] = same
  state[at.cci] = last < 19 ? Number.NaN : same >= 20 ? 0 : cciOf(typical, price, last)
}

function cciOf(typical: Float64Array, price: number, last: number): number {
  const mean = meanOf(typical, last, 20)
  let distance = 0
  for (let i = last - 19; i <= last; i++) distance += Math.abs(of(typical, i & MASK) - mean)
  return (price - mean) / ((0.015 * distance) / 20)
}

/** 1 after a close above the channel of the 20 candles before it, −1 after one below, 0 before any break. */
function advanceChannel({ state, high, low, close, last }: Tape): void {
  if (last < 20) {
    state[at.donchian] = Number.NaN
    return
  }
  let top = -Infinity
  let bottom = Infinity
  for (let i = last - 20; i < last; i++) {
    top = Math.max(top, of(high, i & MASK))
    bottom = Math.min(bottom, of(low, i & MASK))
  }
  const price = of(close, last & MASK)
  const before = of(state, at.donchian)
  state[at.donchian] = price > top ? 1 : price < bottom ? -1 : last === 20 ? 0 : before
}

function percentBOf(close: Float64Array, last: number): number {
  if (last < 19) return Number.NaN
  const mean = meanOf(close, last, 20)
  let squares = 0
  let lowest = Infinity
  let highest = -Infinity
  for (let i = last - 19; i <= last; i++) {
    const value = of(close, i & MASK)
    squares += (value - mean) ** 2
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  // Of equal prices nothing is left over but the rounding of their mean.
  if (lowest === highest) return 0.5
  const reach = 2 * Math.sqrt(squares / 20)
  return (of(close, last & MASK) - mean + reach) / (2 * reach)
}

function stochRsiOf(strength: Float64Array, last: number): number {
  if (last < 27) return Number.NaN
  let low = Infinity
  let high = -Infinity
  for (let i = last - 13; i <= last; i++) {
    low = Math.min(low, of(strength, i & MASK))
    high = Math.max(high, of(strength, i & MASK))
  }
  return high === low ? 50 : 100 * ((of(strength, last & MASK) - low) / (high - low))
}

function mfiOf(flow: Float64Array, last: number): number {
  if (last < 14) return Number.NaN
  let inflow = 0
  let outflow = 0
  for (let i = last - 13; i <= last; i++) {
    const value = of(flow, i & MASK)
    if (value > 0) inflow += value
    else outflow -= value
  }
  return inflow + outflow === 0 ? 50 : 100 * (inflow / (inflow + outflow))
}

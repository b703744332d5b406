/** Straight arithmetic of a second route: nothing of the product's own functions is used here. */

/** A closed candle: open time, high, low, close, volume, volume of aggressive buyers. */
export type Bar = {
  readonly t: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly b: number | null
}

export const last = <T>(list: readonly T[], back = 1): T => {
  const found = list.at(-back)
  if (found === undefined) throw new RangeError("The list is too short.")
  return found
}

export const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
export const mean = (list: readonly number[]) => sum(list) / list.length
export const deviation = (list: readonly number[]) => Math.sqrt(mean(list.map((one) => (one - mean(list)) ** 2)))
export const percent = (now: number, then: number) => (now / then - 1) * 100

/** Each value with the one before it. */
const pairs = <T>(list: readonly T[]) => list.slice(1).map((now, i) => [now, list[i] as T] as const)

export const logReturns = (list: readonly number[]) => pairs(list).map(([now, then]) => Math.log(now / then))

/** Wilder's average: the mean of the first values, then each new one weighs 1/n. */
function wilder(list: readonly number[], n: number): readonly number[] {
  const out = [mean(list.slice(0, n))]
  for (const one of list.slice(n)) out.push((last(out) * (n - 1) + one) / n)
  return out
}

export function rsi(closes: readonly number[], n = 14): readonly number[] {
  const changes = pairs(closes).map(([now, then]) => now - then)
  const ups = wilder(
    changes.map((one) => Math.max(one, 0)),
    n,
  )
  const downs = wilder(
    changes.map((one) => Math.max(-one, 0)),
    n,
  )
  return ups.map((up, i) => (100 * up) / (up + (downs[i] ?? 0)))
}

export function ema(list: readonly number[], n: number): readonly number[] {
  const out = [mean(list.slice(0, n))]
  for (const one of list.slice(n)) out.push(last(out) + (2 / (n + 1)) * (one - last(out)))
  return out
}

/** The newest MACD line and histogram. */
export function macd(closes: readonly number[]) {
  const [fast, slow] = [ema(closes, 12), ema(closes, 26)]
  const line = slow.map((one, i) => (fast[i + fast.length - slow.length] ?? 0) - one)
  return { line: last(line), histogram: last(line) - last(ema(line, 9)) }
}

const typical = ({ h, l, c }: Bar) => (h + l + c) / 3

export function mfi(bars: readonly Bar[], n = 14): number {
  const flows = pairs(bars)
    .slice(-n)
    .map(([now, then]) => Math.sign(typical(now) - typical(then)) * typical(now) * now.v)
  const inflow = sum(flows.filter((one) => one > 0))
  return (100 * inflow) / sum(flows.map(Math.abs))
}

export function cci(bars: readonly Bar[], n = 20): number {
  const prices = bars.slice(-n).map(typical)
  return (last(prices) - mean(prices)) / (0.015 * mean(prices.map((one) => Math.abs(one - mean(prices)))))
}

export function obvSlope(bars: readonly Bar[], n = 30): number {
  const steps = pairs(bars).slice(-n)
  return sum(steps.map(([now, then]) => Math.sign(now.c - then.c) * now.v)) / sum(steps.map(([{ v }]) => v))
}

const trueRange = ([now, then]: readonly [Bar, Bar]) => Math.max(now.h, then.c) - Math.min(now.l, then.c)

export const atr = (bars: readonly Bar[], n = 14) => last(wilder(pairs(bars).map(trueRange), n))

/** ADX with both directional indicators. */
export function adx(bars: readonly Bar[], n = 14) {
  const steps = pairs(bars)
  const up = ([now, then]: readonly [Bar, Bar]) => now.h - then.h
  const down = ([now, then]: readonly [Bar, Bar]) => then.l - now.l
  const plus = wilder(
    steps.map((one) => (up(one) > Math.max(0, down(one)) ? up(one) : 0)),
    n,
  )
  const minus = wilder(
    steps.map((one) => (down(one) > Math.max(0, up(one)) ? down(one) : 0)),
    n,
  )
  const range = wilder(steps.map(trueRange), n)
  const dx = plus.map((one, i) => (100 * Math.abs(one - (minus[i] ?? 0))) / (one + (minus[i] ?? 0)))
  return {
    adx: last(wilder(dx, n)),
    plusDi: (100 * last(plus)) / last(range),
    minusDi: (100 * last(minus)) / last(range),
  }
}

/** 1 after a close above the 20 candles before it, −1 below, as the last break was. */
export function lastBreak(bars: readonly Bar[], n = 20): number {
  let state = 0
  for (let i = n; i < bars.length; i++) {
    const [now, before] = [bars[i] as Bar, bars.slice(i - n, i)]
    if (now.c > Math.max(...before.map(({ h }) => h))) state = 1
    if (now.c < Math.min(...before.map(({ l }) => l))) state = -1
  }
  return state
}

/** Values that none of the `reach` neighbours on each side is beyond. */
export function pivots(values: readonly number[], reach: number, side: 1 | -1): readonly number[] {
  return values.filter((value, i) => {
    if (i < reach || i >= values.length - reach) return false
    return values.slice(i - reach, i + reach + 1).every((other) => side * other <= side * value)
  })
}

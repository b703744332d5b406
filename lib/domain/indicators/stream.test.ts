import fc from "fast-check"
import { expect, test } from "vitest"
import { adx } from "./adx"
import { atr } from "./atr"
import { bollinger } from "./bollinger"
import { cci } from "./cci"
import { donchianState } from "./donchian-state"
import { ema } from "./ema"
import { macd } from "./macd"
import { mfi } from "./mfi"
import { obv } from "./obv"
import { rsi } from "./rsi"
import { sma } from "./sma"
import { stochRsi } from "./stoch-rsi"
import { type Bar, createIndicatorStream, type StreamValues } from "./stream"
import { syntheticBars } from "./testing/synthetic-bars"

function batch(bars: readonly Bar[]): Readonly<Record<keyof StreamValues, Float64Array>> {
  const column = (name: keyof Bar) => Float64Array.from(bars, (bar) => bar[name])
  const [high, low, close, volume] = [column("high"), column("low"), column("close"), column("volume")]
  const { line, histogram } = macd(close, 12, 26, 9)
  const directional = adx(high, low, close, 14)
  return {
    rsi: rsi(close, 14),
    macdLine: line,
    macdHistogram: histogram,
    percentB: bollinger(close, 20, 2).percentB,
    stochRsi: stochRsi(close, 14, 14, 3).k,
    mfi: mfi(high, low, close, volume, 14),
    cci: cci(high, low, close, 20),
    obv: obv(close, volume),
    ema20: ema(close, 20),
    ema50: ema(close, 50),
    sma50: sma(close, 50),
    sma200: sma(close, 200),
    atr: atr(high, low, close, 14),
    adx: directional.adx,
    plusDi: directional.plusDi,
    minusDi: directional.minusDi,
    donchian: donchianState(high, low, close, 20),
  }
}

const NAMES = Object.keys(batch([])) as (keyof StreamValues)[]

function expectEqual(streamed: StreamValues, whole: ReturnType<typeof batch>, index: number): void {
  for (const name of NAMES) {
    const [got, wanted] = [streamed[name], whole[name][index] ?? Number.NaN]
    if (Number.isNaN(wanted)) expect(got, `${name} at ${index}`).toBeNaN()
    else expect(Math.abs(got - wanted), `${name} at ${index}`).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(wanted)))
  }
}

test("after every candle the stream equals the recompute of all of them", () => {
  const { high, low, close, volume } = syntheticBars(42, 600)
  const bars = [...close].map((price, i): Bar => {
    return { high: high[i] ?? 0, low: low[i] ?? 0, close: price, volume: volume[i] ?? 0 }
  })
  const whole = batch(bars)
  const stream = createIndicatorStream()
  for (const [index, bar] of bars.entries()) expectEqual(stream.push(bar), whole, index)
})

const anyBar = fc
  .record({
    prices: fc.array(fc.integer({ min: 90_00, max: 110_00 }), { minLength: 3, maxLength: 3 }),
    volume: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ prices, volume }): Bar => {
    const [low = 0, close = 0, high = 0] = prices.map((cents) => cents / 100).toSorted((a, b) => a - b)
    return { high, low, close, volume }
  })

test("updates of the running candle leave no trace", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyBar, fc.array(anyBar, { maxLength: 3 })), { minLength: 60, maxLength: 90 }),
      (ticks) => {
        const stream = createIndicatorStream()
        const bars = ticks.map(([bar]) => bar)
        const whole = batch(bars)
        for (const [index, [bar, running]] of ticks.entries()) {
          for (const update of running) {
            const seen = stream.peek(update)
            expect(seen.obv).toBeTypeOf("number")
          }
          expectEqual(stream.peek(bar), whole, index)
          expectEqual(stream.push(bar), whole, index)
        }
      },
    ),
    { numRuns: 25 },
  )
})

test("a market that stands still has the values of the recompute", () => {
  const bars = Array.from({ length: 260 }, (): Bar => ({ high: 0.1, low: 0.1, close: 0.1, volume: 0 }))
  const whole = batch(bars)
  const stream = createIndicatorStream()
  for (const [index, bar] of bars.entries()) expectEqual(stream.push(bar), whole, index)
})

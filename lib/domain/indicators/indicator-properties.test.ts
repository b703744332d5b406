import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { at, firstPresent, lastValue } from "./series"
import { sma } from "./sma"
import { outputs, type Output } from "@/tools/testing/domain/indicators/outputs"
import {
  flatBars,
  mapBars,
  mirrorBars,
  sliceBars,
  syntheticBars,
  type Bars,
} from "@/tools/testing/domain/indicators/synthetic-bars"

const table = Object.entries(outputs)
const seeds = fc.integer({ min: 1, max: 1_000_000 })

describe("truncation: a value does not change when later candles are removed", () => {
  const cuts = fc.record({
    seed: seeds,
    length: fc.integer({ min: 1, max: 160 }),
    removed: fc.integer({ min: 1, max: 60 }),
  })

  test.each(table)("%s", (_, { compute }) => {
    fc.assert(
      fc.property(cuts, ({ seed, length, removed }) => {
        expect(readsTheFuture(compute, syntheticBars(seed, length + removed), length)).toBe(false)
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  const lookaheadIndicators: Readonly<Record<string, Output["compute"]>> = {
    "the next close": ({ close }) => close.map((_, i) => at(close, i + 1)),
    "a centred window": ({ close }) => close.map((_, i) => at(sma(close, 5), i + 2)),
    "an Ichimoku lagging span": ({ close }) => close.map((_, i) => at(close, i + 26)),
    "a scale taken from the whole series": ({ close }) => close.map((price) => price / Math.max(...close)),
  }

  test.each(Object.entries(lookaheadIndicators))("an indicator that reads %s is detected", (_, lookahead) => {
    expect(readsTheFuture(lookahead, syntheticBars(7, 200), 120)).toBe(true)
  })
})

describe("warm-up: no value before a fixed candle, and a value on every later candle", () => {
  test.each(table)("%s", (_, { compute, first }) => {
    const values = compute(syntheticBars(3, 300))
    expect(firstPresent(values)).toBe(first)
    expect(values.slice(first).every(Number.isFinite)).toBe(true)
  })

  test.each(table)("%s has no value in a series that is too short, and returns its length", (_, output) => {
    for (let length = 0; length <= output.first; length++) {
      const values = output.compute(syntheticBars(3, length))
      expect(values).toHaveLength(length)
      expect(firstPresent(values)).toBe(length)
    }
  })
})

test.each(table)("%s has its documented value at a constant price", (_, { compute, first, flat }) => {
  const values = compute(flatBars(120, 100, 10))
  for (let i = first; i < values.length; i++) expect(at(values, i)).toBeCloseTo(flat, 10)
})

test.each(table)("%s stays finite and within its bounds after trading has stopped", (_, output) => {
  const alive = syntheticBars(5, 100)
  const price = at(alive.close, 99)
  const stopped = join(alive, flatBars(200, price, 0))
  const values = output.compute(stopped).slice(output.first)
  const [low, high] = output.bounds ?? [-Infinity, Infinity]
  expect(values.every((value) => Number.isFinite(value) && value >= low && value <= high)).toBe(true)
})

describe("bounds: values stay within their bounds on random walks, with and without a 1,000-fold spike", () => {
  const bounded = table.flatMap(([name, { bounds, ...output }]) => (bounds ? [{ name, bounds, ...output }] : []))

  test.each(bounded)("$name", ({ compute, first, bounds: [low, high] }) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 149 }), fc.constantFrom(1, 1000), (seed, index, factor) => {
        const values = compute(withSpike(syntheticBars(seed, 150), index, factor)).slice(first)
        expect(values.every((value) => value >= low && value <= high)).toBe(true)
      }),
      { numRuns: 50, seed: 2 },
    )
  })

  test("the Bollinger bands enclose the middle band", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [upper, middle, lower] = ["bb_u", "bb_m", "bb_l"].map((name) => computeOf(name)(syntheticBars(seed, 60)))
        for (let i = 19; i < 60; i++) {
          expect(upper?.[i]).toBeGreaterThanOrEqual(middle?.[i] ?? NaN)
          expect(lower?.[i]).toBeLessThanOrEqual(middle?.[i] ?? NaN)
        }
      }),
      { numRuns: 50, seed: 2 },
    )
  })
})

const windowed = ["sma20", "sigma20", "mfi14", "cci20", "stoch_d", "donchian_u", "pctb"]

test.each(windowed)("%s is unaffected by a spike that has left its window", (name) => {
  const calm = syntheticBars(11, 200)
  const spiked = withSpike(calm, 60, 1e9)
  const values = computeOf(name)(spiked)
  const expected = computeOf(name)(calm)
  for (let i = 120; i < 200; i++) expect(at(values, i)).toBeCloseTo(at(expected, i), 12)
})

test.each(table)("%s scales as documented when all prices are multiplied", (_, { compute, scale }) => {
  fc.assert(
    fc.property(seeds, fc.constantFrom(0.0009765625, 0.5, 64, 1024), (seed, factor) => {
      const bars = syntheticBars(seed, 120)
      const scaled = compute(
        mapBars(
          bars,
          (price) => price * factor,
          (volume) => volume,
        ),
      )
      expectClose(
        scaled,
        compute(bars).map((value) => (scale === "price" ? value * factor : value)),
      )
    }),
    { numRuns: 30, seed: 3 },
  )
})

describe("mirrored prices give the mirrored reading", () => {
  const mirrored = table.flatMap(([name, { compute, mirror }]) => (mirror ? [{ name, compute, mirror }] : []))

  test.each(mirrored)("$name mirrors $mirror.of", ({ compute, mirror }) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const bars = syntheticBars(seed, 120)
        expectClose(compute(mirrorBars(bars)), computeOf(mirror.of)(bars).map(mirror.by))
      }),
      { numRuns: 30, seed: 4 },
    )
  })
})

describe("recursion: 300 candles give the same reading as 1,000", () => {
  test.each(table.filter(([name]) => name !== "obv"))("%s", (_, { compute }) => {
    const bars = syntheticBars(13, 1000)
    const expected = lastValue(compute(bars)) ?? NaN
    for (const length of [300, 400, 600]) {
      const value = lastValue(compute(sliceBars(bars, 1000 - length, 1000))) ?? NaN
      expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-4 * Math.max(1, Math.abs(expected)))
    }
  })
})

function readsTheFuture(compute: Output["compute"], bars: Bars, length: number): boolean {
  const whole = compute(bars)
  const cut = compute(sliceBars(bars, 0, length))
  return cut.some((value, i) => !Object.is(value, whole[i]))
}

function computeOf(name: string): Output["compute"] {
  const output = outputs[name]
  expect(output, name).toBeDefined()
  return (bars) => output?.compute(bars) ?? new Float64Array()
}

function expectClose(actual: Float64Array, expected: Float64Array): void {
  expect(actual).toHaveLength(expected.length)
  const far = actual.findIndex((value, i) => {
    const other = at(expected, i)
    return (
      !(Number.isNaN(value) && Number.isNaN(other)) && !(Math.abs(value - other) <= 1e-9 * Math.max(1, Math.abs(other)))
    )
  })
  expect(far).toBe(-1)
}

function withSpike(bars: Bars, index: number, factor: number): Bars {
  const spiked = sliceBars(bars, 0, bars.close.length)
  spiked.high[index] = at(spiked.high, index) * factor
  spiked.close[index] = at(spiked.close, index) * factor
  spiked.volume[index] = at(spiked.volume, index) * factor
  return spiked
}

function join(one: Bars, other: Bars): Bars {
  const both = (column: keyof Bars) => Float64Array.from([...one[column], ...other[column]])
  return { open: both("open"), high: both("high"), low: both("low"), close: both("close"), volume: both("volume") }
}

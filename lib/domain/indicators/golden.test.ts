import { existsSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { absent, firstPresent } from "./series"
import { outputs } from "./testing/outputs"
import { syntheticBars } from "./testing/synthetic-bars"

type Reference = { readonly from: number; readonly values: readonly number[] }

const golden = JSON.parse(readFileSync(new URL("./fixtures/talib-synth500-seed42.json", import.meta.url), "utf8")) as {
  readonly outputs: Readonly<Record<string, Reference>>
}
const references = Object.entries(golden.outputs)
const bars = syntheticBars(42, 500)

/** TA-Lib holds these back until a second line of the same indicator exists; ours start when they are known. */
const startsEarlier = new Set(["macd", "stoch_k", "stochf_k", "stochrsi_k"])

describe("TA-Lib golden vectors", () => {
  test("there are 40 outputs with 19,228 values", () => {
    expect(references).toHaveLength(40)
    expect(references.reduce((sum, [, { values }]) => sum + values.length, 0)).toBe(19_228)
  })

  test.each(references)("%s agrees to 1e-9 and is absent before", (name, { from, values }) => {
    const ours = compute(name)
    const errors = values.map((value, i) => Math.abs((ours[from + i] ?? NaN) - value) / Math.max(1, Math.abs(value)))
    expect(errors).toHaveLength(500 - from)
    expect(errors.findIndex((error) => !(error <= 1e-9))).toBe(-1)
    if (startsEarlier.has(name)) expect(firstPresent(ours)).toBeLessThan(from)
    else expect(firstPresent(ours)).toBe(from)
  })
})

const sharedFile = "../shared/data/golden/talib_synth500_seed42.json"

if (existsSync(sharedFile)) {
  test("the generated series and the trimmed fixture equal the full reference file", () => {
    const full = JSON.parse(readFileSync(sharedFile, "utf8")) as Readonly<Record<string, readonly number[]>> & {
      readonly ref: Readonly<Record<string, readonly (number | null)[]>>
    }
    for (const [column, values] of Object.entries(bars)) expect([...values], column).toEqual(full[column])
    const restored = references.map(([name, { from, values }]) => [name, [...Array(from).fill(null), ...values]])
    // Through text once more, as the fixture was: the full file has a few -0.
    expect(Object.fromEntries(restored)).toEqual(JSON.parse(JSON.stringify(full.ref)))
  })
}

function compute(name: string): Float64Array {
  return outputs[name]?.compute(bars) ?? absent(bars.close.length)
}

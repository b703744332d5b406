import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { absent, firstPresent } from "./series"
import { outputs } from "@/tools/testing/domain/indicators/outputs"
import { syntheticBars } from "@/tools/testing/domain/indicators/synthetic-bars"

type Reference = { readonly from: number; readonly values: readonly number[] }

const golden = JSON.parse(readFileSync(new URL("./fixtures/talib-synth500-seed42.json", import.meta.url), "utf8")) as {
  readonly outputs: Readonly<Record<string, Reference>>
}
const references = Object.entries(golden.outputs)
const bars = syntheticBars(42, 500)

/**
 * TA-Lib starts these series later, with the second line of the same indicator. Our series start with their first
 * value.
 */
const startsEarlier = new Set(["macd", "stoch_k", "stochf_k", "stochrsi_k"])

describe("TA-Lib golden vectors", () => {
  test("the TA-Lib fixture has 23 outputs with 11,049 values", () => {
    expect(references).toHaveLength(23)
    expect(references.reduce((sum, [, { values }]) => sum + values.length, 0)).toBe(11_049)
  })

  test.each(references)("%s agrees to 1e-9 and has no value before its first", (name, { from, values }) => {
    const ours = compute(name)
    const errors = values.map((value, i) => Math.abs((ours[from + i] ?? NaN) - value) / Math.max(1, Math.abs(value)))
    expect(errors).toHaveLength(500 - from)
    expect(errors.findIndex((error) => !(error <= 1e-9))).toBe(-1)
    if (startsEarlier.has(name)) expect(firstPresent(ours)).toBeLessThan(from)
    else expect(firstPresent(ours)).toBe(from)
  })
})

function compute(name: string): Float64Array {
  return outputs[name]?.compute(bars) ?? absent(bars.close.length)
}

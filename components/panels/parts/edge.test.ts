import fc from "fast-check"
import { expect, test } from "vitest"
import { breakEven24h, tradableTarget } from "./edge"

const target = (p_before_stop_14d: number, p_break_even: number) => ({ p_before_stop_14d, p_break_even })

test("a plan is tradable only by a target that comes before the stop more often than it needs to", () => {
  expect(tradableTarget([target(0.36, 0.39), target(0.2, 0.2)])).toBeNull()
  expect(tradableTarget([target(0.36, 0.39), target(0.31, 0.27), target(0.22, 0.2)])).toEqual(target(0.31, 0.27))
})

test("at the break-even probability, a trade over 24h earns exactly its costs of 20 bps", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.005, max: 0.2, noNaN: true }), (sigma) => {
      const range80_24h = { low: 100 * Math.exp(-1.2816 * sigma), high: 100 * Math.exp(1.2816 * sigma) }
      const needed = breakEven24h({ outlook: { range80_24h } as Parameters<typeof breakEven24h>[0]["outlook"] })
      const meanMove = sigma * Math.sqrt(2 / Math.PI)
      expect((2 * needed - 1) * meanMove).toBeCloseTo(0.002, 9)
    }),
  )
})

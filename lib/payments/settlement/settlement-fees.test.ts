import fc from "fast-check"
import { expect, test } from "vitest"
import { fairFees, feesWithin, raisedFees } from "./settlement-fees"

const CEILING = 5_000_000_000n
const price = fc.bigInt({ min: 1n, max: CEILING })

test("the fee cap is twice the current gas price plus the tip", () => {
  expect(fairFees(100n)).toEqual({ maxFeePerGas: 1_000_200n, maxPriorityFeePerGas: 1_000_000n })
})

test("up to a gas price at the ceiling a transaction is sent, with a fee cap of at most the ceiling", () => {
  const going = [2n, 2_499_500_000n, 3_000_000_000n, CEILING - 1_000_000n, CEILING - 999_999n]
  expect(going.map((gasPrice) => feesWithin(CEILING, gasPrice)?.maxFeePerGas ?? null)).toEqual([
    1_000_004n,
    CEILING,
    CEILING,
    CEILING,
    null,
  ])
  fc.assert(
    fc.property(price, (gasPrice) => {
      const fees = feesWithin(CEILING, gasPrice)
      if (fees === null) return
      expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(gasPrice + fees.maxPriorityFeePerGas)
      expect(fees.maxFeePerGas).toBeLessThanOrEqual(CEILING)
    }),
  )
})

test("a replacement raises both fees by an eighth or more, to at least the gas price and at most the ceiling", () => {
  fc.assert(
    fc.property(price, price, price, (first, tip, going) => {
      const stuck = { maxFeePerGas: first, maxPriorityFeePerGas: tip < first ? tip : first }
      const fair = fairFees(going)
      const fees = raisedFees(stuck, fair, CEILING)
      if (fees === null) {
        expect(first * 9n).toBeGreaterThan(CEILING * 8n)
        return
      }
      expect(fees.maxFeePerGas * 8n).toBeGreaterThanOrEqual(first * 9n)
      expect(fees.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(stuck.maxPriorityFeePerGas * 9n)
      expect(fees.maxFeePerGas).toBeLessThanOrEqual(CEILING)
      expect(fees.maxPriorityFeePerGas).toBeLessThanOrEqual(fees.maxFeePerGas)
      if (fair.maxFeePerGas <= CEILING) expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(fair.maxFeePerGas)
    }),
  )
})

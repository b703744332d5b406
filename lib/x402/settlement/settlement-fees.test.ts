import fc from "fast-check"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { payable as payableAt } from "@/tools/testing/ledger/fixtures"
import {
  expectedGas,
  fairFees,
  feesWithin,
  gasCostUsdc,
  isProfitable,
  lowestProfitablePrice,
  raisedFees,
} from "./settlement-fees"

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

const payment = payableAt(1)
const GWEI = 1_000_000_000n
const worth = (value: bigint) => ({ ...payment, authorization: { ...payment.authorization, value: usdc(value) } })
const half = { maxShare: 0.5, etherPriceUsd: () => 3_000 }

test("a signal for $0.05 at 2.7 gwei costs $0.56 to settle", () => {
  // 69,413 gas were measured, at the price of ether of that day.
  expect(gasCostUsdc(69_413n, (GWEI * 27n) / 10n, 2_988)).toBe(559_997n)
})

test("the expected gas is that of the measured batches", () => {
  const batchOf = (count: number) => Number(expectedGas(Array.from({ length: count }, () => payment))) / count
  expect(Math.abs(batchOf(1) - 69_413)).toBeLessThan(500)
  expect(Math.abs(batchOf(30) - 47_700)).toBeLessThan(500)
})

test("a larger fee share allows a lower price, and an unknown ether price allows every price", () => {
  const lowest = (maxShare: number) => lowestProfitablePrice({ ...half, maxShare }, GWEI / 10n)
  expect([lowest(0.25), lowest(0.5), lowest(1)]).toEqual([83_400n, 41_700n, 20_850n])
  expect(lowestProfitablePrice({ ...half, etherPriceUsd: () => null }, 100n * GWEI)).toBe(0n)
})

test("a payment of the lowest price is profitable alone, and one unit less is not", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n * GWEI }), (fee) => {
      const lowest = lowestProfitablePrice(half, fee)
      const at = (value: bigint) => isProfitable(half, [worth(value)], fee)
      expect([at(lowest), at(lowest - 1n)]).toEqual([true, false])
    }),
  )
})

test("payments share the cost of their transaction", () => {
  const cheap = worth(20_000n)
  const fee = GWEI / 15n
  expect(isProfitable(half, [cheap], fee)).toBe(false)
  expect(
    isProfitable(
      half,
      Array.from({ length: 30 }, () => cheap),
      fee,
    ),
  ).toBe(true)
  expect(isProfitable(half, [], 100n * GWEI)).toBe(true)
})

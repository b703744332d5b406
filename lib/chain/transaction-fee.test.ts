import { formatTransactionReceipt } from "viem"
import { expect, test } from "vitest"
import { feeWeiOf } from "./transaction-fee"

test.each([
  ["gas times the gas price", { effectiveGasPrice: "0x5" }, 500n],
  ["plus Base's L1 data fee", { effectiveGasPrice: "0x5", l1Fee: "0x10" }, 516n],
  ["null without a gas price", {}, null],
] as const)("the fee of a transaction is %s", (_, fields, fee) => {
  expect(feeWeiOf(formatTransactionReceipt({ gasUsed: "0x64", ...fields }))).toBe(fee)
})

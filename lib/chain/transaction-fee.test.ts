import { formatTransactionReceipt } from "viem"
import { expect, test } from "vitest"
import { feeWeiOf } from "./transaction-fee"

test.each([
  ["gas times its price", { effectiveGasPrice: "0x5" }, 500n],
  ["with Base's fee for data on Ethereum", { effectiveGasPrice: "0x5", l1Fee: "0x10" }, 516n],
  ["without a price", {}, null],
] as const)("the fee of a transaction: %s", (_, fields, fee) => {
  expect(feeWeiOf(formatTransactionReceipt({ gasUsed: "0x64", ...fields }))).toBe(fee)
})

import { expect, test } from "vitest"
import { balanceCheckText } from "./balance-check-text"

test("a balance check always reports a result, also when the balance is unchanged or the check failed", () => {
  expect(balanceCheckText(40_000n)).toEqual({ tone: "warn", text: "Checked just now: 0.04 USDC.", announced: true })
  expect(balanceCheckText(null)).toEqual({
    tone: "bad",
    text: "The balance could not be read. Check again in a moment.",
    announced: true,
  })
})

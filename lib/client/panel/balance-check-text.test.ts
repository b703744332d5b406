import { expect, test } from "vitest"
import { balanceCheckText } from "./balance-check-text"

test("a look at the balance is answered, also where nothing has changed or nothing was read", () => {
  expect(balanceCheckText(40_000n)).toEqual({ tone: "warn", text: "Checked just now: 0.04 USDC.", announced: true })
  expect(balanceCheckText(null)).toEqual({
    tone: "bad",
    text: "The balance could not be read. Check again in a moment.",
    announced: true,
  })
})

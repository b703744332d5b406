import { expect, test } from "vitest"
import { checkedText } from "./checked-text"

test("a look at the balance is answered, also where nothing has changed or nothing was read", () => {
  expect(checkedText(40_000n)).toEqual({ tone: "warn", text: "Checked just now: 0.04 USDC.", announced: true })
  expect(checkedText(null)).toEqual({
    tone: "bad",
    text: "The balance could not be read. Check again in a moment.",
    announced: true,
  })
})

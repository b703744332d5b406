import fc from "fast-check"
import { expect, test } from "vitest"
import { dollars } from "@/lib/client/format/money"
import { parseDeposit } from "./session-input"

const bounds = { allowance: 2_000_000n, held: 0n, min: 500_000n, balance: 10_000_000n }

test("a deposit is limited by today's allowance, the wallet's balance and the service's minimum", () => {
  const cents = fc.bigInt({ min: 0n, max: 1_000n }).map((amount) => amount * 10_000n)
  fc.assert(
    fc.property(cents, cents, cents, cents, (amount, allowance, held, balance) => {
      const input = parseDeposit(dollars(amount), { allowance, held, balance, min: 500_000n })
      const isAllowed = amount >= 500_000n && amount + held <= allowance && amount <= balance
      expect(input.kind).toBe(isAllowed ? "amount" : "invalid")
      if (input.kind === "amount") expect(input.amount).toBe(amount)
    }),
  )
})

test.each([
  ["two", "Enter dollars, such as 2 or 0.50."],
  ["0.10", "The service takes $0.50 or more."],
  ["3", "Today's limit leaves room for $2.00. Raise the limit to deposit more."],
])("%s is refused with its reason", (text, message) => {
  expect(parseDeposit(text, bounds)).toEqual({ kind: "invalid", message })
})

test("a deposit above the balance of the wallet is refused", () => {
  expect(parseDeposit("2", { ...bounds, balance: 1_000_000n })).toEqual({
    kind: "invalid",
    message: "Your wallet has $1.00.",
  })
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { dollars } from "@/lib/client/format/money"
import { depositRange, parseDeposit, proposedDeposit } from "./session-input"

const bounds = { limit: 2_000_000n, used: 0n, held: 0n, min: 500_000n, balance: 10_000_000n }
const cents = fc.bigInt({ min: 0n, max: 1_000n }).map((amount) => amount * 10_000n)

test("a deposit is limited by today's allowance, the wallet's balance and the service's minimum", () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, (amount, limit, held, balance) => {
      const input = parseDeposit(dollars(amount), { ...bounds, limit, held, balance })
      const isAllowed = amount >= 500_000n && amount + held <= limit && amount <= balance
      expect(input.kind === "amount").toBe(isAllowed)
      if (input.kind === "amount") expect(input.amount).toBe(amount)
    }),
  )
})

test("the proposed amount is accepted, at once or after today's limit was raised, unless the wallet is too poor", () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, (used, held, limit, balance) => {
      const now = { limit, used, held, min: 500_000n, balance }
      const text = dollars(proposedDeposit(now))
      const input = parseDeposit(text, now)
      expect(input.kind === "invalid").toBe(balance < 500_000n)
      if (input.kind !== "over-limit") return
      const raised = { ...now, limit: input.limit }
      expect(parseDeposit(text, raised)).toEqual({ kind: "amount", amount: input.amount })
    }),
  )
})

test.each([
  ["two", "Enter dollars, such as 2 or 0.50."],
  ["95.000", "Enter dollars, such as 2 or 0.50."],
  ["0.10", "The service takes $0.50 or more."],
  ["11", "Your wallet has $10.00."],
])("%s is refused with its reason", (text, message) => {
  expect(parseDeposit(text, bounds)).toEqual({ kind: "invalid", message })
})

test("a deposit above today's limit names the limit that it needs", () => {
  expect(parseDeposit("2", { ...bounds, used: 50_000n, held: 1_950_000n })).toEqual({
    kind: "over-limit",
    amount: 2_000_000n,
    limit: 4_000_000n,
    message: "Today's limit leaves room for $0.00.",
  })
})

test("a limit that cannot be raised so far refuses the deposit", () => {
  const rich = { ...bounds, balance: null }
  expect(parseDeposit("1001", rich)).toMatchObject({ kind: "invalid" })
})

test("minimum and limit are named before anything is typed", () => {
  expect(depositRange(bounds)).toBe("At least $0.50; today's limit leaves room for $2.00.")
  expect(depositRange({ ...bounds, balance: 1_000_000n })).toBe("At least $0.50, at most $1.00 in your wallet.")
})

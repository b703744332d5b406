import { MAX_LIMIT, typedDollars } from "@/lib/client/budget/limit-input"
import { dollars } from "@/lib/client/format/money"

export type DepositInput =
  | { readonly kind: "amount"; readonly amount: bigint }
  /** Possible after today's limit was raised to `limit`. */
  | { readonly kind: "over-limit"; readonly amount: bigint; readonly limit: bigint; readonly message: string }
  | { readonly kind: "invalid"; readonly message: string }

export type DepositBounds = {
  /** Today's limit, in atomic units. */
  readonly limit: bigint
  /** What counts towards today's limit already, in atomic units. */
  readonly used: bigint
  /** The present balance of the session. */
  readonly held: bigint
  /** The service's smallest deposit. */
  readonly min: bigint
  /** `null` while unknown. */
  readonly balance: bigint | null
}

/** A first deposit: forty panels of the usual price. */
const DEFAULT_DEPOSIT = 2_000_000n

/** The most that may be deposited now: a session never holds more than today's limit leaves. */
export function maxDeposit({ limit, used, held, balance }: DepositBounds): bigint {
  const room = limit > used + held ? limit - used - held : 0n
  return balance !== null && balance < room ? balance : room
}

/** The amount that the form proposes. Above the room within today's limit if the room is below the minimum. */
export function proposedDeposit(bounds: DepositBounds): bigint {
  const most = maxDeposit(bounds)
  if (most >= bounds.min) return most < DEFAULT_DEPOSIT ? most : DEFAULT_DEPOSIT
  const { balance } = bounds
  return balance !== null && balance < DEFAULT_DEPOSIT && balance >= bounds.min ? balance : DEFAULT_DEPOSIT
}

/** Parses an amount in dollars within the bounds. */
export function parseDeposit(text: string, bounds: DepositBounds): DepositInput {
  const { min, balance, used, held } = bounds
  const amount = typedDollars(text)
  if (amount === null) return { kind: "invalid", message: "Enter dollars, such as 2 or 0.50." }
  if (amount < min) return { kind: "invalid", message: `The service takes ${dollars(min)} or more.` }
  if (balance !== null && amount > balance) {
    return { kind: "invalid", message: `Your wallet has ${dollars(balance)}.` }
  }
  const most = maxDeposit(bounds)
  if (amount <= most) return { kind: "amount", amount }
  const message = `Today's limit leaves room for ${dollars(most)}.`
  const needed = amount + held + used
  return needed > MAX_LIMIT
    ? { kind: "invalid", message: `${message} It can be raised to ${dollars(MAX_LIMIT)} at most.` }
    : { kind: "over-limit", amount, limit: needed, message }
}

/** What may be typed, before anything is typed: `At least $0.50, at most $2.00.` */
export function depositRange(bounds: DepositBounds): string {
  const most = maxDeposit(bounds)
  const atLeast = `At least ${dollars(bounds.min)}`
  if (bounds.balance !== null && most === bounds.balance) return `${atLeast}, at most ${dollars(most)} in your wallet.`
  return `${atLeast}; today's limit leaves room for ${dollars(most)}.`
}
